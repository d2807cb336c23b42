import type { Pool } from 'pg'
import { startOfDay } from '#app/kernel/dates.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import type { Demo } from '#server/demo/people.ts'
import { historyDays } from './business-days.ts'
import { recordSales } from './record-sales.ts'
import { type PaidOrder, type PastEvent, type Product, pastVisits } from './visits.ts'

/**
 * Records the weeks before the first start: sales by the use cases, then the measured visits in which every order of these weeks was paid, and
 * those that bought nothing. The same at every start, but for the days.
 */
export async function recordHistory(demo: Demo): Promise<void> {
  const { ownerPool, now } = demo
  const buyers = await recordSales(demo)
  await dateAccesses(ownerPool)
  await endMails(
    ownerPool,
    [...buyers.values()].map(({ id }) => id),
  )
  const [products, orders] = await Promise.all([findProducts(ownerPool), findPaidOrders(ownerPool, now)])
  await insertVisits(ownerPool, pastVisits(now, products, orders))
}

/** A buyer's own accesses were made with the payment, in whose figures they count. */
const dateAccesses = (ownerPool: Pool) =>
  ownerPool.query(
    `update user_accesses set created_at = paid_at from order_items item join orders on orders.id = item.order_id
     where item.id = order_item_id and invited_by_user_id is null and user_accesses.created_at <> paid_at`,
  )

/** The mails of the past were sent then, by nobody who works now: the demo's mailbox begins with those that its company gets. */
const endMails = (ownerPool: Pool, buyers: readonly string[]) =>
  ownerPool.query(
    `with ended as (
       update mails set status = 'sent', attempts = 1, sent_at = moment.at, created_at = moment.at
       from (
         select mail.id, coalesce(access.created_at, bought.paid_at, bought.created_at) as at
         from mails mail left join user_accesses access on access.id = mail.access_id
           left join order_items item on item.id = access.order_item_id
           join orders bought on bought.id = coalesce(mail.order_id, item.order_id)
         where bought.user_id = any ($1::uuid[])) moment
       where moment.id = mails.id and status = 'queued' returning mails.id)
     delete from pgboss.job using ended where name = 'mail' and data ->> 'id' = ended.id::text`,
    [buyers],
  )

async function findProducts(ownerPool: Pool): Promise<Product[]> {
  const { rows } = await ownerPool.query<Product>(
    `select id, slug, base_price_clp from assessments
     where status = 'active' and deleted_at is null order by slug`,
  )
  return rows
}

async function findPaidOrders(ownerPool: Pool, now: Date): Promise<PaidOrder[]> {
  const [first] = historyDays(now)
  const { rows } = await ownerPool.query<PaidOrder>(
    `select orders.user_id, paid_at, item.assessment_id as product_id, item.seats, item.subtotal_clp as total_clp,
       item.mode = 'business' as is_business
     from orders join order_items item on item.order_id = orders.id
     where paid_at >= $1 order by paid_at, item.id`,
    [first && startOfDay(first)],
  )
  return rows
}

/** All at once: the database counts the visits and their steps once. */
const insertVisits = (ownerPool: Pool, events: readonly PastEvent[]) =>
  ownerPool.query(
    `insert into analytics_events
       (created_at, session_id, user_id, event_type, event_data, page_url, referrer, user_agent, notice_version)
     select at, visit, by, type, data::jsonb, page, referrer, agent, $9
     from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as event (at, visit, by, type, data, page, referrer, agent)`,
    [
      events.map(({ at }) => at),
      events.map(({ visit }) => visit),
      events.map(({ user }) => user),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ page }) => page),
      events.map(({ referrer }) => referrer),
      events.map(({ agent }) => agent),
      measuringNotice().version,
    ],
  )
