import { requireRole } from '#app/features/identity/session.server.ts'
import { findBookEntries } from '#app/features/orders/paid-orders.server.ts'
import { readMonth, salesBook } from '#app/features/orders/sales-book.ts'
import { startOfDay } from '#app/kernel/dates.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { workbookAnswer } from '#app/platform/http/attachment.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { Route } from './+types/sales-book'

/** The sales book of a month, `?mes=2026-11`, as a workbook. */
export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireRole(args, ['admin'])
  const at = servicesOf(args.context).now()
  const month = readMonth(args.url.searchParams.get('mes'), at)
  const entries = await readAs(readsOf(args.context), { kind: 'admin', userId: id }, tx =>
    findBookEntries(tx, { from: startOfDay(month.first), until: startOfDay(month.next) }),
  )
  return workbookAnswer(
    await writeWorkbook(salesBook(entries, { month: month.name, now: at })),
    `libro-de-ventas-${month.value}`,
  )
}
