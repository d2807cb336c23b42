import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createCardPayment, createCardRefund, reportForm, salesReport } from './card-payments.test-support.ts'
import { differencesOfDay, findDays } from './days/days.server.ts'
import { reconcileChanges, reconcileDays } from './days/reconcile-days.server.ts'
import { CREDIT_TITLES, settlementFile, settlementRow } from './reports/report-samples.test-support.ts'
import { readUploadedReport } from './reports/report-upload.server.ts'
import { confirmStoredReport, purgeReports, reviewReport, storeReport } from './reports/store-report.server.ts'

const NOW = new Date('2026-11-24T15:00:00Z')

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

const pay = (amount: number, at: string, code: string, more: { gateway?: 'simulator'; status?: string } = {}) =>
  createCardPayment(database.ownerPool, { ...base, amount, at, code, ...more })

async function store(
  text: string,
  {
    gateway = 'webpay' as 'webpay' | 'simulator',
    ...fields
  }: Record<string, string> & { gateway?: 'webpay' | 'simulator' } = {},
) {
  const uploaded = await readUploadedReport(uploads, reportForm(text, fields), 'staff')
  return storeReport(database.db, { actor: admin, gateway, uploaded, now: NOW })
}
const confirm = (id: string) => confirmStoredReport(database.db, { actor: admin, id, now: NOW })
const upload = async (...input: Parameters<typeof store>) => confirm(await store(...input))

const day = async (on: Day, gateway: 'webpay' | 'simulator' = 'webpay') =>
  asActor(database.db, admin, async tx => ({
    row: (await findDays(tx, { gateway, from: on, until: on }))[0],
    differences: (await differencesOfDay(tx, { gateway, day: on }, 50)).map(
      ({ kind, our_clp, their_clp, order_number }) => [kind, our_clp, their_clp, order_number],
    ),
  }))
const ledger = async (orderId: string) => {
  const { rows } = await database.ownerPool.query<{ event: string; account: string; pesos: number }>(
    `select entry.event, line.account, line.debit_clp - line.credit_clp as pesos
     from ledger_entries entry join ledger_lines line on line.entry_id = entry.id
     where entry.order_id = $1 and entry.event in ('fee', 'payout') order by 1, 2`,
    [orderId],
  )
  return rows.map(row => [row.event, row.account, row.pesos])
}

it('a report makes its days agree, or lists what differs three ways', async () => {
  const [equal, other, lacking] = [
    await pay(10_000, '2026-03-02T15:00:00Z', '111111'),
    await pay(20_000, '2026-03-02T16:00:00Z', '222222'),
    await pay(30_000, '2026-03-03T02:30:00Z', '333333'),
  ]
  const alone = await pay(5000, '2026-03-03T15:00:00Z', '444444')
  const confirmed = await upload(
    salesReport([
      [equal.reference, equal.code, '02/03/2026', '$10.000'],
      [other.reference, other.code, '02/03/2026', 19_000],
      ['OTRA-TIENDA', '555555', '02/03/2026', 7000],
      // By its code: the report of another portal without references.
      ['', alone.code, '03/03/2026', 5000],
    ]),
  )
  expect(confirmed).toEqual({ lines: 4, matched: 3 })
  const second = await day('2026-03-02')
  expect(second.row).toMatchObject({
    state: 'different',
    is_covered: true,
    payment_count: 3,
    payments_clp: 60_000,
    reported_count: 3,
    reported_clp: 36_000,
    open_count: 3,
  })
  expect(second.differences.toSorted()).toEqual([
    ['missing_here', null, 7000, null],
    ['missing_there', 30_000, null, lacking.orderNumber],
    ['other_amount', 20_000, 19_000, other.orderNumber],
  ])
  expect(await day('2026-03-03')).toMatchObject({ row: { state: 'reconciled', payment_count: 1, open_count: 0 } })
})

