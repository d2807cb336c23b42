import { listOpenItems } from '#app/features/accesses/admin/access-imports.server.ts'
import {
  type AccessQuery,
  accessChoices,
  accessRows,
  accessTotals,
} from '#app/features/accesses/admin/admin-access-list.server.ts'
import { adminAccessList } from '#app/features/accesses/admin/admin-access-list.tsx'
import { countUnfinished } from '#app/features/accesses/admin/resend-many.server.ts'
import { findPeople } from '#app/features/accesses/support/people.server.ts'
import { findAnalytics, findReport } from '#app/features/analytics/find-analytics.server.ts'
import { findEverything } from '#app/features/analytics/find-everything.server.ts'
import { DIVISIONS } from '#app/features/analytics/funnel.ts'
import { type AuditQuery, auditChoices, auditRows } from '#app/features/audit/admin/audit-list.server.ts'
import { auditList } from '#app/features/audit/admin/audit-list.tsx'
import { entryKey } from '#app/features/audit/audit.ts'
import { type ClientQuery, clientRows } from '#app/features/clients/admin/client-list.server.ts'
import { clientList } from '#app/features/clients/admin/client-list.tsx'
import { companyRows } from '#app/features/clients/admin/company-list.server.ts'
import { companyList } from '#app/features/clients/admin/company-list.tsx'
import { codeUseRows } from '#app/features/discounts/admin/code-use-list.server.ts'
import { codeUseList } from '#app/features/discounts/admin/code-use-list.tsx'
import { type DiscountQuery, discountRows, discountTotals } from '#app/features/discounts/admin/discount-list.server.ts'
import { discountList } from '#app/features/discounts/admin/discount-list.tsx'
import { deliveryRows } from '#app/features/integrations/admin/delivery-list.server.ts'
import { deliveryList } from '#app/features/integrations/admin/delivery-list.tsx'
import { listEndpoints } from '#app/features/integrations/webhooks.server.ts'
import { type OrderQuery, orderRows, orderSums } from '#app/features/orders/admin/order-list.server.ts'
import { orderList } from '#app/features/orders/admin/order-list.tsx'
import { orderHistory } from '#app/features/orders/order-history.server.ts'
import { ownQuotations } from '#app/features/quotations/quotations.server.ts'
import { countPending, type ReviewQuery, reviewRows } from '#app/features/reviews/admin/review-list.server.ts'
import { reviewList } from '#app/features/reviews/admin/review-list.tsx'
import { type SessionQuery, sessionRows } from '#app/features/workshops/admin/session-list.server.ts'
import { sessionList } from '#app/features/workshops/admin/session-list.tsx'
import { addDays, dayOf, shiftDay } from '#app/kernel/dates.ts'
import { type Filter, type List, readList } from '#app/kit/lists/define-list.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { Databases } from '#app/platform/database/database.server.ts'

export type Admin = { kind: 'admin'; userId: string }
type Steps = Record<string, () => Promise<unknown>>
type Work = Parameters<typeof asActor<unknown>>[2]

const OLDEST = { column: 'created_at', direction: 'asc' } as const
const SPENT = { column: 'spent_clp', direction: 'desc' } as const

/** A list from its beginning, narrowed by nothing. */
const allOf = <Row, F extends Readonly<Record<string, Filter>>, SortColumn extends string>(
  list: List<Row, F, SortColumn>,
) => readList(list, { searchParams: new URLSearchParams('periodo=todo&status=all') }, new Date()).query

export const ALL_ORDERS: OrderQuery = allOf(orderList)

/** Every query that back-office loaders run on many rows, by name. */
export async function backOfficeSteps({ db, ownerPool }: Databases, admin: Admin): Promise<Steps> {
  const as = (work: Work) => () => asActor(db, admin, work)
  const one = async (query: string) => (await ownerPool.query<{ id: string }>(query)).rows[0]?.id
  /** An id ninety percent down a table. */
  const deep = (table: string, column = 'created_at', only = 'true') =>
    one(`select id from ${table} where ${only} order by ${column} desc, id desc
      offset (select count(*) * 9 / 10 from ${table} where ${only}) limit 1`)
  const input = { as, deep, one }
  return {
    ...(await orderSteps(input)),
    ...(await accessSteps(input)),
    ...(await clientSteps(input)),
    ...(await discountSteps(input)),
    ...(await otherSteps(input)),
    ...figureSteps({ db, admin, as }),
    ...(await auditSteps(input)),
  }
}

type Input = {
  as(work: Work): () => Promise<unknown>
  deep(table: string, column?: string, only?: string): Promise<string | undefined>
  one(query: string): Promise<string | undefined>
}

