import { randomUUID } from 'node:crypto'
import { DatabaseError, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { priceOf } from '#app/features/pricing/pricing.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import type { Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createProduct, createProfile, createRefund } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { topUpSeats } from './top-up-seats.server.ts'

const START = new Date()
const PRICE = 100_000
/** What is refused where the price, or the item's seats, are not as the buyer saw them. */
const PRICE_CHANGED = 'El precio o los asientos de esta compra cambiaron'

let database: TestDatabase
let services: PaymentServices
let now = START
beforeAll(async () => {
  database = await cloneDatabase(30)
  services = paymentServices(database, () => now)
})
afterAll(() => database.close())

async function rows(text: string, ...values: unknown[]) {
  return (await database.ownerPool.query(text, values)).rows
}

const list = (seats: number) => priceOf({ basePriceClp: PRICE, mode: 'business', seats }).totalClp

/** Pays an order at the bank, or cancels it there. */
async function atBank(order: { id: string }, userId: string, decision: Decision = 'authorize') {
  const started = await startPayment(services, { id: order.id, userId }, now)
  if (!started.ok) throw new Error(started.error.code)
  const { method, params } = await decideAtBank(services.simulator, started.value, decision)
  return () => handleReturn(services, method, params, now)
}

/** A buyer's paid item of this many seats, at the list price. */
async function paidItem(seats = 2, product: Parameters<typeof createProduct>[1] = {}) {
  now = START
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const made = { ...(await createProduct(database.ownerPool, product)), basePriceClp: PRICE }
  const placed = await checkOut(database.db, buyer, cartOf(made, { seats, mode: 'business' }), BOLETA, now)
  if (!placed.ok) throw new Error(placed.error.code)
  await (await atBank(placed.value, buyer.id))()
  const [item] = await rows('select id from order_items where order_id = $1', placed.value.id)
  const itemId: string = item.id
  const add = (more: number, input: { from?: number; total?: number; key?: string } = {}, user = buyer) =>
    topUpSeats(
      database.db,
      user,
      {
        itemId,
        request: {
          key: input.key ?? randomUUID(),
          more,
          from: input.from ?? seats,
          expected_total_clp:
            input.total ?? Math.max(0, list((input.from ?? seats) + more) - list(input.from ?? seats)),
        },
        billing: { document: 'boleta' },
      },
      now,
    )
  const buySeats = async (...requested: Parameters<typeof add>) => {
    const added = await add(...requested)
    if (!added.ok) throw new Error(added.error.code)
    return added.value
  }
  const stateOf = async () => {
    const [found] = await rows('select seats, total_seats, used_seats from order_items where id = $1', itemId)
    const [sold] = await rows('select paid_seats from assessments where id = $1', made.id)
    return { ...found, paid_seats: sold.paid_seats }
  }
  return { buyer, product: made, order: placed.value, itemId, add, buySeats, stateOf }
}

/** Waits until one statement that begins like this waits for a lock. */
async function untilOneWaits(statement: string) {
  const waiting = async () => {
    const found = await rows(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1",
      `${statement}%`,
    )
    return found.length
  }
  await expect.poll(waiting, { interval: 20, timeout: 5_000 }).toBe(1)
}

describe('added seats', () => {
  // shows: A2.22
  it('cost the difference in an order of their own and are added once it is paid, without another access', async () => {
    const item = await paidItem(2)
    const order = await item.buySeats(9)
    expect(order).toMatchObject({
      status: 'pending',
      total_clp: 160_000,
      items: [{ seats: 9, tops_up_item_id: item.itemId }],
    })
    expect(await item.stateOf()).toEqual({ seats: 2, total_seats: 2, used_seats: 1, paid_seats: 2 })
    const comeBack = await atBank(order, item.buyer.id)
    const answers = await Promise.all(Array.from({ length: 8 }, comeBack))
    for (const answer of answers) expect(['paid', 'processing']).toContain(answer?.outcome)
    expect(await item.stateOf()).toEqual({ seats: 2, total_seats: 11, used_seats: 1, paid_seats: 11 })
    const [sold] = await rows('select * from order_items where order_id = $1', order.id)
    expect(sold).toMatchObject({ unit_price_clp: 17_778, pricing_band: '11-49', per_extra_rate: 0.2, from_seats: 2 })
    expect(await rows('select from user_accesses where user_id = $1', item.buyer.id)).toHaveLength(1)
    const mails = await rows("select params from mails where template = 'order_receipt' and order_id = $1", order.id)
    expect(mails).toMatchObject([
      { params: { total_clp: '$160.000', productos: [{ modalidad: 'Asientos adicionales', personas: '9 personas' }] } },
    ])
    for (let seat = 0; seat < 10; seat += 1) {
      await createInvitation(database.ownerPool, { itemId: item.itemId, userId: item.buyer.id })
    }
    const invitation = createInvitation(database.ownerPool, { itemId: item.itemId, userId: item.buyer.id })
    await expect(invitation).rejects.toMatchObject({ constraint: 'order_items_seats_left' })
  })

  it('are added at once when they cost nothing, without a bank, and nothing is refunded', async () => {
    const item = await paidItem(10)
    expect(await item.buySeats(1)).toMatchObject({ status: 'paid', total_clp: 0 })
    expect(await item.stateOf()).toMatchObject({ total_seats: 11, paid_seats: 11 })
    expect(
      await rows('select gateway, status from payment_attempts where user_id = $1 order by created_at', item.buyer.id),
    ).toEqual([
      { gateway: 'simulator', status: 'paid' },
      { gateway: 'free', status: 'paid' },
    ])
    // What was paid for ten counts: up to 20 the larger count costs 480.000, of which 460.000 are paid.
    const order = await item.buySeats(9, { from: 11, total: 20_000 })
    expect(order.total_clp).toBe(20_000)
  })

  it('that cost nothing leave no order when they can not be paid: both happen or neither', async () => {
    const item = await paidItem(10)
    await rows("alter table payment_attempts add constraint no_free_payment check (gateway <> 'free') not valid")
    await expect(item.add(1)).rejects.toMatchObject({ constraint: 'no_free_payment' })
    await rows('alter table payment_attempts drop constraint no_free_payment')
    expect(await rows('select id from orders where user_id = $1', item.buyer.id)).toEqual([{ id: item.order.id }])
    expect(await item.buySeats(1)).toMatchObject({ status: 'paid' })
    expect(await item.stateOf()).toMatchObject({ total_seats: 11, paid_seats: 11 })
  })

  it('are refused for another user, in self mode, and for refunded orders and deleted items', async () => {
    const item = await paidItem(2)
    const stranger = asSessionUser(await createProfile(database.ownerPool))
    const missing = { ok: false, error: { code: 'item_not_found' } }
    expect(await item.add(1, {}, stranger)).toEqual(missing)
    await rows('update order_items set deleted_at = now() where id = $1', item.itemId)
    expect(await item.add(1)).toEqual(missing)
    await rows('update order_items set deleted_at = null where id = $1', item.itemId)
    const paid = await item.buySeats(1)
    await (await atBank(paid, item.buyer.id))()
    const [top_up] = await rows('select id from order_items where order_id = $1', paid.id)
    const request = { key: randomUUID(), more: 1, from: 1, expected_total_clp: 0 }
    const requested = { itemId: top_up.id, request, billing: { document: 'boleta' as const } }
    expect(await topUpSeats(database.db, item.buyer, requested, now)).toEqual(missing)
    await createRefund(database.ownerPool, item.order.id)
    expect(await item.add(1, { from: 3 })).toEqual(missing)
    const own = await checkOut(database.db, item.buyer, cartOf(item.product, { repeat: 'yes' }), BOLETA, now)
    await (await atBank(own.ok ? own.value : { id: '' }, item.buyer.id))()
    const [self] = await rows("select id from order_items where mode = 'self' and user_id = $1", item.buyer.id)
    expect(await topUpSeats(database.db, item.buyer, { ...requested, itemId: self.id }, now)).toEqual(missing)
  })

  it("are refused after expiry, beyond the product's limit, and for products no longer sold", async () => {
    const item = await paidItem(2, { maxSeats: 3 })
    await expect(item.add(2)).rejects.toThrow(PRICE_CHANGED)
    await item.buySeats(1)
    await rows("update assessments set status = 'archived' where id = $1", item.product.id)
    await expect(item.add(1)).rejects.toThrow('Este producto ya no se vende para organizaciones')
    await rows("update assessments set status = 'active', max_seats = 2 where id = $1", item.product.id)
    await expect(item.add(1)).rejects.toThrow('Esta compra ya tiene el máximo de personas')
    await rows('update assessments set max_seats = 1000 where id = $1', item.product.id)
    now = endOfDay(START, 181)
    await expect(item.add(1)).rejects.toThrow('El plazo para responder de esta compra terminó')
  })
})

describe('the price shown to the buyer', () => {
  it('needs a new confirmation when total, base price or count has changed', async () => {
    const item = await paidItem(2)
    await expect(item.add(9, { total: 1 })).rejects.toThrow(PRICE_CHANGED)
    await expect(item.add(9, { total: 0 })).rejects.toThrow(PRICE_CHANGED)
    await expect(item.add(9, { from: 1, total: 160_000 })).rejects.toThrow(PRICE_CHANGED)
    await rows('update assessments set base_price_clp = 110000 where id = $1', item.product.id)
    await expect(item.add(9)).rejects.toThrow(PRICE_CHANGED)
    expect(await item.buySeats(9, { total: 330_000 - 140_000 })).toMatchObject({ total_clp: 190_000 })
    await rows('update assessments set base_price_clp = 1000000 where id = $1', item.product.id)
    // The whole item would be 3.000.000; nine seats alone are 4.200.000, one alone 1.000.000.
    expect(await item.buySeats(1, { total: 1_000_000 })).toMatchObject({ total_clp: 1_000_000 })
  })
})

describe('the same request', () => {
  it('makes one order when sent ten times at once, also after it is paid', async () => {
    const item = await paidItem(2)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => item.add(9, { key })))
    const ids = new Set(answers.map(answer => (answer.ok ? answer.value.id : answer.error.code)))
    expect(ids.size).toBe(1)
    await (await atBank({ id: [...ids][0] ?? '' }, item.buyer.id))()
    expect(await item.add(9, { key })).toMatchObject({ ok: true, value: { status: 'paid' } })
    expect(await item.stateOf()).toMatchObject({ total_seats: 11 })
  })

  it('adds free seats once when sent ten times at once', async () => {
    const item = await paidItem(10)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => item.add(1, { key })))
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { status: 'paid' } })
    expect(await item.stateOf()).toMatchObject({ total_seats: 11, paid_seats: 11 })
    expect(
      await rows("select from payment_attempts where gateway = 'free' and user_id = $1", item.buyer.id),
    ).toHaveLength(1)
  })
})

