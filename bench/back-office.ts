import {
  type AccessListQuery,
  accessChoices,
  accessTotals,
  listAccesses,
} from '#app/features/accesses/access-list.db.server.ts'
import { countUnfinished } from '#app/features/accesses/resend-many.db.server.ts'
import { findAnalytics } from '#app/features/analytics/find-analytics.server.ts'
import { findEverything } from '#app/features/analytics/find-everything.db.server.ts'
import { findReport } from '#app/features/analytics/find-report.server.ts'
import { DIVISIONS } from '#app/features/analytics/funnel.ts'
import { auditChoices, listAudit } from '#app/features/audit/audit-list.db.server.ts'
import type { AuditQuery } from '#app/features/audit/audit-list.ts'
import { entryKey } from '#app/features/audit/audit-list.ts'
import { exportOrders, ORDER_EXPORT_HEADER } from '#app/features/orders/order-export.db.server.ts'
import { listOrders, type OrderListQuery } from '#app/features/orders/order-list.db.server.ts'
import { addDays, dayOf, shiftDay } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { csvDownload } from '#app/platform/sheets/csv-download.server.ts'
import { createProfile } from '#tests/support/factories.ts'
import { fillBackOffice } from './back-office-rows.ts'
import { figure, withShop } from './shop.ts'

const FEW = 1000
/** Orders of the large shop; ALHENA_BENCH_ORDERS asks for fewer on a small machine. */
const MANY = Number(process.env.ALHENA_BENCH_ORDERS ?? 1_000_000)
const ROUNDS = 15

type Admin = { kind: 'admin'; userId: string }

/** Lists, search and dashboard of the back office with 1,000 orders and with a million, and what the export takes. */
export async function measureBackOffice(): Promise<string[]> {
  return withShop(async ({ databaseUrl }) => {
    const databases = openDatabases(databaseUrl, 4)
    try {
      const { id: userId } = await createProfile(databases.ownerPool, { role: 'admin' })
      const admin: Admin = { kind: 'admin', userId }
      await fillBackOffice(databases.ownerPool, FEW)
      const few = await measureAll(databases, admin)
      await fillBackOffice(databases.ownerPool, MANY)
      const many = await measureAll(databases, admin)
      const lines = Object.entries(few).map(
        ([name, before]) =>
          `back office, ${name}: ${figure(before)} ms with ${FEW} orders, ${figure(many[name] ?? 0)} ms with ${MANY}; ratio ${figure((many[name] ?? 0) / before)}`,
      )
      return [...lines, await measureExport(databases, admin)]
    } finally {
      await databases.close()
    }
  })
}

const NEWEST = { column: 'created_at', direction: 'desc' } as const
const OLDEST = { column: 'created_at', direction: 'asc' } as const

const ALL: OrderListQuery = {
  search: '',
  status: undefined,
  mode: undefined,
  from: undefined,
  until: undefined,
  sort: NEWEST,
  size: 25,
}

const ALL_ACCESSES = {
  search: '',
  state: undefined,
  productId: undefined,
  clientId: undefined,
  from: undefined,
  endsUntil: undefined,
  sort: NEWEST,
  size: 25,
}

const WHOLE_LOG: AuditQuery = {
  search: '',
  action: undefined,
  entity: undefined,
  actor: undefined,
  from: undefined,
  until: undefined,
  sort: { column: 'at', direction: 'desc' },
  size: 25,
}