it('the same file leads to the report that it was, and the same line in another file is stored once', async () => {
  const payment = await pay(10_000, '2026-04-02T15:00:00Z', '121212')
  const line = [payment.reference, payment.code, '02/04/2026', 10_000] as const
  const text = salesReport([line, line])
  const id = await store(text)
  expect(await reviewReport(database.db, { actor: admin, id })).toMatchObject({ fresh: 1, report: { line_count: 2 } })
  const both = await Promise.allSettled([confirm(id), confirm(id)])
  expect(both.toSorted((one, other) => one.status.localeCompare(other.status))).toMatchObject([
    { status: 'fulfilled', value: { lines: 1 } },
    { status: 'rejected', reason: { name: 'Refusal', message: 'Este reporte ya se había guardado.' } },
  ])
  expect(await store(text)).toBe(id)
  expect(await upload(salesReport([line, ['OTRA-2', '131313', '03/04/2026', 1000]]))).toMatchObject({
    lines: 1,
  })
  expect((await day('2026-04-02')).row).toMatchObject({ state: 'reconciled', reported_count: 1 })
})

it('a day without its report waits, and one that had not ended is not covered', async () => {
  await pay(10_000, '2026-05-02T15:00:00Z', '151515')
  await asActor(database.db, SYSTEM, tx => reconcileDays(tx, { gateway: 'webpay', days: ['2026-05-02'], now: NOW }))
  expect(await day('2026-05-02')).toMatchObject({ row: { state: 'waiting' }, differences: [] })
  const today = await pay(10_000, '2026-11-24T14:00:00Z', '161616')
  await pay(20_000, '2026-11-24T14:30:00Z', '171717')
  await upload(salesReport([[today.reference, today.code, '24/11/2026', 10_000]]), {
    from: '2026-11-23',
    until: '2026-11-24',
  })
  expect(await day('2026-11-24')).toMatchObject({ row: { state: 'waiting', is_covered: false }, differences: [] })
  expect(await day('2026-11-23')).toMatchObject({ row: { state: 'reconciled', is_covered: true, payment_count: 0 } })
})

it('a payment that is confirmed after its report was stored settles its difference', async () => {
  const late = await pay(10_000, '2026-06-02T15:00:00Z', '181818', { status: 'unknown' })
  await upload(salesReport([[late.reference, late.code, '02/06/2026', 10_000]]))
  expect((await day('2026-06-02')).differences).toEqual([['missing_here', null, 10_000, late.orderNumber]])
  await reconcileChanges(database.db, NOW)
  await database.ownerPool.query("update payment_attempts set status = 'paid' where id = $1", [late.id])
  await Promise.all([reconcileChanges(database.db, NOW), reconcileChanges(database.db, NOW)])
  expect(await day('2026-06-02')).toMatchObject({ row: { state: 'reconciled' }, differences: [] })
  expect(await reconcileChanges(database.db, NOW)).toBe(0)
})

it('refunds differ on their own day', async () => {
  const payment = await pay(10_000, '2026-07-02T15:00:00Z', '191919')
  await upload(salesReport([[payment.reference, payment.code, '02/07/2026', 10_000]]), { until: '2026-07-10' })
  await createCardRefund(database.ownerPool, payment, { amount: 4000, at: '2026-07-05T15:00:00Z' })
  await reconcileChanges(database.db, NOW)
  expect(await day('2026-07-05')).toMatchObject({
    row: { state: 'different', refunds_clp: 4000, reported_refunds_clp: 0 },
    differences: [['refund_missing_there', 4000, null, payment.orderNumber]],
  })
  await upload(salesReport([[payment.reference, payment.code, '06/07/2026', -4000]]))
  expect((await day('2026-07-05')).row).toMatchObject({ state: 'reconciled', refunds_clp: 4000 })
})

