import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct } from '#tests/support/factories.ts'
import type { Sector } from './benchmark.ts'
import { type Simulated, simulationsOf } from './benchmarks.test-support.ts'
import { computeBenchmarks } from './compute-benchmarks.server.ts'
import { changeBenchmark } from './join-benchmark.server.ts'

let database: TestDatabase
let productId: string
let fields: string[]
let simulated: ReturnType<typeof simulationsOf>
beforeAll(async () => {
  database = await cloneDatabase(4)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })).id
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
  simulated = simulationsOf(database, 'agilidad', () => fields)
})
afterAll(() => database.close())

// People answer now, so the quarters of the tests are those that follow.
const YEAR = new Date().getUTCFullYear() + 1
const JOINED = new Date()
/** Noon of a day in the first week of a quarter, counted from the first one after now. */
const quarter = (number: number) => new Date(Date.UTC(YEAR, 3 * number, 3, 15))

async function compute(now: Date): Promise<number> {
  let computed = 0
  while ((await computeBenchmarks(database.db, now)) > 0) computed += 1
  return computed
}

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const editions = (sector: Sector) =>
  rows(
    `select edition.quarter::text, edition.sizes, figure.size, figure.organisations, figure.areas
     from private.benchmark_editions edition join private.benchmarks figure on figure.edition_id = edition.id
     where edition.sector = $1 order by edition.id, figure.size nulls first`,
    sector,
  )
const seen = async ({ userId, itemId }: Simulated) =>
  (await findConsolidated(database.db, userId, itemId))?.benchmark ?? null

async function sectorOf(sector: Sector, levels: readonly number[]): Promise<Simulated[]> {
  const made: Simulated[] = []
  for (const level of levels) {
    made.push(await simulated.organisation({ productId, sector, level, joinedAt: JOINED }))
  }
  return made
}

const leave = ({ id, userId }: Simulated) =>
  changeBenchmark(database.db, { userId, now: JOINED }, { intent: 'leave-benchmark', organisation: id })

