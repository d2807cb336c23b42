import { sql, type Transaction } from 'kysely'
import { dueAt } from '#app/features/accesses/accesses.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { consultantSql } from '#app/features/organisations/client-companies.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** An access with the data of item, order, product and buyer that its mails, forms and page need. */
const accesses = (tx: Transaction<DB>) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'access.user_id')
    .select([
      'access.id',
      'access.order_item_id',
      'access.user_id',
      'access.email',
      'access.status',
      'access.access_code',
      'access.first_name',
      'access.invitee_company',
      'access.job_role',
      'access.department',
      'access.invited_by_user_id',
      'access.created_at',
      'access.opened_at',
      'access.accessed_at',
      'access.completed_at',
      'access.expires_at',
      'access.progress',
      'access.reminders_sent',
      'access.result_mode',
      'item.total_seats',
      'item.used_seats',
      'item.deleted_at as item_deleted_at',
      'order.id as order_id',
      'order.order_number',
      'order.status as order_status',
      'order.company_name',
      'product.id as product_id',
      'product.slug',
      'product.name as product_name',
      'product.type',
      'product.questionnaire_id',
      'product.duration_min',
      'product.duration_max',
      'buyer.first_name as buyer_first_name',
      'buyer.last_name as buyer_last_name',
      'buyer.company as buyer_company',
      'buyer.email as buyer_email',
      dueAt('item').as('due_at'),
      consultantSql('item.organisation_id', sql.ref('buyer.id')).as('consultant'),
    ])
    .select(({ selectFrom, fn }) => [
      fn.coalesce('access.invitee_name', sql<string>`concat_ws(' ', access.first_name, access.last_name)`).as('name'),
      selectFrom('mails')
        .whereRef('mails.access_id', '=', 'access.id')
        .where('mails.template', '=', 'respondent_invitation')
        .select(count => count.fn.countAll<number>().as('invitations'))
        .as('invitations'),
      selectFrom('mails')
        .whereRef('mails.access_id', '=', 'access.id')
        .where('mails.template', 'in', ['respondent_invitation', 'respondent_reminder'])
        .select(last => last.fn.max('mails.created_at').as('mailed_at'))
        .as('mailed_at'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof accesses>['executeTakeFirstOrThrow']>>

const toAccess = ({ buyer_first_name, buyer_last_name, buyer_company, buyer_email, ...row }: Row) => ({
  ...row,
  name: row.name ?? '',
  invitations: row.invitations ?? 0,
  own: row.invited_by_user_id === null,
  product: {
    product_id: row.product_id,
    slug: row.slug,
    name: row.product_name,
    type: row.type,
    duration_min: row.duration_min,
    duration_max: row.duration_max,
    result_mode: row.result_mode,
    due_at: row.due_at,
    consultant: row.consultant,
  },
  buyer: {
    id: row.user_id,
    name: fullName({ first_name: buyer_first_name, last_name: buyer_last_name }),
    company: row.company_name ?? buyer_company,
    email: buyer_email,
  },
})

export type AdminAccess = ReturnType<typeof toAccess>

/** One access of any buyer; undefined when it does not exist. For administrators: others see at most their own. */
export async function findAdminAccess(tx: Transaction<DB>, id: string): Promise<AdminAccess | undefined> {
  const row = await accesses(tx).where('access.id', '=', id).executeTakeFirst()
  return row && toAccess(row)
}

/** The accesses of an e-mail, newest first: at most fifty. For administrators. */
export async function findAccessesByEmail(tx: Transaction<DB>, email: string): Promise<AdminAccess[]> {
  const rows = await accesses(tx)
    .where('access.email', '=', email)
    .orderBy('access.created_at', 'desc')
    .orderBy('access.id')
    .limit(50)
    .execute()
  return rows.map(toAccess)
}

/** Several at once, by id. */
export async function findAdminAccesses(tx: Transaction<DB>, ids: readonly string[]): Promise<AdminAccess[]> {
  const rows = await accesses(tx)
    .where(({ eb, val }) => eb('access.id', '=', eb.fn.any(val([...ids]))))
    .orderBy('access.id')
    .execute()
  return rows.map(toAccess)
}