describe('two top-ups of one item', () => {
  it('leave the later one payable: both were priced for the same seats', async () => {
    const item = await paidItem(11)
    const first = await item.buySeats(39)
    const comeBack = await atBank(first, item.buyer.id)
    const second = await item.buySeats(39)
    expect(await comeBack()).toMatchObject({ outcome: 'timed_out', order: { status: 'failed' } })
    expect(await item.stateOf()).toMatchObject({ total_seats: 11 })
    await (await atBank(second, item.buyer.id))()
    expect(await item.stateOf()).toMatchObject({ total_seats: 50, paid_seats: 50 })
  })

  it('wait while the bank has not answered about the first', async () => {
    const item = await paidItem(2)
    const first = await item.buySeats(9)
    expect(await (await atBank(first, item.buyer.id, 'lost_answer'))()).toMatchObject({ outcome: 'processing' })
    expect(await item.add(1)).toEqual({
      ok: false,
      error: { code: 'payment_in_progress', orderNumber: first.order_number },
    })
    now = new Date(START.getTime() + 10_000)
    await recoverAttempts(services, now)
    expect(await item.stateOf()).toMatchObject({ total_seats: 11 })
  })

  it('with a key each at once add the seats of one', async () => {
    const item = await paidItem(10)
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => item.add(1)))
    const { total_seats } = await item.stateOf()
    const added = answers.filter(
      answer => answer.status === 'fulfilled' && answer.value.ok && answer.value.value.status === 'paid',
    )
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ name: 'Refusal' })
    expect({ total_seats, added: added.length }).toEqual({ total_seats: 11, added: 1 })
  })

  it('show the changed seats when the first is paid while the second is placed', async () => {
    const item = await paidItem(10)
    const first = await database.ownerPool.connect()
    await first.query('begin')
    await first.query('lock table orders in share mode')
    const refused = expect(item.add(1)).rejects.toThrow(PRICE_CHANGED)
    await untilOneWaits('insert into "orders"')
    await first.query('update order_items set added_seats = added_seats + 1 where id = $1', [item.itemId])
    await first.query('commit')
    first.release()
    await refused
    expect(await item.stateOf()).toMatchObject({ total_seats: 11 })
  })

  it('show the changed seats and leave no order when the first is paid while the second is being paid', async () => {
    const item = await paidItem(10)
    const first = await database.ownerPool.connect()
    await first.query('begin')
    await first.query('update order_items set added_seats = added_seats + 1 where id = $1', [item.itemId])
    const refused = expect(item.add(1)).rejects.toThrow(PRICE_CHANGED)
    await untilOneWaits('update "orders"')
    await first.query('commit')
    first.release()
    await refused
    expect(await item.stateOf()).toMatchObject({ total_seats: 11 })
    expect(await rows('select id from orders where user_id = $1', item.buyer.id)).toEqual([{ id: item.order.id }])
  })
})

