import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMonth, salesBook } from '#app/features/orders/sales-book.ts'
import { chargebackOpened } from '#app/features/payments/chargebacks/chargeback-opened.server.ts'
import {
  type CardPayment,
  createCardPayment,
  createCardRefund,
  reportForm,
  salesReport,
} from '#app/features/reconciliation/card-payments.test-support.ts'
import { reconcileChanges } from '#app/features/reconciliation/days/reconcile-days.server.ts'
import { reviewDifference } from '#app/features/reconciliation/differences/differences.server.ts'
import {
  CREDIT_TITLES,
  settlementFile,
  settlementRow,
} from '#app/features/reconciliation/reports/report-samples.test-support.ts'
import { readUploadedReport } from '#app/features/reconciliation/reports/report-upload.server.ts'
import { confirmStoredReport, storeReport } from '#app/features/reconciliation/reports/store-report.server.ts'
import { pesos } from '#app/kernel/money.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { asShop } from '#tests/support/shop-transaction.ts'
import { closeMonth } from './close-month.server.ts'
import { findMonthRecords } from './find-month.server.ts'
import { monthBook, monthTable } from './month-book.ts'
import { changesSince, unequalToLedger } from './month-totals.ts'

const NOW = new Date('2026-04-05T15:00:00Z')
const MARCH = readMonth('2026-03', NOW)

let database: TestDatabase
let admin: { kind: 'admin'; userId: string }
let base: { userId: string; productId: string }
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  base = {
    userId: (await createProfile(database.ownerPool)).id,
    productId: (await createProduct(database.ownerPool)).id,
  }
})
const uploads = createUploadReader({ warn: () => undefined })
afterAll(async () => {
  await uploads.close()
  await database.close()
})

const pay = (amount: number, at: string, code: string) =>
  createCardPayment(database.ownerPool, { ...base, amount, at, code })
async function upload(text: string) {
  const uploaded = await readUploadedReport(uploads, reportForm(text), 'staff')
  const id = await storeReport(database.db, { actor: admin, gateway: 'webpay', uploaded, now: NOW })
  await confirmStoredReport(database.db, { actor: admin, id, now: NOW })
}
const records = () => findMonthRecords(database.db, { actor: admin, month: MARCH, gateway: 'webpay' })
const close = (reason = '', now = NOW) =>
  closeMonth(database.db, { actor: admin, month: MARCH, gateway: 'webpay', reason, now })
const openDifferences = async () => {
  const { rows } = await database.ownerPool.query<{ id: string }>(
    "select id from reconciliation_differences where status = 'open'",
  )
  return rows.map(({ id }) => id)
}
const sumOf = (rows: readonly (readonly string[])[], kind: string, column: number) =>
  rows.filter(row => row[1] === kind).reduce((sum, row) => sum + Number(row[column]), 0)

let first: CardPayment

it('has the totals of the sales book and of the ledger, to the peso', async () => {
  first = await pay(100_001, '2026-03-03T15:00:00Z', '101010')
  const second = await pay(33_333, '2026-03-31T23:30:00Z', '202020')
  // Half past midnight in Santiago: April.
  await pay(50_000, '2026-04-01T03:30:00Z', '303030')
  await createCardRefund(database.ownerPool, first, { amount: 1999, at: '2026-03-10T15:00:00Z' })
  await createCardRefund(database.ownerPool, first, { amount: 20_000, at: '2026-03-11T15:00:00Z' })
  const settled = (code: string, sale: string, total: string, fee: string, payout: string) =>
    settlementRow(CREDIT_TITLES, {
      'Tipo Transacción': 'Venta',
      'Fecha Venta': sale,
      'Código Autorización Venta': code,
      'Monto Original Venta': total,
      'Comisión e IVA Comisión': fee,
      'Fecha Abono': payout,
    })
  await upload(
    settlementFile(CREDIT_TITLES, [
      settled(first.code, '03/03/2026', '100.001', '1.190', '05/03/2026'),
      settled(second.code, '31/03/2026', '33.333', '595', '02/04/2026'),
    ]),
  )
  const found = await records()
  expect(found.totals).toMatchObject({
    sale_count: 2,
    sales_total: 133_334,
    refund_count: 2,
    refunds_total: 21_999,
    chargebacks: 0,
    fees_net: 1000,
    fees_vat: 190,
    payouts: 98_811,
  })
  expect(unequalToLedger(found.totals, found.ledger)).toEqual([])
  expect(Object.keys(found.ledger)).toHaveLength(8)
  const [, sums] = salesBook(found.entries, { month: 'marzo', now: NOW })
  expect(sums?.rows.slice(0, 2)).toEqual([
    ['Ventas', 2, found.totals.sales_net, found.totals.sales_vat, found.totals.sales_total],
    ['Reembolsos', 2, -found.totals.refunds_net, -found.totals.refunds_vat, -found.totals.refunds_total],
  ])
})

