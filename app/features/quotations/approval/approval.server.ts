import { sql, type Transaction } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'
import { MAX_REPLIES, type QuotationLink, type QuotationReply } from './approval.ts'

type LinkRow = {
  quotation_id: string
  number: string
  valid_until: Date
  state: QuotationLink['state']
  order_number: string | null
  order_status: OrderStatus | null
  order_total_clp: Pesos | null
  held_until: Date | null
  is_confirming: boolean
}

/** The link with this hash; undefined when it never existed or was replaced. */
export async function findLink(tx: Transaction<DB>, hash: string, now: Date): Promise<QuotationLink | undefined> {
  const { rows } = await sql<LinkRow>`select * from private.find_quotation_link(${hash}, ${now})`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { order_number, order_status, order_total_clp } = row
  return {
    quotationId: row.quotation_id,
    number: row.number,
    validUntil: row.valid_until,
    state: row.state,
    order:
      order_number === null || order_status === null || order_total_clp === null
        ? undefined
        : {
            order_number,
            status: order_status,
            total_clp: order_total_clp,
            heldUntil: row.held_until,
            isConfirming: row.is_confirming,
          },
  }
}

/** The replies to a quotation, newest first. */
export async function findReplies(tx: Transaction<DB>, quotationId: string): Promise<QuotationReply[]> {
  return tx
    .selectFrom('quotation_replies')
    .select(['id', 'kind', 'name', 'job_role', 'purchase_order', 'comment', 'created_at'])
    .where('quotation_id', '=', quotationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_REPLIES)
    .execute()
}

/** The link of the buyer's own quotation, if it was not withdrawn. */
export const ownLink = (tx: Transaction<DB>, userId: string, quotationId: string) =>
  tx
    .selectFrom('quotation_links')
    .select('created_at')
    .where('quotation_id', '=', quotationId)
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/**
 * A link with its quotation, locked until the transaction ends: what is done with it and its withdrawal follow each
 * other. The lock of its owner's checkouts comes first, as in every transaction that takes both. For the shop.
 */
export async function lockLink(tx: Transaction<DB>, hash: string) {
  const owner = await tx
    .selectFrom('quotation_links')
    .select('user_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!owner) return undefined
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner.user_id}, 1))`.execute(tx)
  return tx
    .selectFrom('quotation_links as link')
    .innerJoin('quotations', 'quotations.id', 'link.quotation_id')
    .innerJoin('profiles', 'profiles.id', 'quotations.user_id')
    .select(['link.withdrawn_at', 'quotations.id', 'quotations.user_id', 'quotations.number'])
    .select(['quotations.valid_until', 'quotations.total_clp', 'profiles.email', 'profiles.first_name'])
    .select(
      sql<boolean>`exists (
        select from orders where orders.quotation_id = quotations.id and orders.status in ('paid', 'charged_back'))`.as(
        'is_bought',
      ),
    )
    .where('link.token_hash', '=', hash)
    .forUpdate('link')
    .executeTakeFirst()
}

export type LockedLink = NonNullable<Awaited<ReturnType<typeof lockLink>>>

/** Whether a quotation was approved. */
export async function isApproved(tx: Transaction<DB>, quotationId: string): Promise<boolean> {
  const approval = await tx
    .selectFrom('quotation_replies')
    .select('id')
    .where('quotation_id', '=', quotationId)
    .where('kind', '=', 'approved')
    .executeTakeFirst()
  return approval !== undefined
}
