import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** Results of each type; the lists show the rest. */
export const MAX_OF_EACH = 5

export const FOUND_KINDS = ['orders', 'clients', 'accesses', 'products', 'codes'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** One thing that the search of the top bar has found. */
export type Found = { kind: FoundKind; id: string; title: string; detail: string }

/**
 * Orders, people, accesses, products and discount codes whose words start with the typed ones; five of each, newest
 * first. For administrators; other actors find nothing.
 */
export async function findEverything(tx: Transaction<DB>, search: string, now: Date): Promise<Found[]> {
  if (search === '') return []
  // Arrays, because the planner expects a thousand rows from a set-returning function and would scan whole tables.
  const newest = sql`'created_at', true, null, ${MAX_OF_EACH}`
  const { rows } = await sql<Found>`
    (select 'orders' as kind, found.id, found.order_number as title,
       concat_ws(' · ', nullif(btrim(buyer.first_name || ' ' || buyer.last_name), ''), coalesce(found.company_name, buyer.company)) as detail
     from orders found join profiles buyer on buyer.id = found.user_id
     where found.id = any(array(select private.find_orders(${search}, null, null, null, null, null, ${newest})))
     order by found.created_at desc, found.id)
    union all
    (select 'clients', found.id, btrim(found.first_name || ' ' || found.last_name), concat_ws(' · ', found.email, found.company)
     from profiles found where found.id = any(array(select private.find_profiles(${search}, ${MAX_OF_EACH})))
     order by found.created_at desc, found.id)
    union all
    (select 'accesses', found.id, found.email, concat_ws(' · ', nullif(found.invitee_name, ''), product.name)
     from user_accesses found
       join order_items item on item.id = found.order_item_id join assessments product on product.id = item.assessment_id
     where found.id = any(array(select private.find_accesses(${search}, null, null, null, null, null, null, ${now}, ${newest})))
     order by found.created_at desc, found.id)
    union all
    (select 'products', found.id, found.name, case found.status when 'active' then 'Activo' when 'draft' then 'Borrador' else 'Archivado' end
     from assessments found where found.id = any(array(select private.find_products(${search}, ${MAX_OF_EACH})))
     order by found.status = 'active' desc, found.paid_seats desc, found.id)
    union all
    (select 'codes', found.id, found.code, found.name
     from discount_codes found where found.id = any(array(select private.find_codes(${search}, ${MAX_OF_EACH})))
     order by found.created_at desc, found.id)`.execute(tx)
  return rows
}
