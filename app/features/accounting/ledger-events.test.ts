import fc from 'fast-check'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { surplusCancelled, surplusReceived, surplusReturned } from '#app/features/payments/attempts/surplus.server.ts'
import { chargebackOpened } from '#app/features/payments/chargebacks/chargeback-opened.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { markRefunded, moveAttempt } from '#app/features/payments/payments.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { pesos, splitVat } from '#app/kernel/money.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile, type TestProduct, type TestProfile } from '#tests/support/factories.ts'
import { balancesOf, createCardOrder, entriesOf } from '#tests/support/ledger.ts'
import { paymentServices } from '#tests/support/payments.ts'
import { asShop } from '#tests/support/shop-transaction.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let services: ReturnType<typeof paymentServices>
let actor: Extract<Actor, { kind: 'admin' }>
let buyer: TestProfile
let product: TestProduct
beforeAll(async () => {
  database = await cloneDatabase()
  services = paymentServices(database, () => NOW)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  buyer = await createProfile(database.ownerPool)
  product = await createProduct(database.ownerPool)
})
afterAll(() => database.close())

const card = (subtotal: number, discount = 0, gateway = 'webpay') =>
  createCardOrder(database, { userId: buyer.id, productId: product.id, subtotal, discount, gateway, at: NOW })

/** Refunds by hand, which ask no gateway. */
const refund = (orderId: string, amount: number) =>
  refundOrder(services, {
    actor,
    orderId,
    amount,
    reason: 'Prueba',
    byHand: true,
    confirmed: { password: true, loss: true },
    now: NOW,
  })

describe('a sale', () => {
  it('debits what was received and the discount, and credits sale and VAT', async () => {
    const { orderId } = await card(119_000, 11_900)
    expect(await entriesOf(database, orderId)).toEqual([
      {
        event: 'sale',
        simulated: false,
        lines: { card_receivable: 107_100, discounts: 10_000, sales: -100_000, vat_payable: -17_100 },
      },
    ])
  })

  it('of $0 has the sale and its discount, and no money', async () => {
    const { orderId } = await card(119_000, 119_000, 'free')
    expect(await entriesOf(database, orderId)).toMatchObject([{ lines: { discounts: 100_000, sales: -100_000 } }])
  })

  it('of a product for nothing is an entry without lines', async () => {
    const { orderId } = await card(0, 0, 'free')
    expect(await entriesOf(database, orderId)).toMatchObject([{ event: 'sale', lines: {} }])
  })

  it('at the simulator is marked, and is no money of the bank', async () => {
    const { orderId } = await card(1190, 0, 'simulator')
    expect(await entriesOf(database, orderId)).toMatchObject([
      { simulated: true, lines: { simulated_receivable: 1190 } },
    ])
  })

  it.each([
    ['transfer', 'bank'],
    ['purchase_order', 'purchase_order_receivable'],
  ] as const)('that the staff record as a %s debits %s', async (method, account) => {
    const client = asSessionUser(await createProfile(database.ownerPool))
    const placed = await checkOut(database.db, client, cartOf({ ...product, basePriceClp: 100_000 }), BOLETA, NOW)
    if (!placed.ok) throw new Error(placed.error.code)
    const { id, total_clp: amount } = placed.value
    const seen = { method, reference: method, paidOn: '2026-11-21', note: null } as const
    expect(await registerPayment(database, { actor, orderId: id, amount, seen, now: NOW })).toMatchObject({ ok: true })
    expect(await entriesOf(database, id)).toMatchObject([{ simulated: false, lines: { [account]: amount } }])
  })
})

