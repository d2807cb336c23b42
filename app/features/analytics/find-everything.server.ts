import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Area, readsArea } from '#app/features/identity/staff/permissions.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { searchedCode } from '#app/platform/secrets/access-code.server.ts'

/** Results of each kind in the suggestions, and on the page of results; the lists show the rest. */
export const MAX_SUGGESTED = 5
export const MAX_OF_EACH = 20

/**
 * In display order, with the area of the list that shows the same rows: who may not read that finds nothing here. Mails are found with what
 * they are about, an order, an access or an account.
 */
const FOUND_AREAS = {
  orders: ['orders'],
  quotations: ['orders'],
  clients: ['clients'],
  companies: ['clients'],
  accesses: ['accesses'],
  products: ['catalog'],
  codes: ['discounts'],
  mails: ['orders', 'accesses', 'clients'],
  reviews: ['reviews'],
  questionnaires: ['content'],
} as const satisfies Record<string, readonly Area[]>

export type FoundKind = keyof typeof FOUND_AREAS
export const FOUND_KINDS = Object.keys(FOUND_AREAS) as FoundKind[]

/** The kinds whose rows name people: a search that shows them is recorded. */
export const KINDS_OF_PEOPLE: readonly FoundKind[] = [
  'orders',
  'quotations',
  'clients',
  'companies',
  'accesses',
  'mails',
]

/** The kinds that a scope of the staff finds. */
export const foundKindsOf = (scope: StaffScope): FoundKind[] =>
  FOUND_KINDS.filter(kind => FOUND_AREAS[kind].some(area => readsArea(scope, area)))

/** One thing that the search of the top bar has found. `state` is a code of its kind's states. */
export type Found = {
  kind: FoundKind
  id: string
  title: string
  detail: string
  state: string | null
  at: Date | null
  amount: Pesos | null
  /** The page that shows a mail: of its order, its access or the account of its recipient. */
  about: { kind: 'orders' | 'accesses' | 'clients'; id: string } | null
}

/**
 * What the back office has whose words start with the typed ones, newest first, in one statement: by names, e-mails, numbers, RUTs and
 * amounts as people write them, and whole access codes. For the staff, each scope the kinds that it reads; other actors find nothing.
 * @param max results of each kind.
 */
export async function findEverything(
  tx: Transaction<DB>,
  { search, max, now, scope }: { search: string; max: number; now: Date; scope: StaffScope },
): Promise<Found[]> {
  const kinds = foundKindsOf(scope)
  if (search === '' || kinds.length === 0) return []
  const finders = findersOf(search, max, now)
  const { rows } = await sql<Found>`
    (select null as kind, null as id, null as title, null as detail, null as state, null::timestamptz as at, null::bigint as amount,
       null::jsonb as about where false)
    union all ${sql.join(
      kinds.map(kind => finders[kind]),
      sql` union all `,
    )}`.execute(tx)
  return rows
}

/** The rows of each kind, with the columns of `Found`. */
function findersOf(search: string, max: number, now: Date): Record<FoundKind, RawBuilder<unknown>> {
  // Arrays, because the planner expects a thousand rows from a set-returning function and would scan whole tables.
  const newest = sql`'created_at', true, null, ${max}`
  return {
    orders: sql`(select 'orders', found.id::text, found.order_number,
     concat_ws(' · ', nullif(btrim(buyer.first_name || ' ' || buyer.last_name), ''), coalesce(found.company_name, buyer.company)),
     found.status, found.effective_at, found.total_clp, null::jsonb
   from orders found join profiles buyer on buyer.id = found.user_id
   where found.id = any(array(select private.find_orders(${search}, null, null, null, null, null, ${newest})))
   order by found.created_at desc, found.id)`,
    quotations: sql`(select 'quotations', found.id::text, found.number, concat_ws(' · ', found.buyer_name, found.company_name),
     case when exists (select from orders bought where bought.quotation_id = found.id and bought.status = 'paid') then 'bought'
       when found.valid_until >= ${now} then 'valid' else 'expired' end,
     found.issued_at, found.total_clp, null
   from quotations found
   where found.id = any(array(select private.find_quotations(${search}, null, ${now}, null, null, 'issued_at', true, null, ${max})))
   order by found.issued_at desc, found.id)`,
    clients: sql`(select 'clients', found.id::text, btrim(found.first_name || ' ' || found.last_name), concat_ws(' · ', found.email, found.company),
     found.role, found.created_at, null, null
   from profiles found where found.id = any(array(select private.find_profiles(${search}, ${max})))
   order by found.created_at desc, found.id)`,
    companies: sql`(select 'companies', found.id::text, found.name, coalesce(found.rut, ''), null, found.last_paid_at, found.spent_clp, null
   from companies found where found.id = any(array(select private.find_companies(${search}, ${newest})))
   order by found.created_at desc, found.id)`,
    accesses: sql`(select 'accesses', found.id::text, found.email, concat_ws(' · ', nullif(found.invitee_name, ''), product.name),
     case when found.status in ('revoked', 'completed') then found.status when found.expires_at <= ${now} then 'expired'
       when found.status = 'in_use' then 'accessed' else 'invited' end,
     found.created_at, null, null
   from user_accesses found
     join order_items item on item.id = found.order_item_id join assessments product on product.id = item.assessment_id
   where found.id = any(array(select private.find_accesses(${searchedCode(search)}, null, null, null, null, null, null, ${now}, ${newest})))
   order by found.created_at desc, found.id)`,
    products: sql`(select 'products', found.id::text, found.name, case found.type when 'workshop' then 'Taller' else 'Assessment' end,
     found.status, null, found.base_price_clp, null
   from assessments found where found.id = any(array(select private.find_products(${search}, ${max})))
   order by found.status = 'active' desc, found.paid_seats desc, found.id)`,
    codes: sql`(select 'codes', found.id::text, found.code, found.name, private.discount_state(found, ${now}), found.created_at, null, null
   from discount_codes found where found.id = any(array(select private.find_codes(${search}, ${max})))
   order by found.created_at desc, found.id)`,
    mails: sql`(select 'mails', found.id::text, coalesce(found.subject, found.template), found.recipient, found.status, found.created_at, null,
     case when found.order_id is not null then jsonb_build_object('kind', 'orders', 'id', found.order_id)
       when found.access_id is not null then jsonb_build_object('kind', 'accesses', 'id', found.access_id)
       else (select jsonb_build_object('kind', 'clients', 'id', account.id) from profiles account where account.email = found.recipient) end
   from mails found where found.id = any(array(select private.find_mails(${search}, ${max})))
   order by found.created_at desc, found.id)`,
    reviews: sql`(select 'reviews', found.id::text, product.name, left(found.comment, 120), found.status, found.created_at, null, null
   from reviews found join assessments product on product.id = found.assessment_id
   where found.id = any(array(select private.find_reviews(${search}, null, null, null, null, null, ${newest})))
   order by found.created_at desc, found.id)`,
    questionnaires: sql`(select 'questionnaires', found.id, coalesce(newest.content ->> 'title', found.id), found.id, null, newest.published_at, null, null
   from questionnaires found left join lateral (
     select content, published_at from questionnaire_versions version
     where version.questionnaire_id = found.id order by version.version desc limit 1) newest on true
   where private.actor_is_staff()
     and private.list_words(concat_ws(' ', newest.content ->> 'title', found.id)) @@ private.list_query(${search})
   order by found.id limit ${max})`,
  }
}
