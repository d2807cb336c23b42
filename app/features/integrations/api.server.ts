import { sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Pesos } from '#app/kernel/money.ts'
import { rounded } from '#app/kernel/rounding.ts'
import { keyset, type Page } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AccessesQuery, type OrdersQuery, pageRequest, type ResultsQuery } from './api-queries.server.ts'
import type { accessSchema, orderSchema, resultSchema } from './api-schema.server.ts'

// What a key reads. Row-level security limits it to its scopes, whatever these queries select.

type Order = z.input<typeof orderSchema>

/** A page of orders, by the time at which they were made. */
export async function apiOrders(tx: Transaction<DB>, query: OrdersQuery): Promise<Page<Order>> {
  const page = keyset('orders', pageRequest(query), 'order')
  const { status, created_since, created_until } = query
  const rows = await orders(tx)
    .where(page.where)
    .$if(status !== undefined, found => found.where('order.status', '=', status ?? 'paid'))
    .$if(created_since !== undefined, found => found.where('order.created_at', '>=', created_since ?? new Date(0)))
    .$if(created_until !== undefined, found => found.where('order.created_at', '<', created_until ?? new Date(0)))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(rows.map(orderOf))
}

export async function apiOrder(tx: Transaction<DB>, id: string): Promise<Order | undefined> {
  const row = await orders(tx).where('order.id', '=', id).executeTakeFirst()
  return row && orderOf(row)
}

const orders = (tx: Transaction<DB>) =>
  tx
    .selectFrom('orders as order')
    .innerJoin('profiles as buyer', 'buyer.id', 'order.user_id')
    .select([
      'order.id',
      'order.order_number',
      'order.status',
      'order.created_at',
      'order.paid_at',
      'order.currency',
      'order.subtotal_clp',
      'order.discount_clp',
      'order.total_clp',
      'order.net_clp',
      'order.vat_clp',
      'order.discount_code',
      'order.document_type',
      'order.billing_rut',
      'order.billing_name',
      'order.billing_activity',
      'order.billing_address',
      'order.billing_commune',
      'order.company_name',
      'order.user_id',
      'buyer.email',
      'buyer.first_name',
      'buyer.last_name',
      'buyer.deleted_at',
    ])
    .select(eb => [
      eb
        .selectFrom('refunds')
        .whereRef('refunds.order_id', '=', 'order.id')
        .where('refunds.status', '=', 'done')
        .select(({ fn }) => fn.coalesce(fn.sum<Pesos>('refunds.amount_clp'), sql<Pesos>`0`).as('sum'))
        .as('refunded_clp'),
      jsonArrayFrom(
        eb
          .selectFrom('order_items as item')
          .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
          .whereRef('item.order_id', '=', 'order.id')
          .select(['item.id', 'item.mode', 'item.seats', 'item.total_clp', 'item.result_mode'])
          .select('item.tops_up_item_id as adds_to_order_item_id')
          .select(['product.id as product_id', 'product.slug', 'product.name'])
          .orderBy('item.created_at')
          .orderBy('item.id'),
      ).as('items'),
    ])

type OrderRow = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number]

function orderOf(row: OrderRow): Order {
  const { created_at, paid_at, refunded_clp, user_id, email, first_name, last_name, deleted_at, items, ...order } = row
  return {
    ...order,
    items: items.map(({ product_id, slug, name, ...item }) => ({ ...item, product: { id: product_id, slug, name } })),
    created_at: created_at.toISOString(),
    paid_at: paid_at?.toISOString() ?? null,
    refunded_clp: refunded_clp ?? 0,
    document: {
      type: row.document_type,
      rut: row.billing_rut,
      name: row.billing_name,
      activity: row.billing_activity,
      address: row.billing_address,
      commune: row.billing_commune,
    },
    buyer: { id: user_id, email: deleted_at === null ? email : null, first_name, last_name },
  }
}

type Access = z.input<typeof accessSchema>

