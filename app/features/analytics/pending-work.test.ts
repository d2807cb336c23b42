import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { keepOrderOpen } from '#app/features/payments/manual/register-payment.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { findPendingWork } from './pending-work.server.ts'

const NOW = new Date()
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

it('counts what waits for the staff, and nothing else', async () => {
  const { ownerPool, db } = database
  const admin = { kind: 'admin', userId: (await createProfile(ownerPool, { role: 'admin' })).id } as const
  const work = () => asActor(db, admin, tx => findPendingWork(tx, NOW))
  expect(await work()).toEqual({
    payments: 0,
    oldest_order: null,
    ledger: 0,
    chargebacks: 0,
    data_requests: 0,
    transfers: 0,
    credits: 0,
    rejected_documents: 0,
    waiting_documents: 0,
    uninvited: 0,
    expiring: 0,
    unreconciled: 0,
    oldest_unreconciled: null,
    reviews: 0,
    last_backup_at: null,
    is_backup_verified: null,
  })

  const buyer = asSessionUser(await createProfile(ownerPool))
  const product = { ...(await createProduct(ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(db, buyer, cartOf(product), BOLETA, NOW)
  if (!placed.ok) throw new Error(placed.error.code)
  await keepOrderOpen(database, { actor: admin, orderId: placed.value.id, days: 7, now: NOW })
  const team = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  const full = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id })
  const invited = await createInvitation(ownerPool, { itemId: team.item_id, userId: buyer.id })
  const ends = 'update user_accesses set expires_at = $2 where id = $1'
  await ownerPool.query(ends, [invited.id, inDays(6)])
  await ownerPool.query(ends, [team.owner_access_id, inDays(8)])
  await ownerPool.query(ends, [full.owner_access_id, inDays(-1)])
  await ownerPool.query(
    `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
     values ($1, $2, 'webpay', 'en-duda', 1000, 'manual_resolution')`,
    [full.order_id, buyer.id],
  )
  await ownerPool.query(`
    with account as (insert into bank_accounts (name, created_at) values ('Banco', now()) returning id),
    statement as (
      insert into bank_statements (account_id, uploaded_by, file_name, created_at, confirmed_at, new_lines)
      select id, '${admin.userId}', 'cartola.csv', now(), now(), 2 from account returning id, account_id)
    insert into bank_lines (account_id, statement_id, row_number, booked_on, amount_clp, description, occurrence, created_at, state, note, decided_at)
    select account_id, id, 1, '2026-11-20'::date, 1000, 'Pago', 1, now(), 'open', null, null::timestamptz from statement
    union all select account_id, id, 2, '2026-11-20'::date, 2000, 'Otra', 1, now(), 'set_aside', 'x', now() from statement`)
  await ownerPool.query(
    `insert into data_requests (kind, channel, email, received_at, acknowledged_at, due_at)
     select 'access', 'mailbox', 'ana@example.cl', now(), now(), due_at from unnest($1::timestamptz[]) due_at`,
    [[inDays(-1), inDays(3), inDays(20)]],
  )
  const days = [
    ['webpay', -1, 'waiting'],
    ['webpay', -4, 'waiting'],
    ['webpay', -9, 'different'],
    ['webpay', -5, 'reconciled'],
    ['simulator', -9, 'waiting'],
  ] as const
  for (const [gateway, daysAgo, state] of days) {
    await ownerPool.query(
      `insert into reconciliation_days (gateway, day, state, is_covered, payment_count, payments_clp, refunds_clp, reported_count,
         reported_clp, reported_refunds_clp, settled_clp, open_count, reviewed_count, changed_at)
       values ($1, $2, $3, false, 1, 1000, 0, 0, 0, 0, 0, 0, 0, now())`,
      [gateway, dayOf(inDays(daysAgo)), state],
    )
  }
  expect(await work()).toMatchObject({
    unreconciled: 2,
    oldest_unreconciled: dayOf(inDays(-9)),
    payments: 1,
    credits: 1,
    data_requests: 2,
    oldest_order: full.order_id,
    transfers: 1,
    uninvited: 1,
    expiring: 1,
  })
})