async function measureAll({ db, ownerPool }: Databases, admin: Admin): Promise<Record<string, number>> {
  /** An id nine tenths down a table. */
  const deep = async (table: string) => {
    const { rows } = await ownerPool.query<{ id: string }>(
      `select id from ${table} order by created_at desc, id desc offset (select count(*) * 9 / 10 from ${table}) limit 1`,
    )
    return rows[0]?.id
  }
  const orders = (given: Partial<OrderListQuery>) => () =>
    asActor(db, admin, tx => listOrders(tx, { ...ALL, ...given }))
  const accesses = (given: Partial<AccessListQuery>) => () =>
    asActor(db, admin, tx => listAccesses(tx, { ...ALL_ACCESSES, at: new Date(), ...given }))
  const find = (search: string) => () => asActor(db, admin, tx => findEverything(tx, search))
  const audit = (given: Partial<AuditQuery>) => () =>
    asActor(db, admin, tx => listAudit(tx, { ...WHOLE_LOG, ...given }))
  const { rows: deepEntries } = await ownerPool.query<{ id: number }>(
    'select id from audit_log order by at desc, id desc offset (select count(*) * 9 / 10 from audit_log) limit 1',
  )
  const today = dayOf(new Date())
  const month = { from: shiftDay(today, -29), to: today }
  const before = { from: shiftDay(today, -59), to: shiftDay(today, -30) }
  const deepOrder = await deep('orders')
  const { rows: sold } = await ownerPool.query<{ productId: string; clientId: string }>(
    'select assessment_id as "productId", user_id as "clientId" from user_accesses order by created_at desc, id limit 1',
  )
  const { productId, clientId } = sold[0] ?? {}
  const steps: Record<string, () => Promise<unknown>> = {
    'orders, first page': orders({}),
    'orders, deep page': orders({ after: deepOrder }),
    'orders, page before a deep one': orders({ before: deepOrder }),
    'orders, pending': orders({ status: 'pending' }),
    'orders, business, by total': orders({ mode: 'business', sort: { column: 'total_clp', direction: 'desc' } }),
    'orders, a word that one in ten has': orders({ search: 'rosa' }),
    'orders, a word that one in 10,000 has': orders({ search: 'quillag' }),
    'orders, a number': orders({ search: 'ALH-777-bench' }),
    'orders, words that nobody has': orders({ search: 'zzzz rosa' }),
    'accesses, first page': accesses({}),
    'accesses, deep page': accesses({ after: await deep('user_accesses') }),
    'accesses, a rare word': accesses({ search: 'quillag' }),
    'accesses, a common word, expired': accesses({ search: 'rosa', state: 'expired' }),
    'accesses, expired': accesses({ state: 'expired' }),
    'accesses, invited, the oldest': accesses({ state: 'invited', sort: OLDEST }),
    'accesses, accessed, the newest': accesses({ state: 'accessed' }),
    'accesses, of a product, completed': accesses({ productId, state: 'completed' }),
    'accesses, of a product, expired': accesses({ productId, state: 'expired' }),
    'accesses, of a client': accesses({ clientId }),
    'accesses, ending in a week': accesses({ endsUntil: addDays(new Date(), 7) }),
    'accesses, summary cards': () => asActor(db, admin, tx => accessTotals(tx)),
    'accesses, choices of filters': () => asActor(db, admin, tx => accessChoices(tx, {})),
    'accesses, who has not completed': () =>
      asActor(db, admin, tx => countUnfinished(tx, { filters: { ...ALL_ACCESSES, at: new Date() } }, new Date())),
    'search over everything, common': find('rosa'),
    'search over everything, rare': find('quillag'),
    'dashboard, 30 days': () => findReport(db, admin, { days: month, previous: before, today }),
    'dashboard, all dates': () => findReport(db, admin, { days: undefined, previous: undefined, today }),
    'analytics, 30 days by product': () =>
      findAnalytics(db, admin, { days: month, previous: before, today, divisions: ['producto'] }),
    'analytics, all dates, every division': () =>
      findAnalytics(db, admin, { days: undefined, previous: undefined, today, divisions: DIVISIONS }),
    'audit log, first page': audit({}),
    'audit log, deep page': audit({ after: entryKey(deepEntries[0]?.id ?? 0) }),
    'audit log, refusals': audit({ action: 'access_refused' }),
    'audit log, a rare word': audit({ search: 'quillag' }),
    'audit log, what its filters offer': () => asActor(db, admin, tx => auditChoices(tx, undefined)),
  }
  const medians: Record<string, number> = {}
  for (const [name, step] of Object.entries(steps)) {
    for (let round = 0; round < 3; round += 1) await step()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      await step()
      times.push(performance.now() - start)
    }
    medians[name] = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
  }
  return medians
}

/** The whole list as CSV, read as a browser would, against PostgreSQL writing the same columns to nowhere by itself. */
async function measureExport({ db, ownerPool }: Databases, admin: Admin): Promise<string> {
  const start = performance.now()
  const answer = csvDownload('ordenes.csv', ORDER_EXPORT_HEADER, exportOrders(db, admin, ALL))
  let bytes = 0
  let most = 0
  let early = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    const { rss } = process.memoryUsage()
    most = Math.max(most, rss)
    // What a tenth of the file takes: more than that later would grow with the file.
    if (bytes < 20_000_000) early = Math.max(early, rss)
  }
  const exported = performance.now() - start
  const copying = performance.now()
  await ownerPool.query(
    `set statement_timeout = 0; copy (
       select o.order_number, o.created_at, p.first_name, p.last_name, p.email, coalesce(o.company_name, p.company), o.item_count,
         o.seat_count, o.has_self, o.has_business, o.total_clp, o.net_clp, o.vat_clp, o.discount_clp, o.discount_code, o.status,
         o.document_type, (select a.buy_order from payment_attempts a where a.order_id = o.id order by a.created_at desc limit 1)
       from orders o join profiles p on p.id = o.user_id order by o.created_at desc) to '/dev/null' with csv; reset statement_timeout`,
  )
  const copied = performance.now() - copying
  const mib = (value: number) => figure(value / 2 ** 20)
  return `back office, CSV of ${MANY} orders: ${mib(bytes)} MiB in ${figure(exported / 1000)} s, COPY ${figure(copied / 1000)} s; ratio ${figure(copied / exported)}; resident at most ${mib(most)} MiB, ${mib(early)} MiB while the first 20 MB were written`
}
