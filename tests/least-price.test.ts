import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastPriceText } from '#app/features/catalogue/catalogue.ts'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { browse, suggest } from '#app/features/catalogue/listing/search.server.ts'
import { priceOf } from '#app/features/pricing/pricing.ts'
import { pesos } from '#app/kernel/money.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct } from '#tests/support/factories.ts'

let database: TestDatabase
let group: { id: string; slug: string }

beforeAll(async () => {
  database = await cloneDatabase(2)
  group = await createProduct(database.ownerPool, { slug: 'equipo-zafiro', basePriceClp: 129_990 })
  await change("name = 'Equipo Zafiro', min_seats = 5, max_seats = 40")
})
afterAll(() => database.close())

const change = (set: string) => database.ownerPool.query(`update assessments set ${set} where id = $1`, [group.id])

const found = async (price: typeof NO_FILTERS.price) => {
  const { list } = await browse(database.db, { ...NO_FILTERS, search: 'zafiro', price }, [])
  return list.cards.map(card => ({ price: card.least_price_clp, text: leastPriceText(card) }))
}

describe("'Desde' is the least that somebody can pay (spec D57)", () => {
  it('is the same in SQL as the price of the smallest purchase in TypeScript', async () => {
    const tried = fc.sample(fc.tuple(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 1, max: 1000 })), {
      numRuns: 3000,
      seed: 57,
    })
    const edges = [1, 2, 10, 11, 12, 49, 50, 51, 1000].map(seats => [129_990, seats] as [number, number])
    const all = [...tried, ...edges, [0, 5] as [number, number], [1, 2] as [number, number]]
    const { rows } = await database.ownerPool.query<{ least: number }>(
      `select private.least_price(base, seats) as least
       from unnest($1::bigint[], $2::integer[]) with ordinality as tried(base, seats, place) order by place`,
      [all.map(([base]) => base), all.map(([, seats]) => seats)],
    )
    expect(rows.map(({ least }) => Number(least))).toEqual(
      all.map(([basePriceClp, seats]) => Number(priceOf({ basePriceClp, mode: 'business', seats }).totalClp)),
    )
  })

  it('on the card, in the filters and among suggestions, and says for how many people', async () => {
    const shown = { price: 337_974, text: 'Desde $337.974 (5 personas)' }
    expect(await found({ min: null, max: null })).toEqual([shown])
    expect(await found({ min: 300_001, max: null })).toEqual([shown])
    expect(await found({ min: 50_001, max: 150_000 })).toEqual([])
    const { products } = await suggest(database.db, 'zafiro')
    expect(products).toMatchObject([{ price: shown.text }])
  })

  it('follows a new price and another smallest group', async () => {
    await change('min_seats = 1')
    expect(await found({ min: 50_001, max: 150_000 })).toEqual([{ price: 129_990, text: 'Desde $129.990' }])
    await change('base_price_clp = 50000, min_seats = 11')
    expect(await found({ min: 50_001, max: 150_000 })).toEqual([
      { price: 150_000, text: 'Desde $150.000 (11 personas)' },
    ])
    await change('base_price_clp = 129990, min_seats = 5')
  })

  it('orders lists by price', async () => {
    for (const sort of ['price_asc', 'price_desc'] as const) {
      const { list } = await browse(database.db, { ...NO_FILTERS, sort }, [])
      const prices = list.cards.map(card => card.least_price_clp)
      expect(prices).toEqual(prices.toSorted((a, b) => (sort === 'price_asc' ? a - b : b - a)))
    }
  })

  it('is one price where one person buys alone', () => {
    expect(leastPriceText({ allow_business: false, min_seats: 1, least_price_clp: pesos(24_990) })).toBe('$24.990')
  })
})
