import { describe, expect, it } from 'vitest'
import { brokenLines } from './broken-lines.ts'
import { sharePicturePath } from './picture-address.ts'
import { type Lettering, productDrawing } from './share-drawing.ts'

const upTo = (letters: number) => (line: string) => line.length <= letters

describe('a text broken into lines', () => {
  it.each([
    ['Madurez Ágil', 20, ['Madurez Ágil']],
    ['Madurez Ágil de Equipos', 12, ['Madurez Ágil', 'de Equipos']],
    ['uno dos tres cuatro cinco', 8, ['uno dos', 'tres cu…']],
    ['Anticonstitucionalmente', 10, ['Anticonst…']],
    ['', 10, []],
  ])('%j', (text, letters, lines) => {
    expect(brokenLines(text, 2, upTo(letters))).toEqual(lines)
  })

  it('ends, however narrow the space', () => {
    expect(brokenLines('a b c', 2, () => false)).toHaveLength(2)
  })
})

const product = {
  slug: 'agilidad',
  name: '"/><script>alert(1)</script>',
  categorySlug: 'metodologias-agiles',
  categoryName: '<b>',
  price: '$1',
}

it("a product's picture contains outlines only, none of its text", () => {
  const drawn: string[] = []
  const lettering: Lettering = {
    width: text => text.length * 10,
    draw(text) {
      drawn.push(text)
      return '<path d=""/>'
    },
  }
  const svg = productDrawing(product, lettering)
  expect(drawn).toEqual([product.name, '<b>', '$1', 'Alhena'])
  expect(svg).not.toMatch(/script|<b>|\$1|NaN|undefined/)
})

it('other content has another address', () => {
  const paths = [product, { ...product, price: '$2' }, { ...product, name: 'x' }, undefined].map(sharePicturePath)
  expect(new Set(paths).size).toBe(4)
  expect(sharePicturePath({ ...product })).toBe(sharePicturePath(product))
})
