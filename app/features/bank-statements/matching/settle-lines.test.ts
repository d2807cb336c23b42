import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminActor } from '#app/features/bank-statements/import/import-statement.server.ts'
import { importStatement, storeStatement } from '#app/features/bank-statements/import/import-statement.server.ts'
import { linesOfOrder } from '#app/features/bank-statements/lines/bank-lines.server.ts'
import {
  recordReturn,
  returnSurplus,
  setAside,
  takeBack,
} from '#app/features/bank-statements/lines/decide-line.server.ts'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { cancelOrders } from '#app/features/payments/manual/cancel-orders.server.ts'
import { keepOrderOpen, registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { pesos } from '#app/kernel/money.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { findProposals } from './proposals.server.ts'
import { settleLines } from './settle-lines.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let services: PaymentServices
let actor: AdminActor
beforeAll(async () => {
  database = await cloneDatabase(16)
  services = paymentServices(database, () => NOW)
  actor = await newAdmin()
})
const uploads = createUploadReader({ warn: () => undefined })
afterAll(async () => {
  await uploads.close()
  await database.close()
})

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const newAdmin = async (): Promise<AdminActor> => ({
  kind: 'admin',
  userId: (await createProfile(database.ownerPool, { role: 'admin' })).id,
})

/** An order of one person for 100.000 pesos that waits for its transfer. */
async function waitingOrder() {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product), BOLETA, NOW)
  if (!placed.ok) throw new Error(placed.error.code)
  const { id, order_number: number } = placed.value
  await keepOrderOpen(database, { actor, orderId: id, days: 7, now: NOW })
  const state = async () => {
    const [order] = await rows('select status from orders where id = $1', id)
    const attempts = await rows('select gateway, status from payment_attempts where order_id = $1 order by gateway', id)
    const receipts = await rows("select from mails where order_id = $1 and template = 'order_receipt'", id)
    const accesses = await rows(
      "select from user_accesses access join order_items item on item.id = order_item_id where order_id = $1 and access.status <> 'revoked'",
      id,
    )
    return { status: order.status, attempts, receipts: receipts.length, accesses: accesses.length }
  }
  return { id, number, buyer, state }
}
const PAID = { status: 'paid', attempts: [{ gateway: 'transfer', status: 'paid' }], receipts: 1, accesses: 1 }

/** Imports credits and returns their ids in the statement's order. */
async function credits(...lines: { text: string; amount?: number; operation?: string; day?: string }[]) {
  const csv = lines.map(
    ({ text, amount = 100_000, operation = '', day = '20/11/2026' }) => `${day};${text};${operation};${amount}`,
  )
  const file = new File([['Fecha;Glosa;N° operación;Abono', ...csv].join('\n')], 'cartola.csv')
  const statementId = await storeStatement(
    { db: database.db, uploads },
    { actor, account: 'Banco Uno', file, now: NOW },
  )
  await importStatement(database.db, { actor, statementId, now: NOW })
  const found = await rows('select id from bank_lines where statement_id = $1 order by row_number', statementId)
  return found.map(({ id }): string => id)
}
async function credit(text: string, amount = 100_000, operation = '') {
  const [id] = await credits({ text, amount, operation })
  if (id === undefined) throw new Error('The credit was known')
  return id
}
const settle = (orderId: string, lineIds: string[], input: { acceptsSurplus?: boolean; by?: AdminActor } = {}) =>
  settleLines(database, {
    actor: input.by ?? actor,
    orderId,
    lineIds,
    acceptsSurplus: input.acceptsSurplus ?? false,
    now: NOW,
  })
/** What came of it: how the credits were taken, why the order was cancelled, or the text of the refusal. */
const wordOf = (settling: ReturnType<typeof settle>): Promise<string> =>
  settling.then(
    answer => (answer.ok ? answer.value.kind : answer.error.code),
    error => {
      if (error instanceof Refusal) return error.message
      throw error
    },
  )
const TAKEN = 'Otra persona ya decidió este abono.'
const lineOf = async (id: string) =>
  (await rows('select state, order_id, attempt_id, surplus_clp, note, decided_by from bank_lines where id = $1', id))[0]
