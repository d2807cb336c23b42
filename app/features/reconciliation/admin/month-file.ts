import { data } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { readMonth } from '#app/features/orders/sales-book.ts'
import { findMonthRecords } from '#app/features/reconciliation/months/find-month.server.ts'
import { monthBook, monthTable } from '#app/features/reconciliation/months/month-book.ts'
import { reconciledGateway } from '#app/features/reconciliation/reports/movement.ts'
import { attachment, workbookAnswer } from '#app/platform/http/attachment.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { Route } from './+types/month-file'

/** A month for the accountant, as a workbook or its movements as CSV. */
export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireRole(args, ['admin'])
  const db = readsOf(args.context)
  const { now, settings } = servicesOf(args.context)
  const at = now()
  const month = readMonth(args.params.month, at)
  const { format } = args.params
  if (month.value !== args.params.month || (format !== 'xlsx' && format !== 'csv')) throw data('Not found', 404)
  const actor = { kind: 'admin', userId: id } as const
  const records = await findMonthRecords(db, { actor, month, gateway: reconciledGateway(settings) })
  const name = `cierre-${month.value}`
  if (format === 'xlsx') return workbookAnswer(await writeWorkbook(monthBook(records, { month, now: at })), name)
  return new Response(writeDelimited(monthTable(records)), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': attachment(name, 'csv') },
  })
}