describe('the comparison of a sector', () => {
  it('is there from ten organisations on, says before how many are missing, and is computed once a quarter', async () => {
    const [first, ...others] = await sectorOf('trade', [1, 2, 2, 3, 3, 3, 4, 4, 5])
    if (!first) throw new Error('Nobody takes part')
    expect(await seen(first)).toEqual({
      state: 'missing',
      sector: 'trade',
      missing: 10,
      countedFrom: expect.stringMatching(/^\d{4}-(01|04|07|10)-01$/),
    })
    expect(await compute(quarter(0))).toBe(1)
    expect(await compute(quarter(0))).toBe(0)
    expect(await editions('trade')).toEqual([])
    expect(await seen(first)).toEqual({ state: 'missing', sector: 'trade', missing: 1, countedFrom: null })
    // The tenth, in the middle of the quarter: nobody can tell that it has joined.
    const tenth = await simulated.organisation({
      productId,
      sector: 'trade',
      level: 5,
      joinedAt: quarter(0),
    })
    expect(await compute(new Date(quarter(0).getTime() + 20 * 86_400_000))).toBe(0)
    expect(await seen(first)).toMatchObject({ state: 'missing', missing: 1 })
    expect(await compute(quarter(1))).toBe(1)
    const [edition, ...more] = await editions('trade')
    expect(more).toEqual([{ ...edition, size: 'small', organisations: 10, areas: edition.areas }])
    // 1 2 2 3 3 3 4 4 5 5: places 2.25, 4.5 and 6.75.
    expect(edition).toMatchObject({ quarter: `${YEAR}-04-01`, sizes: ['small'], size: null, organisations: 10 })
    expect(edition.areas[0]).toEqual({ section: 0, q1: 2.3, median: 3, q3: 4 })
    expect(await seen(first)).toEqual({
      state: 'shown',
      sector: 'trade',
      size: 'small',
      organisations: 10,
      quarter: `${YEAR}-04-01`,
      areas: edition.areas,
    })
    expect(await seen(tenth)).toMatchObject({ state: 'shown' })
    // Whoever leaves sees nothing; the others see what was published until three have changed.
    const [second, third] = others
    if (!second || !third) throw new Error('Nobody takes part')
    await leave(second)
    expect(await seen(second)).toEqual({ state: 'offer', organisation: second.id })
    await sectorOf('trade', [])
    expect(await seen(third)).toMatchObject({ state: 'shown', organisations: 10 })
  })

  it('stays until three organisations have changed, and goes where fewer than ten are left', async () => {
    const made = await sectorOf('mining', [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    const [first, ...others] = made
    if (!first) throw new Error('Nobody takes part')
    await compute(quarter(0))
    expect(await seen(first)).toMatchObject({ state: 'shown', organisations: 11, quarter: `${YEAR}-01-01` })
    // Two join: 13 count, and the figures stay those of 11.
    await sectorOf('mining', [5, 5])
    await compute(quarter(1))
    expect(await editions('mining')).toHaveLength(2)
    expect(await seen(first)).toMatchObject({ state: 'shown', organisations: 11, quarter: `${YEAR}-01-01` })
    // Somebody more answers the purchase of a third one, which is measured anew.
    await simulated.complete(others[0]?.itemId ?? '', others[0]?.userId ?? '', 4, 2)
    await compute(quarter(2))
    expect(await seen(first)).toMatchObject({ state: 'shown', organisations: 13, quarter: `${YEAR}-07-01` })
    for (const each of others.slice(1, 6)) await leave(each)
    await compute(quarter(3))
    expect(await seen(first)).toEqual({ state: 'missing', sector: 'mining', missing: 2, countedFrom: null })
  })

  it('counts a company once, whatever its organisations say, and no measurement of fewer than five people', async () => {
    const made = await sectorOf('health', [1, 2, 3, 4, 5, 1, 2, 3, 4])
    const [first] = made
    if (!first) throw new Error('Nobody takes part')
    const [{ rut }] = await rows('select rut from organisations where id = $1', first.id)
    const twin = { productId, level: 5, rut, joinedAt: JOINED }
    await simulated.organisation({ ...twin, sector: 'health' })
    await simulated.organisation({ ...twin, sector: 'education' })
    await simulated.organisation({ productId, sector: 'health', level: 5, people: 4, joinedAt: JOINED })
    await compute(quarter(0))
    expect(
      await rows(
        "select sector, organisations from private.benchmark_counts where sector in ('health', 'education') order by 1",
      ),
    ).toEqual([
      { sector: 'education', organisations: 1 },
      { sector: 'health', organisations: 8 },
    ])
    expect(
      await rows(
        "select 1 from private.benchmark_votes where company_id = $1 and questionnaire_id = 'agilidad'",
        first.id,
      ),
    ).toHaveLength(1)
  })

  it('needs five hands: client companies of one consultant, who reads the results of all, are in one', async () => {
    const made = await sectorOf('utilities', [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    const [consultant, ...others] = made
    if (!consultant) throw new Error('Nobody takes part')
    await database.ownerPool.query('update organisations set is_consultant = true where id = $1', [consultant.id])
    const clients = others.slice(0, 6).map(({ id }) => id)
    await database.ownerPool.query('update organisations set consultant_id = $1 where id = any ($2::uuid[])', [
      consultant.id,
      clients,
    ])
    await compute(quarter(0))
    expect(await editions('utilities')).toEqual([])
    expect(await seen(others[8] ?? consultant)).toMatchObject({ state: 'missing', missing: 1 })
    await sectorOf('utilities', [3])
    await compute(quarter(1))
    expect(await seen(others[8] ?? consultant)).toMatchObject({ state: 'shown', organisations: 11 })
  })

  it('is computed once by workers that run at once, and again after a failure', async () => {
    await sectorOf('finance', [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    await sectorOf('transport', [2, 2, 2, 3, 3, 3, 4, 4, 4, 4])
    await database.ownerPool.query('alter table private.benchmarks add constraint broken check (false) not valid')
    await expect(compute(quarter(0))).rejects.toThrow('broken')
    expect(await rows("select 1 from private.benchmark_counts where sector in ('finance', 'transport')")).toEqual([])
    await database.ownerPool.query('alter table private.benchmarks drop constraint broken')
    const computed = await Promise.all(Array.from({ length: 4 }, () => compute(quarter(0))))
    expect(computed.reduce((sum, count) => sum + count, 0)).toBe(2)
    for (const sector of ['finance', 'transport'] as const) {
      expect((await editions(sector)).map(({ size }) => size)).toEqual([null, 'small'])
    }
  })

  it('forgets an organisation that is closed', async () => {
    const { id, userId } = await simulated.organisation({ productId, sector: 'other', level: 3, joinedAt: JOINED })
    await compute(quarter(0))
    expect(await rows('select 1 from private.benchmark_votes where organisation_id = $1', id)).toHaveLength(1)
    await database.ownerPool.query('update organisations set closed_at = now() where id = $1', [id])
    expect(await rows('select 1 from private.benchmark_votes where organisation_id = $1', id)).toEqual([])
    expect(await rows('select 1 from private.benchmark_members where organisation_id = $1', id)).toEqual([])
    await compute(quarter(1))
    expect(await rows("select organisations from private.benchmark_counts where sector = 'other'")).toEqual([
      { organisations: 0 },
    ])
    expect(userId).not.toBe('')
  })
})