describe('a payment', () => {
  it.each(['reject', 'cancel', 'timeout', 'form_error'] as const)('that ends with %s adds nothing', async decision => {
    const item = await paidItem(2)
    const order = await item.buySeats(9)
    await (await atBank(order, item.buyer.id, decision))()
    expect(await item.stateOf()).toEqual({ seats: 2, total_seats: 2, used_seats: 1, paid_seats: 2 })
    expect(await item.buySeats(9)).toMatchObject({ status: 'pending', total_clp: 160_000 })
  })

  it('of seats whose first purchase was refunded meanwhile is refunded, also when both happen at once', async () => {
    for (const order of ['before', 'at once'] as const) {
      const item = await paidItem(2)
      const placed = await item.buySeats(9)
      const comeBack = await atBank(placed, item.buyer.id)
      const refund = createRefund(database.ownerPool, item.order.id)
      if (order === 'before') await refund
      await Promise.all([refund, comeBack()])
      const [state] = await rows(
        `select orders.status as order, attempt.status as attempt, attempt.refunded_clp, item.total_seats
         from orders join payment_attempts attempt on attempt.order_id = orders.id, order_items item
         where orders.id = $1 and item.id = $2`,
        placed.id,
        item.itemId,
      )
      const input = { order: 'failed', attempt: 'refunded', refunded_clp: 160_000, total_seats: 2 }
      const paid = { order: 'paid', attempt: 'paid', refunded_clp: 0, total_seats: 11 }
      expect(order === 'before' ? [input] : [input, paid]).toContainEqual(state)
    }
  })
})