const ledgerOf = async (orderId: string) => {
  const found = await rows(
    `select account, sum(debit_clp - credit_clp)::integer as balance from ledger_lines line
     join ledger_entries entry on entry.id = line.entry_id where order_id = $1 group by account having sum(debit_clp - credit_clp) <> 0`,
    orderId,
  )
  return Object.fromEntries(found.map(({ account, balance }) => [account, balance]))
}
const paidOrder = async (method: 'transfer' | 'purchase_order', reference: string) => {
  const order = await waitingOrder()
  const seen = { method, reference, paidOn: '2026-11-20', note: null } as const
  const paid = await registerPayment(database, { actor, orderId: order.id, amount: pesos(100_000), seen, now: NOW })
  if (!paid.ok) throw new Error(paid.error.code)
  return order
}

describe('a credit that pays an order', () => {
  it('is proposed, pays it as a payment recorded by hand does, and is linked to it', async () => {
    const order = await waitingOrder()
    const lineId = await credit(`TRANSF ${order.number}`, 100_000, 'OP 7788')
    const proposals = await asActor(database.db, actor, tx => findProposals(tx, NOW))
    const proposal = proposals.find(({ line }) => line.id === lineId)
    expect(proposal).toMatchObject({ kind: 'sure', match: { order: { id: order.id }, difference: 0 } })
    expect(await settle(order.id, [lineId])).toEqual({ ok: true, value: { kind: 'settled', surplus: 0 } })
    expect(await order.state()).toEqual(PAID)
    expect(await lineOf(lineId)).toMatchObject({ state: 'settled', order_id: order.id, decided_by: actor.userId })
    expect(await rows('select method, reference from manual_payments where order_id = $1', order.id)).toEqual([
      { method: 'transfer', reference: 'OP 7788' },
    ])
    const shown = await asActor(database.db, actor, tx => linesOfOrder(tx, order.id))
    expect(shown).toEqual([{ id: lineId, bookedOn: '2026-11-20', amount: 100_000, surplus: 0, account: 'Banco Uno' }])
    expect((await ledgerOf(order.id)).bank).toBe(100_000)
    expect(await rows('select action from audit_log where entity_id = $1', lineId)).toEqual([
      { action: 'bank_line_settled' },
    ])
    const left = await asActor(database.db, actor, tx => findProposals(tx, NOW))
    expect(left.some(({ line }) => line.id === lineId)).toBe(false)
  })

  it('pays once when two people confirm at once, and one order only', async () => {
    const [first, second] = [await waitingOrder(), await waitingOrder()]
    const lineId = await credit(`pago ${randomUUID()}`)
    const admins = await Promise.all(Array.from({ length: 6 }, newAdmin))
    const answers = await Promise.all(
      admins.map((by, at) => wordOf(settle(at % 2 === 0 ? first.id : second.id, [lineId], { by }))),
    )
    expect(answers.toSorted()).toEqual([...Array(5).fill(TAKEN), 'settled'])
    const states = [await first.state(), await second.state()]
    expect(states.filter(({ status }) => status === 'paid')).toEqual([PAID])
  })

  it('of two credits for one order pays it once, together with a payment recorded by hand and a card', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await waitingOrder()
      const lines = await credits(
        { text: `a ${randomUUID()}`, operation: `77${round}1` },
        { text: `b ${randomUUID()}` },
      )
      const started = await startPayment(services, { id: order.id, userId: order.buyer.id }, NOW)
      if (!started.ok) throw new Error(started.error.code)
      const back = await decideAtBank(services.simulator, started.value, 'authorize')
      const seen = { method: 'transfer', reference: `77${round}1`, paidOn: '2026-11-20', note: null } as const
      const registered = registerPayment(database, { actor, orderId: order.id, amount: pesos(100_000), seen, now: NOW })
      const [, , ...settled] = await Promise.all([
        registered.catch(error => expect(error).toMatchObject({ name: 'Refusal' })),
        handleReturn(services, back.method, back.params, NOW),
        ...lines.map(lineId => wordOf(settle(order.id, [lineId]))),
      ])
      const { attempts, status, accesses } = await order.state()
      expect(attempts.filter(attempt => attempt.status === 'paid')).toHaveLength(1)
      expect([status, accesses]).toEqual(['paid', 1])
      // Whatever paid, no more than one credit paid it, and each credit says what it did.
      expect(settled.filter(word => word === 'settled').length).toBeLessThanOrEqual(1)
      for (const [at, lineId] of lines.entries()) {
        const word = settled[at] ?? ''
        expect((await lineOf(lineId)).state).toBe(['settled', 'linked'].includes(word) ? word : 'open')
      }
    }
  })

  it('is refused for an order that is paid by card or cancelled, and stays undecided', async () => {
    const order = await waitingOrder()
    await cancelOrders(database, { actor, orderIds: [order.id], now: NOW })
    const lineId = await credit(`tarde ${order.number}`)
    expect(await wordOf(settle(order.id, [lineId]))).toContain('La orden ya no espera este pago')
    expect(await wordOf(settle(randomUUID(), [lineId]))).toBe('Esa orden no existe.')
    expect(await wordOf(settle(order.id, [randomUUID()]))).toBe(TAKEN)
    expect(await wordOf(settle(order.id, []))).toBe(TAKEN)
    const proposals = await asActor(database.db, actor, tx => findProposals(tx, NOW))
    expect(proposals.find(({ line }) => line.id === lineId)).toMatchObject({
      kind: 'closed',
      match: { order: { id: order.id } },
    })
    expect((await lineOf(lineId)).state).toBe('open')
  })

  it('stays with its order when that is refunded', async () => {
    const order = await waitingOrder()
    const lineId = await credit(`dev ${order.number}`)
    await settle(order.id, [lineId])
    const refunded = await refundOrder(services, {
      actor,
      orderId: order.id,
      seen: pesos(0),
      reason: 'No lo quiere',
      byHand: true,
      confirmed: { password: true, loss: true },
      now: NOW,
    })
    expect(refunded).toMatchObject({ state: 'refunded' })
    expect(await lineOf(lineId)).toMatchObject({ state: 'settled', order_id: order.id })
    await expect(takeBack(database.db, { actor, lineId, now: NOW })).rejects.toThrow(
      'Otra persona ya decidió este abono',
    )
  })

  it('is told apart from others with the same number of the bank', async () => {
    const [first, second] = [await waitingOrder(), await waitingOrder()]
    const lines = await credits({ text: 'uno', operation: '00099' }, { text: 'dos', operation: '00099' })
    expect(await wordOf(settle(first.id, [lines[0] ?? '']))).toBe('settled')
    expect(await wordOf(settle(second.id, [lines[1] ?? '']))).toBe('settled')
    const byHand = await paidOrder('transfer', '55512')
    const third = await waitingOrder()
    const lineId = await credit('tres', 100_000, '55512')
    expect(await wordOf(settle(third.id, [lineId]))).toBe(
      `Ese número de operación ya está registrado a mano como pago de la orden ${byHand.number}: asocia el abono a esa orden.`,
    )
    expect(await wordOf(settle(byHand.id, [lineId]))).toBe('linked')
  })
})