async function orderSteps({ as, deep }: Input): Promise<Steps> {
  const orders = (input: Partial<OrderQuery>) => as(tx => orderRows.page(tx, { ...ALL_ORDERS, ...input }))
  const counts = (input: Partial<OrderQuery>) => as(tx => orderRows.count(tx, { ...ALL_ORDERS, ...input }))
  const after = await deep('orders')
  return {
    'orders, how many': counts({}),
    'orders, how many refunded in part, for one person': counts({ status: 'partial', mode: 'self' }),
    'orders, how many with a word that one in ten has': counts({ search: 'rosa' }),
    'orders, first page': orders({}),
    'orders, deep page': orders({ after }),
    'orders, page before a deep one': orders({ before: after }),
    'orders, pending': orders({ status: 'pending' }),
    'orders, business, by total': orders({ mode: 'business', sort: { column: 'total_clp', direction: 'desc' } }),
    'orders, a word that one in ten has': orders({ search: 'rosa' }),
    'orders, a word that one in 10,000 has': orders({ search: 'quillag' }),
    'orders, the same, deep': orders({ search: 'quillag', after }),
    'orders, summary of a common word': as(tx => orderSums(tx, { ...ALL_ORDERS, search: 'rosa' })),
    'orders, summary of a month': as(tx =>
      orderSums(tx, { ...ALL_ORDERS, status: 'paid', from: addDays(new Date(), -30) }),
    ),
    'orders, a number': orders({ search: 'ALH-777-bench' }),
    'orders, words that nobody has': orders({ search: 'zzzz rosa' }),
  }
}

async function accessSteps({ as, deep, one }: Input): Promise<Steps> {
  const accesses = (input: Partial<AccessQuery>) =>
    as(tx => accessRows.page(tx, { ...allOf(adminAccessList), ...input }))
  const newest = (column: string) =>
    one(`select ${column} as id from user_accesses order by created_at desc, id limit 1`)
  const [after, productId, clientId] = [
    await deep('user_accesses'),
    await newest('assessment_id'),
    await newest('user_id'),
  ]
  return {
    'accesses, how many of a product are expired': as(tx =>
      accessRows.count(tx, { ...allOf(adminAccessList), productId, state: 'expired' }),
    ),
    'accesses, what stops a person': as(tx => findPeople(tx, 'quillag', new Date())),
    'accesses, first page': accesses({}),
    'accesses, deep page': accesses({ after }),
    'accesses, a rare word': accesses({ search: 'quillag' }),
    'accesses, a common word, expired': accesses({ search: 'rosa', state: 'expired' }),
    'accesses, expired': accesses({ state: 'expired' }),
    'accesses, invited, the oldest': accesses({ state: 'invited', sort: OLDEST }),
    'accesses, accessed, the newest': accesses({ state: 'accessed' }),
    'accesses, of a product, completed': accesses({ productId, state: 'completed' }),
    'accesses, of a product, expired': accesses({ productId, state: 'expired' }),
    'accesses, of a client': accesses({ clientId }),
    'accesses, ending in a week': accesses({ endsUntil: addDays(new Date(), 7) }),
    'accesses, summary cards': as(tx => accessTotals(tx, allOf(adminAccessList))),
    'accesses, summary of a common word': as(tx => accessTotals(tx, { ...allOf(adminAccessList), search: 'rosa' })),
    'accesses, choices of filters': as(tx => accessChoices(tx, {})),
    'accesses, who has not completed': as(tx => countUnfinished(tx, { filters: allOf(adminAccessList) }, new Date())),
    'accesses, items with free seats': as(tx => listOpenItems(tx, '', new Date())),
    'accesses, items with free seats of a rare word': as(tx => listOpenItems(tx, 'quillag', new Date())),
  }
}

async function clientSteps({ as, deep, one }: Input): Promise<Steps> {
  const clients = (input: Partial<ClientQuery>) => as(tx => clientRows.page(tx, { ...allOf(clientList), ...input }))
  const companies = (input: Partial<Parameters<typeof companyRows.page>[1]>) =>
    as(tx => companyRows.page(tx, { ...allOf(companyList), ...input }))
  const client = (await one('select id from client_totals order by spent_clp desc, id limit 1')) ?? ''
  return {
    'clients, first page': clients({}),
    'clients, deep page': clients({ after: await deep('profiles') }),
    'clients, by what they spent': clients({ sort: SPENT }),
    'clients, by what they spent, deep': clients({ sort: SPENT, after: await deep('client_totals', 'spent_clp') }),
    'clients, who bought nothing': clients({ bought: false }),
    'clients, a common word': clients({ search: 'rosa' }),
    'clients, a common word, by what they spent': clients({ search: 'rosa', sort: SPENT }),
    'clients, a rare word': clients({ search: 'quillag' }),
    'clients, orders and quotations of one': as(async tx => [
      await orderHistory(tx, client, {}),
      await ownQuotations(tx, client, 1),
    ]),
    'companies, first page': companies({}),
    'companies, deep page': companies({ after: await deep('companies') }),
    'companies, by what they spent': companies({ sort: SPENT }),
    'companies, a word that all have': companies({ search: 'empresa' }),
    'companies, a word that one has': companies({ search: 'empresa 33' }),
  }
}

