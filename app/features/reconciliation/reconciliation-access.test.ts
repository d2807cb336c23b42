import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'

const TABLES = [
  'gateway_reports',
  'gateway_movements',
  'reconciliation_days',
  'reconciliation_differences',
  'month_closings',
] as const

let database: TestDatabase
let admin: Extract<Actor, { kind: 'admin' }>
let buyer: Extract<Actor, { kind: 'user' }>
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  buyer = { kind: 'user', userId: (await createProfile(database.ownerPool)).id }
  const { rows } = await database.ownerPool.query<{ id: string }>(
    `insert into gateway_reports (gateway, source, file_name, sha256, from_day, until_day, line_count, ignored_count, new_count, uploaded_by,
       created_at, confirmed_at)
     values ('webpay', 'sales', 'ventas.csv', repeat('a', 64), '2026-03-01', '2026-03-31', 1, 0, 1, $1, now(), now()) returning id`,
    [admin.userId],
  )
  const [report] = rows
  await database.ownerPool.query(
    `insert into gateway_movements (report_id, gateway, source, kind, row_number, line_key, day, amount_clp, total_clp)
     values ($1, 'webpay', 'sales', 'sale', 2, repeat('b', 64), '2026-03-02', 1000, 1000)`,
    [report?.id],
  )
  await database.ownerPool.query(
    `insert into reconciliation_days (gateway, day, state, is_covered, payment_count, payments_clp, refunds_clp, reported_count, reported_clp,
       reported_refunds_clp, settled_clp, open_count, reviewed_count, changed_at)
     values ('webpay', '2026-03-02', 'different', true, 0, 0, 0, 1, 1000, 0, 0, 1, 0, now())`,
  )
  await database.ownerPool.query(
    `insert into reconciliation_differences (gateway, day, kind, subject, their_clp, created_at)
     values ('webpay', '2026-03-02', 'missing_here', 'here:1', 1000, now())`,
  )
  await database.ownerPool.query(
    "insert into month_closings (month, totals, open_days, open_differences, closed_by, closed_at) values ('2026-02-01', '{}', 0, 0, $1, now())",
    [admin.userId],
  )
})
afterAll(() => database.close())

const run = (actor: Actor, statement: string) => asActor(database.db, actor, tx => sql.raw(statement).execute(tx))

describe.each(TABLES)('%s', table => {
  it('is read by the staff alone', async () => {
    expect((await run(admin, `select from ${table}`)).rows).toHaveLength(1)
    for (const actor of [buyer, { kind: 'visitor' } as const]) {
      expect((await run(actor, `select from ${table}`)).rows).toHaveLength(0)
    }
  })
})

it('a buyer changes and adds nothing', async () => {
  expect(await run(buyer, "update reconciliation_differences set status = 'open'")).toMatchObject({
    numAffectedRows: 0n,
  })
  expect(await run(buyer, 'delete from reconciliation_days')).toMatchObject({ numAffectedRows: 0n })
  const close = `insert into month_closings (month, totals, open_days, open_differences, closed_at) values ('2026-03-01', '{}', 0, 0, now())`
  await expect(run(buyer, close)).rejects.toThrow(/row-level security/)
  await expect(run(SYSTEM, close)).rejects.toThrow(/row-level security/)
})

it('nobody changes a stored line, a confirmed report or a closing', async () => {
  await expect(run(admin, 'update gateway_movements set amount_clp = 1')).rejects.toThrow(/permission denied/)
  await expect(run(admin, 'delete from gateway_movements')).rejects.toThrow(/permission denied/)
  await expect(run(admin, "update month_closings set totals = '{}'")).rejects.toThrow(/permission denied/)
  expect(await run(admin, 'update gateway_reports set new_count = 9')).toMatchObject({ numAffectedRows: 0n })
  expect(await run(SYSTEM, 'delete from gateway_reports')).toMatchObject({ numAffectedRows: 0n })
})

it('only the shop’s worker takes noted payments', async () => {
  expect((await run(admin, 'select private.take_changed_payments(10)')).rows).toEqual([])
  await expect(run(admin, 'select * from private.reconciliation_changes')).rejects.toThrow(/permission denied/)
})
