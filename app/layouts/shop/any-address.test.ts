import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIST_PARAMETERS, serializeFilters } from '#app/features/catalogue/filters.ts'
import { suggest } from '#app/features/catalogue/listing/search.server.ts'
import { loadList } from '#app/features/catalogue/shop/load-list.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
const problems: string[] = []
const note = (event: string) => {
  problems.push(event)
}
const log: Log = { debug: note, info: note, warn: note, error: note }

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const load = (query: string) =>
  loadList({ db: database.db, log }, new Request(`http://shop.test/assessments${query === '' ? '' : `?${query}`}`))

const OPERATORS = ['&', '|', '!', '(', ')', ':', '*', '<->', "'", '\\', '%', '_', '"', ';', '--', '$1', '{}', '<2>']
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.array(fc.constantFrom(...OPERATORS, 'kanban', 'a:*', 'datos'), { maxLength: 12 }).map(parts => parts.join(' ')),
  fc.array(fc.constantFrom(...OPERATORS, 'kanban', 'ágil'), { maxLength: 12 }).map(parts => parts.join('')),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e',
    'İ',
    'ß',
    'ﬁ',
    '١٢٣',
    '日本',
    '😀',
    '<script>alert(1)</script>',
  ),
  fc.constantFrom('-1', '0', '1e9', '99999999999999999999', 'NaN', 'null', 'true', '[]', '{}'),
)

describe('any address', () => {
  it('a list responds with an existing page, the same for the same address', async () => {
    const name = fc.oneof(fc.constantFrom(...LIST_PARAMETERS), fc.string({ maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, hostile), { maxLength: 8 }), async entries => {
        const query = new URLSearchParams(entries).toString()
        const { data, init } = await load(query)
        expect([init?.status ?? 200, problems]).toEqual([200, []])
        const { list, filters } = data
        expect(list.page).toBeGreaterThanOrEqual(1)
        expect(list.page).toBeLessThanOrEqual(list.pages)
        expect(list.cards.length > 0).toBe(list.total > 0)
        const again = (await load(serializeFilters(filters).slice(1))).data
        expect([again.list, again.filters]).toEqual([list, filters])
      }),
      { numRuns: 150 },
    )
  })

  it('suggestions respond with few results and their prices', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async text => {
        const { products, categories } = await suggest(database.db, text)
        expect(products.length).toBeLessThanOrEqual(5)
        expect(categories.length).toBeLessThanOrEqual(3)
        for (const product of products) expect(product.price).toContain('$')
      }),
      { numRuns: 150 },
    )
  })

  it.each(LIST_PARAMETERS)('%s may be 10 kB long or repeated 5,000 times', async name => {
    for (const query of [
      `${name}=${encodeURIComponent("á'&|!():* ".repeat(1_000))}`,
      Array.from({ length: 5_000 }, (_, index) => `${name}=liderazgo${index}`).join('&'),
    ]) {
      const { data, init } = await load(query)
      expect([init?.status ?? 200, problems]).toEqual([200, []])
      expect(data.list.page).toBeLessThanOrEqual(data.list.pages)
    }
  })

  it('a suggestion may be requested with 10 kB', async () => {
    expect((await suggest(database.db, 'kanban '.repeat(1_500))).products.map(product => product.slug)).toEqual([
      'taller-kanban',
    ])
  })
})
