import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffOrder } from '#app/features/orders/staff-order.server.ts'
import { mailsOfOrder } from '#app/mails/sent-mails.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { accessesAtStake, newestAccesses } from './related-accesses.server.ts'

let database: TestDatabase
let admin: Actor
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const write = (text: string, ...values: unknown[]) => database.ownerPool.query(text, values)

/** An order of five seats: the buyer's own, one completed, one started, one revoked, and one free. */
async function order() {
  const { ownerPool } = database
  const buyer = await createProfile(ownerPool)
  const product = await findProduct(ownerPool)
  const item = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })
  const invite = async (change: string) => {
    const { id, email } = await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer.id })
    await write(`update user_accesses set ${change} where id = $1`, id)
    return { id, email }
  }
  const started = await invite("status = 'in_use', accessed_at = now()")
  await invite("status = 'completed', accessed_at = now(), completed_at = now()")
  const gone = await invite("status = 'revoked'")
  for (const { id, email } of [started, gone])
    await write(
      "insert into mails (template, recipient, params, access_id, status) values ('respondent_reminder', $2, '{}', $1, 'queued')",
      id,
      email,
    )
  return { buyer, started, ...item }
}

// shows: B2.28, B2.36
it('of an order are counted by progress, with their queued mails and without revoked ones', async () => {
  const { order_id } = await order()
  await asActor(database.db, admin, async tx => {
    expect(await accessesAtStake(tx, order_id)).toEqual({ invited: 1, started: 1, completed: 1, mails: 1, all: 4 })
    expect(await newestAccesses(tx, { orderId: order_id }, 25)).toHaveLength(4)
    expect((await mailsOfOrder(tx, order_id, 25)).map(mail => mail.template)).toEqual([
      'respondent_reminder',
      'respondent_reminder',
    ])
    expect((await staffOrder(tx, order_id))?.items).toMatchObject([{ seats: 5, used_seats: 3, total_seats: 5 }])
  })
})

it('and their order are hidden from other users', async () => {
  const { order_id } = await order()
  const stranger = { kind: 'user', userId: (await createProfile(database.ownerPool)).id } as const
  await asActor(database.db, stranger, async tx => {
    expect(await staffOrder(tx, order_id)).toBeUndefined()
    expect(await newestAccesses(tx, { orderId: order_id }, 25)).toEqual([])
    expect(await mailsOfOrder(tx, order_id, 25)).toEqual([])
    expect(await accessesAtStake(tx, order_id)).toEqual({ invited: 0, started: 0, completed: 0, mails: 0, all: 0 })
  })
})
