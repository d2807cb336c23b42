import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const FEE = [
  { account: 'fees', debit: 1000 },
  { account: 'vat_credit', debit: 190 },
  { account: 'card_receivable', credit: 1190 },
]

let database: TestDatabase
let admin: Extract<Actor, { kind: 'admin' }>
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

async function post(lines: unknown, source: string = randomUUID(), actor: Actor = SYSTEM, event = 'fee') {
  return asActor(database.db, actor, async tx => {
    const { rows } = await sql<{ id: string | null }>`
      select private.post_ledger(${event}, ${AT}, ${source}::uuid, null, ${JSON.stringify(lines)}::jsonb) as id`.execute(
      tx,
    )
    return rows[0]?.id
  })
}

const owner = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

describe('private.post_ledger', () => {
  it('writes one balanced entry for an event of a source; a second call changes nothing', async () => {
    const source = randomUUID()
    const entry = await post(FEE, source, admin)
    expect(entry).toEqual(expect.any(String))
    expect(await post(FEE, source)).toBeNull()
    expect(
      await owner('select event, amount_clp, is_simulated from ledger_entries where source_id = $1', source),
    ).toEqual([{ event: 'fee', amount_clp: 1190, is_simulated: false }])
    expect(
      await owner(
        'select account, debit_clp, credit_clp from ledger_lines where entry_id = $1 order by position',
        entry,
      ),
    ).toEqual([
      { account: 'fees', debit_clp: 1000, credit_clp: 0 },
      { account: 'vat_credit', debit_clp: 190, credit_clp: 0 },
      { account: 'card_receivable', debit_clp: 0, credit_clp: 1190 },
    ])
    // Another event of the same row is another entry.
    expect(await post(FEE, source, SYSTEM, 'payout')).toEqual(expect.any(String))
  })

  it('writes one entry when called twice at once', async () => {
    const source = randomUUID()
    const written = await Promise.all([post(FEE, source), post(FEE, source), post(FEE, source)])
    expect(written.filter(id => id !== null)).toHaveLength(1)
    expect(await owner('select from ledger_entries where source_id = $1', source)).toHaveLength(1)
  })

  it('leaves lines of zero out', async () => {
    const entry = await post([...FEE, { account: 'bank', debit: 0 }])
    expect(await owner('select from ledger_lines where entry_id = $1', entry)).toHaveLength(3)
  })

  it.each([
    [
      'one peso more on one side',
      [
        { account: 'fees', debit: 1001 },
        { account: 'bank', credit: 1000 },
      ],
    ],
    [
      'an unknown account',
      [
        { account: 'petty_cash', debit: 10 },
        { account: 'bank', credit: 10 },
      ],
    ],
    [
      'a negative amount',
      [
        { account: 'fees', debit: -10 },
        { account: 'bank', credit: -10 },
      ],
    ],
    ['both sides in one line', [{ account: 'fees', debit: 10, credit: 10 }]],
    [
      'simulated beside real money',
      [
        { account: 'bank', debit: 10 },
        { account: 'simulated_receivable', credit: 10 },
      ],
    ],
  ])('refuses %s', async (_, lines) => {
    await expect(post(lines)).rejects.toMatchObject({ code: '23514' })
  })

  it.each([VISITOR, { kind: 'user' as const, userId: randomUUID() }])('refuses a $kind', async actor => {
    await expect(post(FEE, randomUUID(), actor)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the ledger', () => {
  it.each([
    'update ledger_entries set amount_clp = 1',
    'delete from ledger_entries',
    'update ledger_lines set debit_clp = debit_clp + 1',
    'delete from ledger_lines',
    'truncate ledger_lines',
  ])('is never changed, not even by its owner: %s', async statement => {
    await post(FEE)
    await expect(owner(statement)).rejects.toMatchObject({ code: '23001' })
  })

  it('takes no line that unbalances an entry', async () => {
    const entry = await post(FEE)
    await expect(
      owner("insert into ledger_lines (entry_id, position, account, debit_clp) values ($1, 9, 'bank', 5)", entry),
    ).rejects.toMatchObject({ constraint: 'ledger_balanced' })
  })

  it('is written by its functions alone, and read by the staff', async () => {
    await post(FEE)
    const write = (actor: Actor) =>
      asActor(database.db, actor, tx =>
        sql`insert into ledger_entries (event, at, source_id, is_simulated, amount_clp, accounts, list_words)
          values ('fee', ${AT}, gen_random_uuid(), false, 0, '{}', '')`.execute(tx),
      )
    await expect(write(admin)).rejects.toMatchObject({ code: '42501' })
    const seen = (actor: Actor) =>
      asActor(database.db, actor, async tx => (await sql`select from ledger_entries`.execute(tx)).rows.length > 0)
    expect(await seen(admin)).toBe(true)
    expect(await seen(VISITOR)).toBe(false)
  })
})
