import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { parseDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile, type TestProduct } from '#tests/support/factories.ts'
import { balancesOf, createCardOrder } from '#tests/support/ledger.ts'
import { paymentServices } from '#tests/support/payments.ts'
import { deadlineText } from './chargebacks.ts'
import {
  answerChargeback,
  type RecordChargeback,
  recordChargeback,
  settleChargeback,
} from './manage-chargebacks.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const LATER = new Date('2026-12-03T15:00:00Z')
const TOTAL = 119_000

const ALL_CHARGED_BACK = 'No se devolvió nada: todo lo que queda está en un contracargo.'
const NOT_CONFIRMED = { name: 'Refusal', field: 'understood', message: 'Confirma que entiendes lo que se revoca' }

const dayFrom = (text: string) => parseDay(text) ?? '0-0-0'

let database: TestDatabase
let services: ReturnType<typeof paymentServices>
let actor: Extract<Actor, { kind: 'admin' }>
let product: TestProduct
beforeAll(async () => {
  database = await cloneDatabase(16)
  services = paymentServices(database, () => NOW)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  product = await createProduct(database.ownerPool)
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

async function paidOrder() {
  const userId = (await createProfile(database.ownerPool)).id
  const { orderId } = await createCardOrder(database, { userId, productId: product.id, subtotal: TOTAL, at: NOW })
  const record = (input: Partial<RecordChargeback> = {}) =>
    recordChargeback(database, {
      actor,
      orderId,
      amount: pesos(TOTAL),
      reason: 'not_recognised',
      note: null,
      reference: null,
      receivedOn: dayFrom('2026-11-20'),
      answerBy: dayFrom('2026-12-04'),
      revoke: false,
      lossConfirmed: true,
      now: NOW,
      ...input,
    })
  const settle = (chargebackId: string, result: 'won' | 'lost', revoke = false, lossConfirmed = true) =>
    settleChargeback(database, {
      actor,
      chargebackId,
      result,
      note: 'Carta del banco',
      revoke,
      lossConfirmed,
      now: LATER,
    })
  const refund = (amount?: number, loss = true) =>
    refundOrder(services, {
      actor,
      orderId,
      ...(amount !== undefined && { amount }),
      reason: 'Prueba',
      byHand: true,
      confirmed: { password: true, loss },
      now: NOW,
    })
  const state = async () => {
    const [order] = await rows('select status, charged_back_clp, refunded_clp from orders where id = $1', orderId)
    const [spent] = await rows('select spent_clp from client_totals where id = $1', userId)
    const accesses = await rows(
      `select access.status from user_accesses access join order_items item on item.id = order_item_id
       where order_id = $1 order by access.created_at`,
      orderId,
    )
    return { ...order, spent: spent.spent_clp, accesses: accesses.map(({ status }) => status) }
  }
  const log = async () =>
    (await rows("select action from audit_log where entity = 'orders' and entity_id = $1 order by id", orderId)).map(
      ({ action }) => action,
    )
  const mails = () =>
    rows("select recipient, params from mails where order_id = $1 and template = 'chargeback_notice'", orderId)
  return { orderId, record, settle, refund, state, log, mails }
}

describe('a chargeback', () => {
  it('takes the pesos from the order, its client and the ledger, and keeps the accesses', async () => {
    const order = await paidOrder()
    await order.record({ amount: pesos(50_000) })
    expect(await order.state()).toEqual({
      status: 'paid',
      charged_back_clp: 50_000,
      refunded_clp: 0,
      spent: TOTAL - 50_000,
      accesses: ['active'],
    })
    expect(await balancesOf(database, order.orderId)).toEqual({
      card_receivable: TOTAL - 50_000,
      chargebacks: 50_000,
      sales: -100_000,
      vat_payable: -19_000,
    })
    expect(await order.log()).toEqual(['chargeback_recorded'])
    expect(await order.mails()).toEqual([])
  })

  it('won gives them back', async () => {
    const order = await paidOrder()
    const id = await order.record()
    await answerChargeback(database, { actor, chargebackId: id, answer: 'Usó sus accesos', now: LATER })
    expect(await order.settle(id, 'won')).toEqual({ accesses: 'kept' })
    expect(await order.state()).toMatchObject({ status: 'paid', charged_back_clp: 0, spent: TOTAL })
    expect(await balancesOf(database, order.orderId)).not.toHaveProperty('chargebacks')
    expect(await order.log()).toEqual(['chargeback_recorded', 'chargeback_answered', 'chargeback_won'])
    // Another claim of the same payment may come.
    await order.record()
  })

  it('is answered and settled once each', async () => {
    const order = await paidOrder()
    const id = await order.record()
    const answer = () => answerChargeback(database, { actor, chargebackId: id, answer: 'Pruebas', now: LATER })
    const answers = await Promise.allSettled([answer(), answer()])
    const settled = await Promise.allSettled([
      order.settle(id, 'won'),
      order.settle(id, 'lost'),
      order.settle(id, 'won'),
    ])
    const late = { name: 'Refusal', message: expect.stringContaining('otra persona ya lo respondió o lo resolvió') }
    for (const attempts of [answers, settled]) {
      const [first, ...others] = attempts.toSorted((a, b) => a.status.localeCompare(b.status))
      expect(first).toMatchObject({ status: 'fulfilled' })
      for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: late })
    }
    await expect(answer()).rejects.toMatchObject(late)
    await expect(
      asActor(database.db, actor, tx =>
        tx.updateTable('chargebacks').set({ status: 'received', settled_at: null }).where('id', '=', id).execute(),
      ),
    ).rejects.toMatchObject({ constraint: 'chargebacks_status_transition' })
  })

  it('revokes the accesses by choice, once that was understood', async () => {
    const order = await paidOrder()
    await expect(order.record({ revoke: true, lossConfirmed: false })).rejects.toMatchObject(NOT_CONFIRMED)
    const id = await order.record({ revoke: true })
    expect(await order.state()).toMatchObject({ status: 'charged_back', accesses: ['revoked'] })
    expect(await order.mails()).toMatchObject([
      {
        recipient: expect.stringContaining('@'),
        params: {
          nombre_productos: product.name,
          fecha_orden: '21-11-2026',
          total_clp: '$119.000',
          monto_reclamado_clp: '$119.000',
          resuelto: false,
        },
      },
    ])
    expect(await order.settle(id, 'won')).toEqual({ accesses: 'restored' })
    expect(await order.state()).toMatchObject({ status: 'paid', accesses: ['revoked', 'active'], spent: TOTAL })
  })

  it('that is lost may revoke them then', async () => {
    const order = await paidOrder()
    const id = await order.record()
    await expect(order.settle(id, 'lost', true, false)).rejects.toMatchObject(NOT_CONFIRMED)
    expect(await order.settle(id, 'lost', true)).toEqual({ accesses: 'revoked' })
    expect(await order.state()).toMatchObject({ status: 'charged_back', charged_back_clp: TOTAL, spent: 0 })
    await expect(order.refund(0)).rejects.toThrow(ALL_CHARGED_BACK)
    expect(await order.mails()).toMatchObject([{ params: { monto_reclamado_clp: '$119.000', resuelto: true } }])
  })

  it('leaves the accesses revoked while another one of the order does', async () => {
    const order = await paidOrder()
    const first = await order.record({ amount: pesos(50_000), revoke: true })
    const second = await order.record({ amount: pesos(TOTAL - 50_000) })
    await order.settle(second, 'won')
    expect(await order.state()).toMatchObject({ status: 'charged_back' })
    await order.settle(first, 'won')
    expect(await order.state()).toMatchObject({ status: 'paid', charged_back_clp: 0 })
  })

  it.each([
    ['more than was paid', { amount: pesos(TOTAL + 1) }, 'Quedan $119.000 que no se han devuelto ni reclamado'],
    ['a day to come', { receivedOn: dayFrom('2026-11-22') }, 'Ingresa un día de los últimos dos años, hasta hoy'],
    ['a deadline before the claim', { answerBy: dayFrom('2026-11-19') }, 'El plazo no puede terminar antes'],
    ['an unknown order', { orderId: '0b0e7f0e-0000-4000-8000-000000000001' }, 'esta orden no está pagada'],
  ])('refuses %s', async (_, input, text) => {
    const order = await paidOrder()
    await expect(order.record(input)).rejects.toThrow(text)
  })

  it('is recorded once by its reference', async () => {
    const [one, other] = [await paidOrder(), await paidOrder()]
    await one.record({ amount: pesos(1), reference: 'CB-77' })
    await expect(other.record({ reference: ' cb-77 ' })).rejects.toMatchObject({
      field: 'reference',
      message: expect.stringContaining('Esa referencia ya es del contracargo de la orden'),
    })
  })
})

