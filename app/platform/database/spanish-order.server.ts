import type { PoolClient } from 'pg'

/**
 * Rebuilds the indexes in the Spanish order when the ICU that PostgreSQL runs with is another one than they were built by, as after
 * an update of either: it may order texts otherwise, and an index would miss rows. Sales go on meanwhile. Only for a superuser, as of
 * the embedded PostgreSQL: others may not say that it is done, so PostgreSQL keeps warning them (docs/operations.md).
 * @returns the names of the rebuilt indexes.
 */
export async function renewSpanishOrder(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select index.indexrelid::regclass::text as name
     from pg_collation spanish join pg_index index on spanish.oid = any(index.indcollation::oid[])
     where spanish.collname = 'es-x-icu' and spanish.collversion is distinct from pg_collation_actual_version(spanish.oid)
       and (select rolsuper from pg_roles where rolname = current_user)
     order by name`,
  )
  if (rows.length === 0) return []
  for (const { name } of rows) await client.query(`reindex index concurrently ${name}`)
  await client.query('alter collation pg_catalog."es-x-icu" refresh version')
  return rows.map(({ name }) => name)
}
