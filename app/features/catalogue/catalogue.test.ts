import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coverArt } from '#app/features/catalogue/pictures/cover.ts'
import { cardPath, cardTags, durationText, fold, isProductKey } from './catalogue.ts'

describe('duration text', () => {
  // shows: S2.39
  it.each([
    [15, 20, '15–20 min'],
    [20, 20, '20 min'],
    [15, null, '15+ min'],
  ])('for %i to %s minutes is %s', (duration_min, duration_max, text) => {
    expect(durationText({ duration_min, duration_max })).toBe(text)
  })
})

// shows: S2.37, S9.12
it('names three tags and counts the rest', () => {
  expect(cardTags(['a', 'b', 'c', 'd', 'e'])).toEqual({ shown: ['a', 'b', 'c'], more: 2 })
  expect(cardTags(['a'])).toEqual({ shown: ['a'], more: 0 })
})

// shows: S2.7
it("links a card to its product's page, and the data-governance assessment's to its respondent address", () => {
  expect(cardPath('agilidad')).toBe('/assessment/agilidad')
  expect(cardPath('dama-assessment')).toBe('/dama-assessment')
})

it('removes accents and case', () => {
  expect(fold('Metodologías ÁGILES, año')).toBe('metodologias agiles, ano')
})

it.each(['', 'a', '\0', '../etc', 'con espacio', 'x'.repeat(90), 'ñandú'])('rejects %j as a product key', key => {
  expect(isProductKey(key)).toBe(false)
})

describe('a drawn cover', () => {
  const file: { products: { slug: string; category: string }[] } = JSON.parse(
    readFileSync('content/catalogue.es.json', 'utf8'),
  )
  const drawn = [...file.products, { slug: 'nuevo-producto', category: 'nueva-categoria' }].map(product =>
    coverArt(product.slug, product.category),
  )
  const sizeOf = (art: (typeof drawn)[number]) => art.soft.length + art.mid.length + art.full.length

  it('is always the same for a product', () => {
    expect(coverArt('agilidad', 'metodologias-agiles')).toEqual(coverArt('agilidad', 'metodologias-agiles'))
  })

  it('differs between products', () => {
    expect(new Set(drawn.map(art => art.soft + art.mid + art.full)).size).toBe(drawn.length)
  })

  it('is under 3 kB and has content in its strongest layer', () => {
    expect(Math.max(...drawn.map(sizeOf))).toBeLessThan(2800)
    expect(drawn.every(art => art.full !== '')).toBe(true)
  })

  it('is well-formed path data', () => {
    for (const art of drawn) expect(art.soft + art.mid + art.full).not.toMatch(/NaN|undefined|Infinity|e-/)
  })
})
