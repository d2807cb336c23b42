import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { type CoverSample, coverArt, coverPicture } from './cover.ts'
import { COVER_WIDTH, SMALL } from './cover-shapes.ts'
import { sampleLevels } from './sample-levels.ts'

const read = <Content>(name: string): Content => JSON.parse(readFileSync(`content/${name}`, 'utf8'))

type ProductFile = { slug: string; category: string; questionnaire_id: string | null; allow_business: boolean }
type WorkshopFile = {
  slug: string
  agenda: { title: string; minutes: number }[]
  preparation: unknown[]
  materials: unknown[]
}
type QuestionnaireFile = { id: string; sections: { title: string; targetLevel: number }[]; levels: { name: string }[] }

const { products } = read<{ products: ProductFile[] }>('catalogue.es.json')
const { workshops } = read<{ workshops: WorkshopFile[] }>('workshops.es.json')
const questionnaires = readdirSync('content')
  .filter(name => name.endsWith('.es.json'))
  .map(name => read<Partial<QuestionnaireFile>>(name))
  .filter((file): file is QuestionnaireFile => file.sections !== undefined && file.levels !== undefined)

function sampleOf({ slug, questionnaire_id, allow_business: forTeams }: ProductFile): CoverSample {
  const workshop = workshops.find(each => each.slug === slug)
  if (workshop) {
    const { agenda, preparation, materials } = workshop
    return { kind: 'program', blocks: agenda, preparations: preparation.length, materials: materials.length }
  }
  const questionnaire = questionnaires.find(({ id }) => id === questionnaire_id)
  if (!questionnaire) throw new Error(`${slug} has neither a questionnaire nor a program`)
  return {
    kind: 'result',
    areas: questionnaire.sections.map(({ title }) => title),
    targets: questionnaire.sections.map(({ targetLevel }) => targetLevel),
    levels: questionnaire.levels.map(({ name }) => name),
    forTeams,
  }
}

const covers = products.map(product => {
  const sample = sampleOf(product)
  return { ...product, sample, art: coverArt(product.slug, product.category, sample) }
})
const pathsOf = ({ soft, mid, full, lines = '' }: ReturnType<typeof coverArt>) => soft + mid + full + lines
/** How a chart is laid out, whatever it says. */
const formOf = ({ texts = [] }: ReturnType<typeof coverArt>) =>
  [...new Set(texts.map(({ x, size }) => `${x} ${size}`))].toSorted().join('|')

describe('the cover of a product', () => {
  it('is always the same, and no other product has it', () => {
    for (const { slug, category, sample, art } of covers) expect(coverArt(slug, category, sample)).toEqual(art)
    expect(new Set(covers.map(({ art }) => pathsOf(art))).size).toBe(covers.length)
  })

  it('is another chart than that of every other product of its category', () => {
    for (const category of new Set(products.map(product => product.category))) {
      const forms = covers.filter(cover => cover.category === category).map(({ art }) => formOf(art))
      expect(new Set(forms).size, category).toBe(forms.length)
    }
  })

  it.each(covers)('$slug says figures of its own sample', ({ slug, sample, art }) => {
    const said = art.texts?.map(({ text }) => text) ?? []
    if (sample.kind === 'program') {
      expect(said.length).toBeGreaterThan(3)
      return
    }
    const levels = sampleLevels(slug, sample.areas.length).map(formatLevel)
    const begins = sample.areas.filter(area =>
      said.some(text => text.length > 4 && area.startsWith(text.replace('…', ''))),
    )
    expect(said.some(text => levels.includes(text)) || begins.length > 0).toBe(true)
  })

  it.each(covers)('$slug is read on a card: no small text, nothing outside', ({ art }) => {
    for (const { x, y, size, text } of art.texts ?? []) {
      expect(size).toBeGreaterThanOrEqual(SMALL)
      expect(text).not.toBe('')
      expect([x >= 0, x <= COVER_WIDTH, y >= size * 0.7, y <= 156]).toEqual([true, true, true, true])
    }
    expect(pathsOf(art)).not.toMatch(/NaN|undefined|Infinity|e-/)
  })

  it.each(covers)('$slug weighs less than 3 kB', ({ slug, category, sample }) => {
    expect(Buffer.byteLength(coverPicture(slug, category, sample))).toBeLessThan(3000)
  })

  it('never shows groups of a product for one person', () => {
    const own = covers.filter(({ allow_business }) => !allow_business)
    expect(own.length).toBeGreaterThan(0)
    for (const { art } of own) expect(art.texts?.map(({ text }) => text).join(' ')).not.toMatch(/personas|grupo/)
  })
})

describe('a cover drawn by whatever an administrator wrote', () => {
  const many = (count: number): CoverSample => ({
    kind: 'result',
    areas: Array.from({ length: count }, (_, index) => `<b>&"${index}" ${'Área muy larga '.repeat(9)}`),
    targets: Array.from({ length: count }, () => 5),
    levels: ['Uno'],
    forTeams: true,
  })
  const slugs = ['agilidad', 'a-b', 'c-d', 'e-f', 'g-h', 'i-j']

  it.each([1, 2, 3, 4, 5, 9, 20])('holds with %i areas', count => {
    for (const slug of slugs) {
      const art = coverArt(slug, 'nueva-categoria', many(count))
      expect(pathsOf(art)).not.toMatch(/NaN|undefined|Infinity|e-/)
      expect(art.full).not.toBe('')
      expect(coverPicture(slug, 'nueva-categoria', many(count))).not.toMatch(/<b>|&"|NaN|undefined/)
    }
  })

  it.each([
    ['one block', [{ title: '<i>', minutes: 45 }]],
    ['many blocks', Array.from({ length: 30 }, (_, index) => ({ title: `Paso ${index}`, minutes: 1 }))],
  ])('holds with a program of %s', (_, blocks) => {
    for (const category of new Set(products.map(product => product.category))) {
      const sample: CoverSample = { kind: 'program', blocks, preparations: 0, materials: 40 }
      expect(pathsOf(coverArt('taller', category, sample))).not.toMatch(/NaN|undefined|Infinity|e-/)
      expect(coverPicture('taller', category, sample)).not.toMatch(/<i>|NaN|undefined/)
    }
  })

  it("is its category's pattern where there is nothing to show", () => {
    const pattern = coverArt('agilidad', 'metodologias-agiles')
    expect(pattern.texts).toBeUndefined()
    expect(coverArt('agilidad', 'metodologias-agiles', many(0))).toEqual(pattern)
    const program: CoverSample = { kind: 'program', blocks: [], preparations: 1, materials: 1 }
    expect(coverArt('agilidad', 'metodologias-agiles', program)).toEqual(pattern)
  })
})
