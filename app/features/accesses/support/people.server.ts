import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { searchedCode } from '#app/platform/secrets/access-code.server.ts'

/** People whom a search finds. */
const MAX_PEOPLE = 20

/** A person by their e-mail: whoever bought, was invited or has an account. */
export type FoundPerson = { email: string; name: string; accesses: number; orders: number }

/**
 * People by the beginning of an e-mail or name, a RUT, a company, an access code or an order number, most recent first;
 * at most `MAX_PEOPLE`. For administrators; other actors find nobody.
 */
export async function findPeople(tx: Transaction<DB>, search: string, now: Date): Promise<FoundPerson[]> {
  if (search === '') return []
  // Arrays, because the planner expects a thousand rows from a set-returning function and would scan whole tables.
  const newest = sql`'created_at', true, null, ${MAX_PEOPLE}`
  const { rows } = await sql<FoundPerson>`
    with ordered as materialized (
      select id, user_id, created_at from orders
      where id = any(array(select private.find_orders(${search}, null, null, null, null, null, ${newest})))
    ), found as (
      select access.email, access.created_at from user_accesses access
      where access.id = any(array(select private.find_accesses(${searchedCode(search)}, null, null, null, null, null, null, ${now}, ${newest})))
      union all
      select access.email, access.created_at
      from ordered join order_items item on item.order_id = ordered.id join user_accesses access on access.order_item_id = item.id
      union all
      select buyer.email, ordered.created_at from ordered join profiles buyer on buyer.id = ordered.user_id
      union all
      select person.email, person.created_at from profiles person
      where person.id = any(array(select private.find_profiles(${search}, ${MAX_PEOPLE})))
    ), people as (
      select email, max(created_at) as seen_at from found group by email order by seen_at desc, email limit ${MAX_PEOPLE}
    )
    select people.email,
      coalesce(nullif(btrim(account.first_name || ' ' || account.last_name), ''), invited.name, '') as name,
      coalesce(invited.accesses, 0)::integer as accesses,
      (select count(*)::integer from orders where user_id = account.id) as orders
    from people
      left join profiles account on account.email = people.email
      left join lateral (
        select max(coalesce(nullif(access.invitee_name, ''), btrim(concat_ws(' ', access.first_name, access.last_name)))) as name, count(*) as accesses
        from user_accesses access where access.email = people.email) invited on true
    order by people.seen_at desc, people.email`.execute(tx)
  return rows
}

/** The account of an e-mail and its newest orders; undefined where there is none. */
export async function findAccount(tx: Transaction<DB>, email: string) {
  const account = await tx
    .selectFrom('profiles')
    .select(['id', 'first_name', 'last_name', 'email_verified', 'created_at', 'deleted_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return undefined
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'order_number', 'status', 'created_at', 'paid_at', 'total_clp', 'refunded_clp'])
    .where('user_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  const { first_name, last_name, ...rest } = account
  return { ...rest, name: fullName({ first_name, last_name }), orders }
}

export type PersonAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>
