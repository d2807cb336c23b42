import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { type Simulated, simulationsOf } from './benchmarks.test-support.ts'
import { changeBenchmark } from './join-benchmark.server.ts'

// What the database lets anybody do with the comparison of organisations, whatever a statement does.

let database: TestDatabase
let own: Simulated
const people = { coordinator: '', reader: '', stranger: '', staff: '' }
const NOW = new Date()
beforeAll(async () => {
  database = await cloneDatabase(4)
  const pool = database.ownerPool
  const { id: productId } = await createProduct(pool, { questionnaireId: 'agilidad' })
  own = await simulationsOf(database, 'agilidad', () => []).organisation({
    productId,
    level: 3,
    people: 0,
    joinedAt: NOW,
  })
  for (const name of ['coordinator', 'reader', 'stranger'] as const) people[name] = (await createProfile(pool)).id
  people.staff = (await createProfile(pool, { role: 'admin' })).id
  await pool.query(
    `insert into organisation_members (organisation_id, user_id, role, joined_at)
     values ($1, $2, 'coordinator', now()), ($1, $3, 'results', now())`,
    [own.id, people.coordinator, people.reader],
  )
})
afterAll(() => database.close())

const user = (userId: string): Actor => ({ kind: 'user', userId })
const others = (): Actor[] => [
  user(people.coordinator),
  user(people.reader),
  user(people.stranger),
  { kind: 'admin', userId: people.staff },
  VISITOR,
]
const everybody = (): Actor[] => [user(own.userId), ...others()]

async function valueFor(actor: Actor, expression: string): Promise<unknown> {
  const answer = await askAs(database, actor, `select ${expression} as value`)
  return 'refusal' in answer ? answer.refusal : (answer.rows as { value: unknown }[])[0]?.value
}

describe('taking part in the comparison', () => {
  it('is changed and read by who buys for the organisation, and by nobody else', async () => {
    const join = `private.join_benchmark('${own.id}', 'mining', 'large', now())`
    const leave = `private.leave_benchmark('${own.id}')`
    const membership = `select sector, size from private.benchmark_membership('${own.id}')`
    expect(await valueFor(user(own.userId), join)).toBe('joined')
    expect(await valueFor(user(own.userId), leave)).toBe(true)
    expect(await askAs(database, user(own.userId), membership)).toMatchObject({
      rows: [{ sector: 'trade', size: 'small' }],
    })
    for (const actor of others()) {
      expect(await valueFor(actor, join)).toBe('missing')
      expect(await valueFor(actor, leave)).toBe(false)
      expect(await wordAs(database, actor, membership)).toBe('done: 0')
    }
  })

  it('takes only sectors and sizes that there are', async () => {
    const refused = (sector: string, size: string) =>
      valueFor(user(own.userId), `private.join_benchmark('${own.id}', '${sector}', '${size}', now())`)
    expect(await refused('crime', 'large')).toBe('benchmark_members_sector_check')
    expect(await refused('mining', 'huge')).toBe('benchmark_members_size_check')
  })

  it('needs a RUT, is audited, and is refused to others with a text', async () => {
    const join = { intent: 'join-benchmark', organisation: own.id, sector: 'mining', size: 'small' } as const
    const change = (userId: string) => changeBenchmark(database.db, { userId, now: NOW }, join)
    await expect(change(people.coordinator)).rejects.toThrow('Ya no puedes hacer eso')
    await change(own.userId)
    await change(own.userId)
    await changeBenchmark(
      database.db,
      { userId: own.userId, now: NOW },
      { intent: 'leave-benchmark', organisation: own.id },
    )
    await database.ownerPool.query('update organisations set rut = null where id = $1', [own.id])
    await expect(change(own.userId)).rejects.toThrow('Primero agrega el RUT')
    const { rows } = await database.ownerPool.query(
      "select action, after from audit_log where entity_id = $1 and action like 'organisation_benchmark%' order by id",
      [own.id],
    )
    expect(rows).toEqual([
      { action: 'organisation_benchmark_joined', after: { sector: 'trade', size: 'small' } },
      { action: 'organisation_benchmark_joined', after: { sector: 'mining', size: 'small' } },
      { action: 'organisation_benchmark_left', after: null },
    ])
  })
})

describe('the figures of others', () => {
  it('are read in no table', async () => {
    for (const actor of everybody()) {
      for (const table of ['members', 'counts', 'votes', 'editions']) {
        expect(await wordAs(database, actor, `select * from private.benchmark_${table}`)).toContain('permission denied')
      }
      expect(await wordAs(database, actor, 'select * from private.benchmarks')).toContain('permission denied')
    }
  })

  it('stand beside a purchase for who sees its results; the offer for who buys alone', async () => {
    const shown = `private.item_benchmark('${own.itemId}')`
    expect(await valueFor(user(own.userId), shown)).toEqual({ state: 'offer', organisation: own.id })
    for (const actor of others()) expect(await valueFor(actor, shown)).toBeNull()
    expect(await valueFor(user(own.userId), `private.benchmark_of('${own.itemId}')`)).toContain('permission denied')
  })

  it('are computed by the shop alone', async () => {
    for (const actor of everybody()) {
      for (const rows of [
        'private.claim_benchmark(now())',
        "private.benchmark_measurements('agilidad', 'trade', now())",
        "private.benchmark_history('agilidad', 'trade', '')",
        "private.write_benchmark_votes('agilidad', 'trade', '2026-01-01', '[]')",
      ]) {
        expect(await wordAs(database, actor, `select * from ${rows}`)).toBe('done: 0')
      }
      expect(
        await wordAs(
          database,
          actor,
          "select private.publish_benchmark('agilidad', 'trade', '2026-01-01', '', '[]', '{}', '[]', now())",
        ),
      ).toBe('only the shop publishes comparisons')
    }
  })
})