describe('a refund of added seats', () => {
  it('removes unused seats, never an assigned one', async () => {
    const unused = await paidItem(2)
    const order = await unused.buySeats(9)
    await (await atBank(order, unused.buyer.id))()
    await createRefund(database.ownerPool, order.id)
    expect(await unused.stateOf()).toEqual({ seats: 2, total_seats: 2, used_seats: 1, paid_seats: 2 })

    const used = await paidItem(2)
    const second = await used.buySeats(9)
    await (await atBank(second, used.buyer.id))()
    const invitations = Array.from({ length: 5 }, () =>
      createInvitation(database.ownerPool, { itemId: used.itemId, userId: used.buyer.id }),
    )
    await Promise.allSettled([...invitations, createRefund(database.ownerPool, second.id)])
    const state = await used.stateOf()
    expect(state.total_seats).toBe(Math.max(2, state.used_seats))
    expect(state.paid_seats).toBe(2)
  })

  it('mentions the removed unused seats to the buyer, and no access', async () => {
    const item = await paidItem(2)
    const order = await item.buySeats(9)
    await (await atBank(order, item.buyer.id))()
    const { id: userId } = await createProfile(database.ownerPool, { role: 'admin' })
    const input = { actor: { kind: 'admin', userId }, orderId: order.id, reason: 'Sobran', now } as const
    await refundOrder(services, { ...input, confirmed: { password: true, loss: true } })
    const { rows } = await database.ownerPool.query(
      "select params from mails where template = 'refund_notice' and order_id = $1",
      [order.id],
    )
    expect(rows).toMatchObject([{ params: { asientos: true, parcial: false } }])
  })

  it('leaves the seats of other orders unchanged', async () => {
    const item = await paidItem(2)
    const first = await item.buySeats(9)
    await (await atBank(first, item.buyer.id))()
    const second = await item.buySeats(39, { from: 11, total: 290_000 })
    await (await atBank(second, item.buyer.id))()
    await createRefund(database.ownerPool, first.id)
    expect(await item.stateOf()).toEqual({ seats: 2, total_seats: 41, used_seats: 1, paid_seats: 41 })
  })
})