describe('refunds', () => {
  it('of any parts take back exactly the net and VAT of the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { maxLength: 4 }),
        async (total, shares) => {
          const { orderId } = await card(total)
          let left = total
          for (const share of shares) {
            const part = Math.max(1, Math.floor(left * share))
            if (part >= left) break
            expect(await refund(orderId, part)).toMatchObject({ state: 'partially_refunded' })
            left -= part
            const { net, vat } = splitVat(pesos(left))
            const { refunds = 0, sales = 0, vat_payable = 0 } = await balancesOf(database, orderId)
            expect({ net: 0 - sales - refunds, vat: 0 - vat_payable }).toEqual({ net, vat })
          }
          expect(await refund(orderId, left)).toMatchObject({ state: 'refunded' })
          const { net } = splitVat(pesos(total))
          // By hand, so the money left the bank account; without VAT nothing of the sale is left.
          const { card_receivable, bank, ...rest } = await balancesOf(database, orderId)
          expect({ card_receivable, bank }).toEqual({ card_receivable: total, bank: -total })
          expect(rest).toEqual(net === 0 ? {} : { sales: -net, refunds: net })
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)

  it('of an order of $0 is an entry without lines', async () => {
    const { orderId } = await card(1190, 1190, 'free')
    expect(await refund(orderId, 0)).toMatchObject({ state: 'refunded' })
    expect((await entriesOf(database, orderId)).at(-1)).toMatchObject({ event: 'refund', lines: {} })
  })
})

async function second(status = 'committing') {
  const { orderId } = await card(1190)
  const { rows } = await database.ownerPool.query<{ id: string }>(
    `insert into payment_attempts (order_id, user_id, gateway, buy_order, token, amount_clp, status)
     values ($1, $2, 'webpay', left(gen_random_uuid()::text, 26), gen_random_uuid()::text, 1190, $3) returning id`,
    [orderId, buyer.id, status],
  )
  return { orderId, surplus: { id: rows[0]?.id ?? '', order_id: orderId, gateway: 'webpay', amount_clp: pesos(1190) } }
}

const inShop = <Value>(work: (tx: Transaction<DB>) => Promise<Value>) => asActor(database.db, SYSTEM, work)

describe('a payment that its order did not need', () => {
  it('is owed to the buyer, and then given back', async () => {
    const { orderId, surplus } = await second()
    await inShop(async tx => {
      await moveAttempt(tx, surplus.id, 'refund_pending', { nextCheckAt: NOW })
      await surplusReceived(tx, surplus, NOW)
    })
    expect(await balancesOf(database, orderId)).toMatchObject({ card_receivable: 2380, customer_surplus: -1190 })
    await inShop(async tx => {
      await markRefunded(tx, surplus.id, surplus.amount_clp)
      await surplusReturned(tx, surplus, false, NOW)
    })
    expect(await balancesOf(database, orderId)).toEqual({ card_receivable: 1190, sales: -1000, vat_payable: -190 })
    expect((await entriesOf(database, orderId)).map(({ event }) => event).toSorted()).toEqual([
      'sale',
      'surplus_received',
      'surplus_returned',
    ])
  })

  it('leaves the bank account when the staff gave it back', async () => {
    const { orderId, surplus } = await second('manual_resolution')
    await inShop(async tx => {
      await markRefunded(tx, surplus.id, surplus.amount_clp, true)
      await surplusReturned(tx, surplus, true, NOW)
    })
    expect(await balancesOf(database, orderId)).toMatchObject({ card_receivable: 2380, bank: -1190 })
  })

  it('is cancelled when a person finds that the bank never charged it', async () => {
    const { orderId, surplus } = await second()
    await inShop(async tx => {
      await moveAttempt(tx, surplus.id, 'refund_pending', { nextCheckAt: NOW })
      await surplusReceived(tx, surplus, NOW)
      await moveAttempt(tx, surplus.id, 'manual_resolution', { nextCheckAt: null })
    })
    await inShop(async tx => {
      await moveAttempt(tx, surplus.id, 'rejected', { nextCheckAt: null })
      await surplusCancelled(tx, surplus, NOW)
    })
    expect(await balancesOf(database, orderId)).toMatchObject({ card_receivable: 1190 })
  })

  it('is not confused with an attempt that the bank rejected', async () => {
    const { orderId, surplus } = await second()
    await inShop(tx => moveAttempt(tx, surplus.id, 'rejected', { nextCheckAt: null }))
    expect(await entriesOf(database, orderId)).toHaveLength(1)
  })
})

describe('the database commits nothing without its entry:', () => {
  const asSystem = (statement: string, ...values: unknown[]) =>
    asShop(database.ownerPool, (_, run) => run(statement, ...values))

  it('no payment of an order', async () => {
    const placed = await checkOut(
      database.db,
      asSessionUser(await createProfile(database.ownerPool)),
      cartOf({ ...product, basePriceClp: 100_000 }),
      BOLETA,
      NOW,
    )
    const paid = asSystem(
      "update orders set status = 'paid', paid_at = $2 where id = $1",
      placed.ok && placed.value.id,
      NOW,
    )
    await expect(paid).rejects.toMatchObject({ constraint: 'orders_posted' })
  })

  it('no refund', async () => {
    const { orderId, attemptId } = await card(1190)
    const refunded = asShop(database.ownerPool, async (_, run) => {
      await run(
        "insert into refunds (order_id, attempt_id, amount_clp, reason) values ($1, $2, 10, 'x')",
        orderId,
        attemptId,
      )
      await run("update refunds set status = 'done', settled_at = $2 where order_id = $1", orderId, NOW)
    })
    await expect(refunded).rejects.toMatchObject({ constraint: 'refunds_posted' })
  })

  it('no chargeback, opened or won', async () => {
    const { orderId, attemptId } = await card(1190)
    const claim = `insert into chargebacks (order_id, attempt_id, amount_clp, reason, received_on, answer_by, created_at)
      values ($1, $2, 10, 'other', '2026-11-20', '2026-11-20', $3) returning id`
    await expect(asSystem(claim, orderId, attemptId, NOW)).rejects.toMatchObject({ constraint: 'chargebacks_posted' })
    const id = await asShop(database.ownerPool, async (tx, run) => {
      const [opened] = await run(claim, orderId, attemptId, NOW)
      const open = { id: opened?.id ?? '', order_id: orderId, amount_clp: pesos(10), gateway: 'webpay' }
      await chargebackOpened(tx, open, NOW)
      return open.id
    })
    const won = asSystem("update chargebacks set status = 'won', settled_at = $2 where id = $1", id, NOW)
    await expect(won).rejects.toMatchObject({ constraint: 'chargebacks_posted' })
  })

  it.each(['refund_pending', 'refunded'])('no surplus payment that is %s', async status => {
    const { surplus } = await second()
    const moved = asSystem('update payment_attempts set status = $2 where id = $1', surplus.id, status)
    await expect(moved).rejects.toMatchObject({ constraint: 'payment_attempts_posted' })
  })
})
