import { data } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { readMonth } from '#app/features/orders/sales-book.ts'
import { reconciledGateway } from '#app/features/reconciliation/reports/movement.ts'
import { shiftDay } from '#app/kernel/dates.ts'
import { attachment } from '#app/platform/http/attachment.ts'
import { salesReport, settlementReport } from '#app/platform/payments/simulator/bank-reports.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import type { Route } from './+types/simulated-report'

const REPORTS = new Map([
  ['sales', { read: salesReport, name: 'ventas-banco-simulado' }],
  ['settlement', { read: settlementReport, name: 'abonos-banco-simulado' }],
])

/** A month's report of the simulated bank, `?mes=2026-11`, as its portal would export it. */
export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const report = REPORTS.get(args.params.source)
  if (!report || reconciledGateway(settings) !== 'simulator') throw data('Not found', 404)
  const month = readMonth(args.url.searchParams.get('mes'), now())
  const table = await report.read(db, { from: month.first, until: shiftDay(month.next, -1) })
  return new Response(writeDelimited(table), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${report.name}-${month.value}`, 'csv'),
    },
  })
}