describe('the same money', () => {
  it('is never refunded and charged back', async () => {
    const order = await paidOrder()
    await order.record({ amount: pesos(100_000) })
    expect(await order.refund()).toEqual({ state: 'partially_refunded', amount: 19_000 })
    await expect(order.refund(1)).rejects.toThrow(ALL_CHARGED_BACK)
    await expect(order.record({ amount: pesos(1) })).rejects.toThrow('Quedan $0 que no se han devuelto ni reclamado')
    expect(await order.state()).toMatchObject({ status: 'paid', refunded_clp: 19_000, charged_back_clp: 100_000 })
  })

  it('not when both are asked for at once', async () => {
    const order = await paidOrder()
    const both = await Promise.allSettled([order.record(), order.refund()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'Refusal' } })
  })

  it('not by a statement that forgets to ask', async () => {
    const order = await paidOrder()
    await order.record({ amount: pesos(100_000) })
    const insert = `insert into refunds (order_id, attempt_id, amount_clp, reason)
      select order_id, id, 19001, 'x' from payment_attempts where order_id = $1`
    await expect(rows(insert, order.orderId)).rejects.toMatchObject({ constraint: 'orders_charged_back' })
    await expect(rows('update orders set refunded_clp = 19001 where id = $1', order.orderId)).rejects.toMatchObject({
      constraint: 'orders_charged_back',
    })
  })
})

it.each([
  ['2026-11-24', 'Vence en 3 días'],
  ['2026-11-22', 'Vence en 1 día'],
  ['2026-11-21', 'Vence hoy'],
  ['2026-11-19', 'Venció hace 2 días'],
])('tells how near the deadline %s is', (answerBy, text) => {
  expect(deadlineText(dayFrom(answerBy), dayFrom('2026-11-21'))).toBe(text)
})
