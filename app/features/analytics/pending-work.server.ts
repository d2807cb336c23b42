import { sql, type Transaction } from 'kysely'
import { nearDeadline as nearRequestDeadline } from '#app/features/data-requests/data-requests.ts'
import { nearDeadline } from '#app/features/payments/chargebacks/chargebacks.ts'
import { LONG_WAIT_MINUTES } from '#app/features/tax-documents/tax-documents.ts'
import { addDays, dayOf, MINUTE_MS, shiftDay } from '#app/kernel/dates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { MAX_PENDING, type PendingWork } from './pending-work.ts'

/** Days before its end in which an access is about to expire. */
const EXPIRING_DAYS = 7

/** Days after which a day's report should have been compared. */
const RECONCILED_DAYS = 3

/** What needs the staff today. For administrators; the cost does not grow with the shop. */
export async function findPendingWork(tx: Transaction<DB>, now: Date): Promise<PendingWork> {
  const late = shiftDay(dayOf(now), -RECONCILED_DAYS)
  const soon = addDays(now, EXPIRING_DAYS)
  const waiting = new Date(now.getTime() - LONG_WAIT_MINUTES * MINUTE_MS)
  const counted = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*)::integer from (select ${rows} limit ${MAX_PENDING}) found)`
  const { rows } = await sql<PendingWork>`select
    ${counted(sql`from payment_attempts where status = 'manual_resolution'`)} as payments,
    (select order_id from payment_attempts where status = 'manual_resolution' order by created_at limit 1) as oldest_order,
    ${counted(sql`from ledger_checks where difference_count > 0`)} as ledger,
    ${counted(sql`from chargebacks where status = 'received' and answer_by <= ${nearDeadline(now)}`)} as chargebacks,
    ${counted(sql`from data_requests where status = 'open' and due_at <= ${nearRequestDeadline(now)}`)} as data_requests,
    ${counted(sql`from orders where status = 'pending' and held_until > ${now}`)} as transfers,
    ${counted(sql`from (select id from bank_lines where state = 'open'
      union all select id from bank_lines where surplus_clp > 0 and surplus_returned_at is null) line`)} as credits,
    ${counted(sql`from tax_documents where status = 'rejected'`)} as rejected_documents,
    ${counted(sql`from tax_documents where status = 'requested' and requested_at < ${waiting}`)} as waiting_documents,
    ${counted(sql`from order_items item join orders on orders.id = item.order_id
      where item.deleted_at is null and item.tops_up_item_id is null and item.used_seats < item.seats + item.added_seats
        and item.mode = 'business' and orders.status = 'paid'`)} as uninvited,
    ${counted(sql`from user_accesses where status in ('active', 'in_use') and expires_at > ${now} and expires_at <= ${soon}`)} as expiring,
    ${counted(sql`from reconciliation_days where ${UNRECONCILED} and day < ${late}::date`)} as unreconciled,
    (select min(day)::text from reconciliation_days where ${UNRECONCILED} and day < ${late}::date) as oldest_unreconciled,
    ${counted(sql`from reviews where status = 'pending'`)} as reviews,
    private.last_backup_at() as last_backup_at,
    private.is_last_backup_verified() as is_backup_verified`.execute(tx)
  const [work] = rows
  if (!work) throw new Error('A query without a table has one row')
  return work
}

/** Days of simulated payments wait for nobody. */
const UNRECONCILED = sql`gateway = 'webpay' and state <> 'reconciled'`