describe('the database', () => {
  /** Runs SQL under the application's role without an ownership check in its WHERE. */
  async function asBuyer(userId: string, work: (client: PoolClient) => Promise<unknown>): Promise<string> {
    const client = await database.ownerPool.connect()
    try {
      await client.query(
        `begin; set local role alhena_app; set local alhena.kind = 'user'; set local alhena.user_id = '${userId}'`,
      )
      await work(client)
      return 'done'
    } catch (error) {
      return error instanceof DatabaseError ? (error.constraint ?? error.message) : String(error)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const topUpRow = (itemId: string, orderId: string, input: { seats?: number; from?: number; user?: string } = {}) =>
    `insert into order_items (order_id, user_id, assessment_id, mode, seats, base_price_clp, unit_price_clp, subtotal_clp, total_clp,
       pricing_band, per_extra_rate, tops_up_item_id, from_seats)
     select '${orderId}', ${input.user ? `'${input.user}'` : 'user_id'}, assessment_id, 'business', ${input.seats ?? 1}, 0, 0, 0, 0, '1-10', 0.4, id, ${input.from ?? 2}
     from order_items where id = '${itemId}'`

  /** An open order of $0 of a buyer, without items. */
  async function openOrder(userId: string): Promise<string> {
    const [order] = await rows(
      `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version, terms_accepted_at)
       values ($1, $2, 0, 0, 0, 0, gen_random_uuid(), '1', now()) returning id`,
      userId,
      `ALH-${randomUUID()}`,
    )
    return order.id
  }

  it("lets a buyer's own transaction add no seats: neither by a row nor by a free top-up", async () => {
    const { buyer, itemId } = await paidItem(2)
    const orderId = await openOrder(buyer.id)
    expect(await asBuyer(buyer.id, client => client.query('update order_items set added_seats = 5'))).toContain(
      'denied',
    )
    const grown = topUpRow(itemId, orderId)
      .replace('from_seats)', 'from_seats, added_seats)')
      .replace(', id, 2', ', id, 2, 5')
    expect(await asBuyer(buyer.id, client => client.query(grown))).toContain('denied')
    const paid = await asBuyer(buyer.id, async client => {
      await client.query(topUpRow(itemId, orderId))
      await client.query("update orders set status = 'paid', paid_at = now() where id = $1", [orderId])
    })
    expect(paid).toBe('orders_paid_by_shop')
  })

  it("accepts a top-up of the buyer's own item only, at its current seats, within the limits", async () => {
    const { buyer, itemId } = await paidItem(2)
    const stranger = await createProfile(database.ownerPool)
    const own = await openOrder(buyer.id)
    const foreign = await openOrder(stranger.id)
    const refusals = [
      [
        stranger.id,
        topUpRow(itemId, foreign, { user: stranger.id }).replace(
          `from order_items where id = '${itemId}'`,
          `from (select '${itemId}'::uuid as id, id as assessment_id from assessments limit 1) forged`,
        ),
      ],
      [buyer.id, topUpRow(itemId, own, { from: 1 })],
      [buyer.id, topUpRow(itemId, own, { seats: 999 })],
      [buyer.id, topUpRow(itemId, own).replace("'business', 1", "'self', 1")],
    ] as const
    for (const [user, statement] of refusals) {
      expect(await asBuyer(user, client => client.query(statement)), statement).toBe(
        'order_items_top_up_of_active_item',
      )
    }
    expect(await asBuyer(buyer.id, client => client.query(topUpRow(itemId, own)))).toBe('done')
  })

  it('gives no access for a top-up, and never more than 1000 seats', async () => {
    const { buyer, itemId, buySeats: buyMore } = await paidItem(2)
    const order = await buyMore(9)
    await (await atBank(order, buyer.id))()
    const [topUp] = await rows('select id from order_items where order_id = $1', order.id)
    const invitation = createInvitation(database.ownerPool, { itemId: topUp.id, userId: buyer.id })
    await expect(invitation).rejects.toMatchObject({ constraint: 'order_items_top_up_gives_no_access' })
    await expect(rows('update order_items set added_seats = 999 where id = $1', itemId)).rejects.toMatchObject({
      constraint: 'order_items_most_seats',
    })
  })
})
