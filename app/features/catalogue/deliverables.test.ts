import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { catalogueFileSchema } from './catalogue-schema.server.ts'
import { type GuideBlock, listDeliverables, unkeptOutcomes } from './deliverables.ts'
import { deliverablesFileSchema } from './deliverables-schema.server.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const { products } = catalogueFileSchema.parse(read('content/catalogue.es.json'))
const shop = readdirSync('content/deliverables').map(name => {
  const file = deliverablesFileSchema.parse(read(`content/deliverables/${name}`))
  expect(name).toBe(`${file.slug}.es.json`)
  return [file.slug, file] as const
})

test('each product of the shop says what it delivers', () => {
  expect(shop.map(([slug]) => slug).toSorted()).toEqual(products.map(({ slug }) => slug).toSorted())
})

const textsOf = (block: GuideBlock): readonly string[] => {
  if ('heading' in block) return [block.heading]
  if ('text' in block) return [block.text]
  if ('list' in block) return block.list
  if ('steps' in block) return block.steps
  if ('fill' in block) return [block.fill.label]
  return [...block.table.columns, ...block.table.rows.flat()]
}

/** Words that say nothing, that nobody in Chile says, or that promise what a self-assessment can't. */
const AVOIDED =
  /(?<!\p{L})(implement\p{L}+|robust\p{L}+|sinergi\p{L}+|potenci\p{L}+|buenas prácticas|según corresponda|empoder\p{L}+|apalanc\p{L}+|holístic\p{L}+|lorem|ordenador\p{L}*|vosotros|fichero\p{L}*|becari\p{L}+|costes?|vos|tenés|podés)(?!\p{L})/giu

test.each(shop)('%s has guides of one to two pages that are used, in words of the field', (slug, { guides }) => {
  const kept = products.find(product => product.slug === slug)?.outcomes.flatMap(({ keptBy }) => keptBy)
  expect(kept).toBeDefined()
  for (const { key, title, blocks } of guides) {
    const texts = [title, ...blocks.flatMap(textsOf)].join(' ')
    expect(texts.match(AVOIDED), key).toBeNull()
    const words = texts.split(/\s+/).length
    expect(words, key).toBeGreaterThanOrEqual(250)
    expect(words, key).toBeLessThanOrEqual(720)
  }
})

const [, valid] = shop.find(([slug]) => slug === 'dama-assessment') ?? []
const [first, second] = valid?.guides ?? []
const withFirst = (change: object) => ({ ...valid, guides: [{ ...first, ...change }, second] })

test.each([
  ['a guide for nobody', withFirst({ for: 'reader' })],
  ['a condition that nothing decides', withFirst({ when: 'section:0 lowest' })],
  ['a key twice', withFirst({ key: second?.key })],
  ['a guide without a text', withFirst({ blocks: [] })],
  ['a part of two kinds', withFirst({ blocks: [{ heading: 'Uno', text: 'Dos' }] })],
  ['a row without its cells', withFirst({ blocks: [{ table: { columns: ['A', 'B'], rows: [['a']] } }] })],
  ['no place to write on', withFirst({ blocks: [{ fill: { label: 'Nombre', lines: 0 } }] })],
  ['data that are not in the format', { ...valid, extra: true }],
])('the format refuses %s', (_, file) => {
  expect(deliverablesFileSchema.safeParse(file).success).toBe(false)
})

const product = {
  type: 'assessment' as const,
  allow_business: true,
  max_seats: 10,
  hasQuestionnaire: true,
  hasProgram: false,
  deliverables: { guides: [{ key: 'una', title: 'Una guía' }], materials: [] },
}
const keysOf = (change: Partial<Parameters<typeof listDeliverables>[0]>) =>
  listDeliverables({ ...product, ...change }).map(({ key }) => key)

it('figures about several people need a product that several can use', () => {
  expect(keysOf({})).toEqual(['levels', 'plan', 'consolidated', 'comparison', 'summary', 'guide:una'])
  expect(keysOf({ allow_business: false })).toEqual(['levels', 'plan', 'summary', 'guide:una'])
  expect(keysOf({ max_seats: 1 })).toEqual(['levels', 'plan', 'summary', 'guide:una'])
})

it('what nobody answers has no figures, and a workshop has its program', () => {
  expect(keysOf({ hasQuestionnaire: false })).toEqual(['guide:una'])
  expect(keysOf({ type: 'workshop', hasProgram: true })).toEqual(['program', 'guide:una'])
})

it('a promise is kept by what is delivered, all of it', () => {
  const delivered = listDeliverables(product)
  const promise = (...keptBy: string[]) => ({ text: keptBy.join(), keptBy })
  const unkept = [promise(), promise('guide:otra'), promise('levels', 'guide:otra'), promise('material:una')]
  expect(unkeptOutcomes([promise('levels'), promise('plan', 'guide:una'), ...unkept], delivered)).toEqual(unkept)
})