describe('another amount', () => {
  it('that is too little is refused until another credit brings the rest', async () => {
    const order = await waitingOrder()
    const [part, rest, more] = await credits(
      { text: `parte ${order.number}`, amount: 60_000 },
      { text: `resto ${order.number}`, amount: 40_000, day: '21/11/2026' },
      { text: `de más ${order.number}`, amount: 40_001 },
    )
    expect(await wordOf(settle(order.id, [part ?? '']))).toBe('Faltan $40.000 para el total de la orden.')
    const proposals = await asActor(database.db, actor, tx => findProposals(tx, NOW))
    expect(proposals.find(({ line }) => line.id === part)).toMatchObject({
      kind: 'under',
      match: { difference: -40_000 },
    })
    expect(await wordOf(settle(order.id, [part ?? '', rest ?? '', more ?? ''], { acceptsSurplus: true }))).toBe(
      'Con menos abonos alcanza: quita los que sobran.',
    )
    expect(await order.state()).toMatchObject({ status: 'pending' })
    expect(await wordOf(settle(order.id, [rest ?? '', part ?? '']))).toBe('settled')
    expect(await order.state()).toEqual(PAID)
    const [payment] = await rows(
      "select to_char(paid_on, 'YYYY-MM-DD') as day from manual_payments where order_id = $1",
      order.id,
    )
    expect(payment).toEqual({ day: '2026-11-21' })
  })

  it('that is too much is accepted knowingly, owed to the buyer, and given back once', async () => {
    const order = await waitingOrder()
    const lineId = await credit(`de más ${order.number}`, 130_000)
    await expect(settle(order.id, [lineId])).rejects.toMatchObject({
      field: 'surplus',
      message: 'Sobran $30.000: confirma que los devolverás.',
    })
    expect(await settle(order.id, [lineId], { acceptsSurplus: true })).toEqual({
      ok: true,
      value: { kind: 'settled', surplus: 30_000 },
    })
    expect(await order.state()).toEqual(PAID)
    expect(await ledgerOf(order.id)).toMatchObject({ bank: 130_000, customer_surplus: -30_000 })
    const give = () => returnSurplus(database.db, { actor, lineId, now: NOW })
    const given = await Promise.allSettled([give(), give()])
    expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const after = await ledgerOf(order.id)
    expect([after.bank, after.customer_surplus]).toEqual([100_000, undefined])
  })
})