/** A page of accesses, by the time at which they were made. */
export async function apiAccesses(tx: Transaction<DB>, query: AccessesQuery): Promise<Page<Access>> {
  const page = keyset('user_accesses', pageRequest(query), 'access')
  const { status, order_item_id, created_since, created_until } = query
  const rows = await accesses(tx)
    .where(page.where)
    .$if(status !== undefined, found => found.where('access.status', '=', status ?? 'active'))
    .$if(order_item_id !== undefined, found => found.where('access.order_item_id', '=', order_item_id ?? ''))
    .$if(created_since !== undefined, found => found.where('access.created_at', '>=', created_since ?? new Date(0)))
    .$if(created_until !== undefined, found => found.where('access.created_at', '<', created_until ?? new Date(0)))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(rows.map(accessOf))
}

export async function apiAccess(tx: Transaction<DB>, id: string): Promise<Access | undefined> {
  const row = await accesses(tx).where('access.id', '=', id).executeTakeFirst()
  return row && accessOf(row)
}

const accesses = (tx: Transaction<DB>) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select([
      'access.id',
      'item.order_id',
      'access.order_item_id',
      'product.id as product_id',
      'product.slug',
      'product.name as product_name',
      'access.status',
      'access.email',
      'access.invitee_name',
      'access.job_role',
      'access.department',
      'access.invited_by_user_id',
      'access.created_at',
      'access.accessed_at',
      'access.completed_at',
      'access.expires_at',
      'access.progress',
    ])

type AccessRow = Awaited<ReturnType<ReturnType<typeof accesses>['execute']>>[number]

function accessOf(row: AccessRow): Access {
  return {
    ...row,
    product: { id: row.product_id, slug: row.slug, name: row.product_name },
    name: row.invitee_name,
    invited: row.invited_by_user_id !== null,
    created_at: row.created_at.toISOString(),
    accessed_at: row.accessed_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }
}

type ResultRow = {
  id: string
  access_id: string
  order_id: string
  order_item_id: string
  product_id: string
  product_slug: string
  product_name: string
  full_name: string
  email: string
  position: string
  organizational_unit: string
  questionnaire_id: string
  questionnaire_version: number
  completed_at: Date
  duration_seconds: number | null
  closed_by: 'respondent' | 'buyer'
  /** The overall mean, then one per section; null for a run that has no closed answers to count. */
  means: (number | null)[] | null
  sections: string[] | null
}

type Result = z.input<typeof resultSchema>

/** A page of results of nominative purchases, by the time at which they were completed. */
export async function apiResults(tx: Transaction<DB>, query: ResultsQuery): Promise<Page<Result>> {
  const page = keyset('questionnaire_runs', pageRequest(query))
  const { order_id, order_item_id, completed_since, completed_until } = query
  const rows = await results(tx, {
    order: order_id,
    item: order_item_id,
    from: completed_since,
    until: completed_until,
    ...page.search,
  })
  return page.finish(rows.map(resultOf))
}

export async function apiResult(tx: Transaction<DB>, id: string): Promise<Result | undefined> {
  const [row] = await results(tx, { run: id, descending: true, max: 1 })
  return row && resultOf(row)
}

type Requested = {
  run?: string
  order?: string | undefined
  item?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  descending: boolean
  cursor?: string | null
  max: number
}

async function results(tx: Transaction<DB>, requested: Requested): Promise<ResultRow[]> {
  const { run, order, item, from, until, descending, cursor, max } = requested
  const { rows } = await sql<ResultRow>`
    select * from private.api_results(${run ?? null}, ${order ?? null}, ${item ?? null}, ${from ?? null}, ${until ?? null},
      ${descending}, ${cursor ?? null}, ${max})`.execute(tx)
  return rows
}

const levelOf = (mean: number | null | undefined): number | null =>
  mean === null || mean === undefined ? null : rounded(mean, 2)

function resultOf(row: ResultRow): Result {
  const { means } = row
  return {
    ...row,
    product: { id: row.product_id, slug: row.product_slug, name: row.product_name },
    person: {
      full_name: row.full_name,
      email: row.email,
      position: row.position,
      organizational_unit: row.organizational_unit,
    },
    questionnaire: { id: row.questionnaire_id, version: row.questionnaire_version },
    completed_at: row.completed_at.toISOString(),
    overall_level: levelOf(means?.[0]),
    sections: (row.sections ?? []).map((title, index) => ({ title, level: levelOf(means?.[index + 1]) })),
  }
}
