import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** An account that a search finds. */
export type FoundClient = { id: string; name: string; email: string; company: string | null; orders: number }

/** The newest accounts that match the beginnings of words of name, e-mail or company. For administrators. */
export async function findClients(tx: Transaction<DB>, search: string, limit: number): Promise<FoundClient[]> {
  if (search === '') return []
  const { rows } = await sql<FoundClient>`
    select id, btrim(first_name || ' ' || last_name) as name, email, company,
      (select count(*)::integer from orders where orders.user_id = profiles.id) as orders
    from profiles where id = any(array(select private.find_profiles(${search}, ${limit})))
    order by created_at desc, id`.execute(tx)
  return rows
}

/** The same as options of a select: the name and company, and the e-mail. */
export async function clientOptions(tx: Transaction<DB>, { search, limit }: { search: string; limit: number }) {
  const found = await findClients(tx, search, limit)
  return found.map(({ id, name, email, company }) => ({
    value: id,
    label: [name || email, company].filter(Boolean).join(' · '),
    detail: email,
  }))
}