describe('an order whose payment was recorded before its money came', () => {
  it('is found by the reference and linked without being paid again; the link can be taken back', async () => {
    const order = await paidOrder('purchase_order', 'OC-88123')
    expect((await ledgerOf(order.id)).purchase_order_receivable).toBe(100_000)
    const lineId = await credit('PAGO FACTURA OC 88123')
    const proposals = await asActor(database.db, actor, tx => findProposals(tx, NOW))
    expect(proposals.find(({ line }) => line.id === lineId)).toMatchObject({
      kind: 'sure',
      match: { order: { id: order.id } },
    })
    for (let round = 0; round < 2; round += 1) {
      expect(await wordOf(settle(order.id, [lineId]))).toBe('linked')
      const linked = await ledgerOf(order.id)
      expect([linked.bank, linked.purchase_order_receivable]).toEqual([100_000, undefined])
      await takeBack(database.db, { actor, lineId, now: NOW })
      const open = await ledgerOf(order.id)
      expect([open.bank, open.purchase_order_receivable]).toEqual([undefined, 100_000])
    }
    expect(await lineOf(lineId)).toMatchObject({ state: 'open', order_id: null, decided_by: null })
    expect(await order.state()).toMatchObject({ status: 'paid', receipts: 1 })
  })

  it('may be brought in parts, and no more than its total without saying so', async () => {
    const order = await paidOrder('purchase_order', 'OC-99321')
    const [part, rest] = await credits({ text: 'parte 1', amount: 70_000 }, { text: 'parte 2', amount: 50_000 })
    expect(await wordOf(settle(order.id, [part ?? '']))).toBe('linked')
    expect(await wordOf(settle(order.id, [rest ?? '']))).toBe('Sobran $20.000: confirma que los devolverás.')
    expect(await wordOf(settle(order.id, [rest ?? ''], { acceptsSurplus: true }))).toBe('linked')
    expect(await ledgerOf(order.id)).toMatchObject({ bank: 120_000, customer_surplus: -20_000 })
  })
})

