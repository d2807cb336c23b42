import { orderRows } from '#app/features/orders/admin/order-list.server.ts'
import type { Databases } from '#app/platform/database/database.server.ts'
import { csvDownload } from '#app/platform/sheets/csv-download.server.ts'
import { type Admin, ALL_ORDERS } from './back-office-steps.ts'
import { type Figure, number } from './figures.ts'

/** The memory used after this many bytes is the maximum for the whole file. */
const EARLY_BYTES = 20_000_000

/**
 * Reads the whole list of orders as CSV, like a browser. @returns bytes, milliseconds, and the maximum resident bytes
 * in all and early on
 */
async function writeFile({ db }: Databases, admin: Admin) {
  const start = performance.now()
  const answer = csvDownload('ordenes.csv', orderRows.header, orderRows.batches(db, admin, ALL_ORDERS))
  let bytes = 0
  let max = 0
  let early = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    const { rss } = process.memoryUsage()
    max = Math.max(max, rss)
    if (bytes < EARLY_BYTES) early = Math.max(early, rss)
  }
  return { bytes, max, early, took: performance.now() - start }
}

/** The CSV of all orders against PostgreSQL alone copying the same columns to nowhere. */
export async function measureExport(databases: Databases, admin: Admin): Promise<Figure[]> {
  // The first file brings the process to its working size: only the second shows whether memory grows with the file.
  await writeFile(databases, admin)
  const { bytes, max, early, took } = await writeFile(databases, admin)
  const { ownerPool } = databases
  const { rows } = await ownerPool.query<{ count: number }>('select count(*) as count from orders')
  const copying = performance.now()
  await ownerPool.query(
    `set statement_timeout = 0; copy (
       select o.order_number, o.created_at, p.first_name, p.last_name, p.email, coalesce(o.company_name, p.company), o.item_count,
         o.seat_count, o.has_self, o.has_business, o.total_clp, o.net_clp, o.vat_clp, o.discount_clp, o.discount_code, o.status,
         o.document_type, (select a.buy_order from payment_attempts a where a.order_id = o.id order by a.created_at desc limit 1)
       from orders o join profiles p on p.id = o.user_id order by o.created_at desc) to '/dev/null' with csv; reset statement_timeout`,
  )
  const copied = performance.now() - copying
  const mib = (value: number) => number(value / 2 ** 20)
  return [
    {
      name: `CSV of ${rows[0]?.count} orders, ${mib(bytes)} MiB`,
      value: `${number(took / 1000)} s`,
      peer: `${number(copied / 1000)} s of COPY`,
      ratio: copied / took,
      aim: { least: 0.3 },
    },
    {
      name: 'resident memory for that file',
      value: `at most ${mib(max)} MiB`,
      peer: `${mib(early)} MiB for its first 20 MB`,
      ratio: max / early,
      aim: { most: 1.1 },
    },
  ]
}