it('a total that the ledger has otherwise is found', async () => {
  const { totals, ledger } = await records()
  expect(unequalToLedger({ ...totals, sales_vat: totals.sales_net }, ledger)).toEqual(['sales_vat'])
})

it('its file has the movements whose sums are its totals', async () => {
  const found = await records()
  const { totals } = found
  const [titles, ...rows] = monthTable(found)
  expect(titles?.slice(0, 3)).toEqual(['Fecha', 'Tipo', 'Orden'])
  expect(rows.filter(row => row[1] === 'Venta')).toHaveLength(totals.sale_count)
  expect([8, 9, 10].map(column => sumOf(rows, 'Venta', column))).toEqual([
    totals.sales_net,
    totals.sales_vat,
    totals.sales_total,
  ])
  expect([8, 9, 10].map(column => sumOf(rows, 'Reembolso', column))).toEqual([
    -totals.refunds_net,
    -totals.refunds_vat,
    -totals.refunds_total,
  ])
  expect([8, 9].map(column => sumOf(rows, 'Comisión', column))).toEqual([-totals.fees_net, -totals.fees_vat])
  expect(sumOf(rows, 'Abono', 10)).toBe(totals.payouts)
  expect(monthBook(found, { month: MARCH, now: NOW }).map(({ name }) => name)).toEqual([
    'Totales',
    'Movimientos',
    'Abonos',
    'Libro de ventas',
  ])
})

it('is closed once it is over, when its days are reconciled or a reason accepts what is open', async () => {
  await expect(close('', new Date('2026-03-31T15:00:00Z'))).rejects.toThrow('El mes todavía no termina.')
  await reconcileChanges(database.db, NOW)
  await upload(salesReport([['OTRA-1', '404040', '15/03/2026', 7000]]))
  // Two refunds without their report, and a sale of somebody else.
  await expect(close()).rejects.toMatchObject({
    field: 'reason',
    message: 'Escribe por qué se cierra con 3 días sin conciliar y 1 diferencia abierta',
  })
  const [difference = ''] = await openDifferences()
  const review = (note: string | null) =>
    reviewDifference(database.db, { actor: admin, id: difference, note, now: NOW })
  await review('De otra tienda con el mismo código')
  await expect(review('Otra vez')).rejects.toThrow('La diferencia cambió entretanto')
  await expect(close()).rejects.toThrow('con 2 días sin conciliar y 0 diferencias abiertas')
  const both = await Promise.allSettled([close('Anulaciones del portal revisadas a mano'), close('Otro')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(close()).rejects.toThrow('Otra persona ya cerró este mes.')
  const { rows } = await database.ownerPool.query(
    "select action, after ->> 'note' as note from audit_log where entity in ('reconciliation_differences', 'month_closings') order by id",
  )
  expect(rows).toEqual([
    { action: 'difference_reviewed', note: 'De otra tienda con el mismo código' },
    { action: 'month_closed', note: null },
  ])
})

it('keeps its totals and shows what changed afterwards', async () => {
  const { totals: before } = await records()
  await createCardRefund(database.ownerPool, first, { amount: 10_000, at: '2026-03-30T15:00:00Z' })
  const { totals, closing } = await records()
  expect(closing).toMatchObject({ totals: before, open_days: 2, open_differences: 0 })
  if (!closing) throw new Error('The month is closed')
  expect(changesSince(closing.totals, totals).map(({ key, change }) => [key, change])).toEqual([
    ['refund_count', 1],
    ['refunds_net', totals.refunds_net - before.refunds_net],
    ['refunds_vat', totals.refunds_vat - before.refunds_vat],
    ['refunds_total', 10_000],
  ])
  const change = asActor(database.db, admin, tx => tx.deleteFrom('month_closings').execute())
  await expect(change).rejects.toThrow(/permission denied/)
})

it('counts chargebacks, and those that were won', async () => {
  const disputed = await pay(40_000, '2026-03-20T15:00:00Z', '505050')
  await asShop(database.ownerPool, async (tx, run) => {
    const [claim] = await run(
      `insert into chargebacks (order_id, attempt_id, amount_clp, reason, reference, received_on, answer_by, created_at)
       values ($1, $2, 40000, 'fraud', 'CB-1', '2026-03-25', '2026-04-10', '2026-03-25T15:00:00Z') returning id`,
      disputed.orderId,
      disputed.id,
    )
    const opened = { id: claim?.id ?? '', order_id: disputed.orderId, amount_clp: pesos(40_000), gateway: 'webpay' }
    await chargebackOpened(tx, opened, new Date('2026-03-25T15:00:00Z'))
  })
  const found = await records()
  expect(found.totals.chargebacks).toBe(40_000)
  expect(unequalToLedger(found.totals, found.ledger)).toEqual([])
  expect(sumOf(monthTable(found), 'Contracargo', 10)).toBe(-40_000)
})