describe('a credit that is from no sale', () => {
  it('is set aside with a note and taken back', async () => {
    const lineId = await credit('Devolución de impuestos')
    await setAside(database.db, { actor, lineId, note: 'De Tesorería', now: NOW })
    expect(await lineOf(lineId)).toMatchObject({ state: 'set_aside', note: 'De Tesorería' })
    const order = await waitingOrder()
    expect(await wordOf(settle(order.id, [lineId]))).toBe(TAKEN)
    await takeBack(database.db, { actor, lineId, now: NOW })
    expect(await wordOf(settle(order.id, [lineId]))).toBe('settled')
  })

  it('or that was given back whole stays so', async () => {
    const lineId = await credit('pago de una orden cancelada')
    const give = () => recordReturn(database.db, { actor, lineId, note: 'Transferido de vuelta', now: NOW })
    const given = await Promise.allSettled([give(), give()])
    expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(takeBack(database.db, { actor, lineId, now: NOW })).rejects.toThrow(
      'Otra persona ya decidió este abono',
    )
  })
})

describe('the database alone', () => {
  it('refuses a decision that is not in the books when its transaction ends', async () => {
    const lineId = await credit('devuelto sin asiento')
    const change = (set: Updateable<DB['bank_lines']>) =>
      asActor(database.db, actor, tx => tx.updateTable('bank_lines').set(set).where('id', '=', lineId).execute())
    const unposted = { constraint: 'bank_lines_posted' }
    await expect(change({ state: 'returned', note: 'Sin asiento', decided_at: NOW })).rejects.toMatchObject(unposted)
    const order = await paidOrder('purchase_order', 'OC-77001')
    const [attempt] = await rows('select attempt_id from manual_payments where order_id = $1', order.id)
    const link = { order_id: order.id, attempt_id: attempt?.attempt_id }
    await expect(change({ state: 'linked', decided_at: NOW, ...link })).rejects.toMatchObject(unposted)
    expect(await wordOf(settle(order.id, [lineId]))).toBe('linked')
    const reopened = change({ state: 'open', order_id: null, attempt_id: null, decided_at: null })
    await expect(reopened).rejects.toMatchObject(unposted)
    expect(await lineOf(lineId)).toMatchObject({ state: 'linked' })
  })

  it('lets administrators decide a line once, and shows it to nobody else', async () => {
    const order = await waitingOrder()
    const lineId = await credit(`solo ${order.number}`)
    const as = (who: Parameters<typeof wordAs>[1], ...statements: string[]) => wordAs(database, who, ...statements)
    const buyer = { kind: 'user', userId: order.buyer.id } as const
    for (const table of ['bank_lines', 'bank_accounts', 'bank_statements'])
      expect(await as(buyer, `select 1 from ${table}`)).toBe('done: 0')
    const aside = `update bank_lines set state = 'set_aside', note = 'x', decided_at = created_at where id = '${lineId}'`
    expect(await as(buyer, aside)).toBe('done: 0')
    expect(await as(actor, aside)).toBe('done: 1')
    const open = `update bank_lines set state = 'open', note = null, decided_at = null where id = '${lineId}'`
    expect(await as(actor, aside, open)).toBe('done: 1')
    expect(
      await as(actor, `update bank_lines set state = 'settled', decided_at = created_at where id = '${lineId}'`),
    ).toBe('bank_lines_order')
    const paid = `update bank_lines set state = 'settled', decided_at = created_at, order_id = '${order.id}',
      attempt_id = (select id from payment_attempts limit 1) where id = '${lineId}'`
    expect(await as(actor, paid)).toBe('bank_lines_of_payment')
    expect(await as(actor, `update bank_lines set amount_clp = 1 where id = '${lineId}'`)).toContain(
      'permission denied',
    )
    expect(await as(actor, `delete from bank_lines where id = '${lineId}'`)).toContain('permission denied')
    await settle(order.id, [lineId])
    expect(await as(actor, open.replace('note = null,', 'note = null, order_id = null, attempt_id = null,'))).toBe(
      'bank_lines_decided_once',
    )
    expect(await as(actor, `update bank_lines set surplus_clp = 1 where id = '${lineId}'`)).toBe(
      'bank_lines_decided_once',
    )
    expect(
      await as(
        buyer,
        "select 1 from private.find_bank_lines('solo', null, null, null, null, 'booked_at', true, null, 10)",
      ),
    ).toBe('done: 0')
  })
})