async function discountSteps({ as, deep, one }: Input): Promise<Steps> {
  const codes = (input: Partial<DiscountQuery>) => as(tx => discountRows.page(tx, { ...allOf(discountList), ...input }))
  const used =
    (await one('select discount_code_id as id from discount_redemptions group by 1 order by count(*) desc limit 1')) ??
    ''
  const uses = (after: string | undefined) =>
    as(tx => codeUseRows.page(tx, { ...allOf(codeUseList), codeId: used, code: '', size: 20, after }))
  return {
    'discounts, first page': codes({}),
    'discounts, deep page': codes({ after: await deep('discount_codes') }),
    'discounts, by uses': codes({ sort: { column: 'current_uses', direction: 'desc' } }),
    'discounts, active': codes({ state: 'active' }),
    'discounts, scheduled, of which there are none': codes({ state: 'scheduled' }),
    'discounts, a word': codes({ search: 'bench100' }),
    'discounts, summary cards': as(tx => discountTotals(tx, allOf(discountList))),
    'uses of a code, first page': uses(undefined),
    'uses of a code, deep page': uses(await deep('discount_redemptions', 'created_at', `discount_code_id = '${used}'`)),
  }
}

async function otherSteps({ as, deep, one }: Input): Promise<Steps> {
  const reviews = (input: Partial<ReviewQuery>) => as(tx => reviewRows.page(tx, { ...allOf(reviewList), ...input }))
  const endpointId = (await one('select id from webhook_endpoints limit 1')) ?? ''
  const deliveries = (input: { status?: 'failed'; after?: string | undefined }) =>
    as(tx => deliveryRows.page(tx, { ...allOf(deliveryList), endpointId, endpointName: '', ...input }))
  const sessions = (state: SessionQuery['state'], after?: string) =>
    as(tx => sessionRows.page(tx, { ...allOf(sessionList), state, after }))
  const workshops = "assessment_id in (select id from assessments where type = 'workshop')"
  return {
    'reviews, first page': reviews({}),
    'reviews, deep page': reviews({ after: await deep('reviews') }),
    'reviews, pending': reviews({ status: 'pending' }),
    'reviews, a word of one': reviews({ search: 'opinión 500' }),
    'reviews, how many wait': as(countPending),
    'webhooks, endpoints': as(tx => listEndpoints(tx)),
    'webhooks, deliveries, first page': deliveries({}),
    'webhooks, deliveries, deep page': deliveries({ after: await deep('webhook_deliveries') }),
    'webhooks, deliveries that failed': deliveries({ status: 'failed' }),
    'sessions of workshops, first page': sessions(undefined),
    'sessions of workshops, deep page': sessions(undefined, await deep('order_items', 'created_at', workshops)),
    'sessions of workshops, without a date': sessions('unset'),
    'sessions of workshops, to come': sessions('coming'),
    'sessions of workshops, to be confirmed': sessions('to_confirm'),
  }
}

function figureSteps({ db, admin, as }: { db: Databases['db']; admin: Admin; as: Input['as'] }): Steps {
  const find = (search: string) => as(tx => findEverything(tx, { search, max: 5, now: new Date(), scope: 'admin' }))
  const today = dayOf(new Date())
  const month = { from: shiftDay(today, -29), to: today }
  const before = { from: shiftDay(today, -59), to: shiftDay(today, -30) }
  return {
    'search over everything, common': find('rosa'),
    'search over everything, rare': find('quillag'),
    'search over everything, a number': find('ALH-777-bench'),
    'search over everything, a RUT': find('70.000.777-K'),
    'search over everything, an amount': find('$40.000'),
    'dashboard, 30 days': () => findReport(db, admin, { days: month, previous: before, today }),
    'dashboard, all dates': () => findReport(db, admin, { days: undefined, previous: undefined, today }),
    'analytics, 30 days by product': () =>
      findAnalytics(db, admin, { days: month, previous: before, today, divisions: ['producto'] }),
    'analytics, all dates, every division': () =>
      findAnalytics(db, admin, { days: undefined, previous: undefined, today, divisions: DIVISIONS }),
  }
}

async function auditSteps({ as, one }: Input): Promise<Steps> {
  const audit = (input: Partial<AuditQuery>) => as(tx => auditRows.page(tx, { ...allOf(auditList), ...input }))
  const deepEntry = await one(
    'select id from audit_log order by at desc, id desc offset (select count(*) * 9 / 10 from audit_log) limit 1',
  )
  return {
    'audit log, first page': audit({}),
    'audit log, deep page': audit({ after: entryKey(Number(deepEntry)) }),
    'audit log, refusals': audit({ action: 'access_refused' }),
    'audit log, a common word': audit({ search: 'rosa' }),
    'audit log, a rare word': audit({ search: 'quillag' }),
    'audit log, what its filters offer': as(tx => auditChoices(tx, undefined)),
  }
}