it('a settlement stores commissions and deposits once, and posts them to the ledger', async () => {
  const payment = await pay(300_000, '2026-08-03T15:00:00Z', '202020')
  const row = (cells: Record<string, string>) =>
    settlementRow(CREDIT_TITLES, {
      'Tipo Transacción': 'Venta',
      'Fecha Venta': '03/08/2026',
      'Código Autorización Venta': '202020',
      'Monto Original Venta': '300.000',
      'Monto Para Abono': '150.000',
      'Comisión e IVA Comisión': '2.380',
      ...cells,
    })
  const first = row({ 'N° Cuota': '01/2', 'Fecha Abono': '05/08/2026' })
  const second = row({ 'N° Cuota': '02/2', 'Fecha Abono': '05/09/2026' })
  await upload(settlementFile(CREDIT_TITLES, [first]))
  expect(await ledger(payment.orderId)).toEqual([
    ['fee', 'card_receivable', -2380],
    ['fee', 'fees', 2000],
    ['fee', 'vat_credit', 380],
    ['payout', 'bank', 147_620],
    ['payout', 'card_receivable', -147_620],
  ])
  expect(await day('2026-08-03')).toMatchObject({
    row: { state: 'reconciled', is_covered: false, settled_clp: 150_000, reported_clp: 300_000 },
  })
  expect(await upload(settlementFile(CREDIT_TITLES, [first, second]))).toMatchObject({ lines: 1 })
  expect(await ledger(payment.orderId)).toHaveLength(10)
  const { rows } = await database.ownerPool.query(
    `select sum(line.debit_clp - line.credit_clp)::bigint as left from ledger_entries entry join ledger_lines line on line.entry_id = entry.id
     where entry.order_id = $1 and line.account = 'card_receivable' and entry.event in ('fee', 'payout')`,
    [payment.orderId],
  )
  expect(rows).toEqual([{ left: -300_000 }])
})

it('simulated payments are compared with the simulated bank alone, and their deposits are no money', async () => {
  const simulated = await pay(10_000, '2026-09-02T15:00:00Z', '212121', { gateway: 'simulator' })
  const text = settlementFile(CREDIT_TITLES, [
    settlementRow(CREDIT_TITLES, {
      'Tipo Transacción': 'Venta',
      'Fecha Venta': '02/09/2026',
      'Código Autorización Venta': '212121',
      'Monto Original Venta': '10.000',
      'Comisión e IVA Comisión': '119',
      'Fecha Abono': '04/09/2026',
    }),
  ])
  await upload(text, { gateway: 'simulator' })
  expect((await day('2026-09-02', 'simulator')).row).toMatchObject({ state: 'reconciled', settled_clp: 10_000 })
  expect((await day('2026-09-02')).row).toBeUndefined()
  expect(await ledger(simulated.orderId)).toEqual([
    ['fee', 'fees', 100],
    ['fee', 'simulated_receivable', -119],
    ['fee', 'vat_credit', 19],
  ])
})

it('a report that nobody confirms changes nothing and is deleted', async () => {
  const id = await store(salesReport([['NADIE-1', '232323', '02/10/2026', 1000]]))
  expect((await day('2026-10-02')).row).toBeUndefined()
  expect(await purgeReports(database.db, NOW)).toBe(0)
  expect(await purgeReports(database.db, new Date('2026-11-27T15:00:00Z'))).toBeGreaterThan(0)
  expect(await reviewReport(database.db, { actor: admin, id })).toBeUndefined()
  await expect(confirm(id)).rejects.toMatchObject({ status: 404, message: 'Este reporte ya no está: súbelo otra vez.' })
})

it('refuses a period that is none, and one of more than a year', async () => {
  const text = salesReport([['NADIE-1', '242424', '02/10/2026', 1000]])
  for (const fields of [{ from: 'ayer' }, { from: '2026-10-05', until: '2026-10-04' }]) {
    await expect(readUploadedReport(uploads, reportForm(text, fields), 'staff')).rejects.toThrow(
      'Revisa el período: la fecha de término no puede ser anterior a la de inicio.',
    )
  }
  const uploaded = await readUploadedReport(uploads, reportForm(text, { from: '2024-01-01' }), 'staff')
  await expect(storeReport(database.db, { actor: admin, gateway: 'webpay', uploaded, now: NOW })).rejects.toThrow(
    'El reporte cubre más de un año.',
  )
})
