import { beforeEach, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { partsInUse } from './parts-in-use.server.ts'

const NONE = { chargebacks: false, reconciliation: false, breaches: false, webhooks: false }

let database: TestDatabase
let admin: string
beforeEach(async () => {
  database = await cloneDatabase()
  admin = (await createProfile(database.ownerPool, { role: 'admin' })).id
  return () => database.close()
})

const inUse = (userId = admin) => asActor(database.db, { kind: 'admin', userId }, partsInUse)

/** Writes a row alone, without what it belongs to. */
const write = (statement: string) =>
  database.ownerPool.query(`begin; set local session_replication_role = replica; ${statement}; commit`)

const dayOf = (gateway: string) =>
  `insert into reconciliation_days (gateway, day, state, is_covered, payment_count, payments_clp, refunds_clp, reported_count,
     reported_clp, reported_refunds_clp, settled_clp, open_count, reviewed_count, changed_at)
   values ('${gateway}', '2026-11-20', 'waiting', false, 1, 1000, 0, 0, 0, 0, 0, 0, 0, now())`

const CHARGEBACK = `insert into chargebacks (order_id, attempt_id, amount_clp, reason, received_on, answer_by, created_at)
  values (gen_random_uuid(), gen_random_uuid(), 10, 'other', '2026-11-20', '2026-11-20', now())`

it('names the parts of the back office that have a first row', async () => {
  expect(await inUse()).toEqual(NONE)
  // Simulated payments ask for no report of a bank.
  await write(dayOf('simulator'))
  expect(await inUse()).toEqual(NONE)
  await write(dayOf('webpay'))
  expect(await inUse()).toEqual({ ...NONE, reconciliation: true })
  await write("insert into webhook_endpoints (url, events) values ('https://otra.example/', array['order.paid'])")
  await write(CHARGEBACK)
  await write(
    `insert into data_breaches (title, known_at, description, data_categories, consequences, measures, notify_by, created_by, created_at, updated_at)
     values ('Fuga', now(), 'x', 'x', 'x', 'x', now(), '${admin}', now(), now())`,
  )
  expect(await inUse()).toEqual({ chargebacks: true, reconciliation: true, breaches: true, webhooks: true })
})

it('names the reconciliation once a report was uploaded', async () => {
  await write(
    `insert into gateway_reports (gateway, source, file_name, sha256, from_day, until_day, line_count, ignored_count, new_count, uploaded_by, created_at, confirmed_at)
     values ('simulator', 'sales', 'ventas.csv', repeat('a', 64), '2026-03-01', '2026-03-31', 1, 0, 1, '${admin}', now(), now())`,
  )
  expect(await inUse()).toEqual({ ...NONE, reconciliation: true })
})

it('tells nobody of the staff of what the scope may not read', async () => {
  await write(CHARGEBACK)
  const content = await createProfile(database.ownerPool, { role: 'admin' })
  await database.ownerPool.query("update profiles set staff_scope = 'content' where id = $1", [content.id])
  expect(await inUse(content.id)).toEqual(NONE)
  const finance = await createProfile(database.ownerPool, { role: 'admin' })
  await database.ownerPool.query("update profiles set staff_scope = 'finance' where id = $1", [finance.id])
  expect(await inUse(finance.id)).toEqual({ ...NONE, chargebacks: true })
})
