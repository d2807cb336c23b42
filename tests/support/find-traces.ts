import type { Pool } from 'pg'

/** Every column of the database that can hold a text, also as bytes or as words of a search. */
const TEXTUAL = `
  select space.nspname as schema, class.relname as table, col.attname as column, col.atttypid::regtype::text as type
  from pg_attribute col join pg_class class on class.oid = col.attrelid join pg_namespace space on space.oid = class.relnamespace
  where class.relkind in ('r', 'p', 'm') and not class.relispartition and col.attnum > 0 and not col.attisdropped
    and space.nspname not in ('pg_catalog', 'information_schema') and space.nspname !~ '^pg_(toast|temp)'
    and col.atttypid <> all (array['uuid', 'uuid[]', 'integer', 'integer[]', 'bigint', 'smallint', 'smallint[]', 'boolean', 'timestamptz',
      'timestamp', 'date', 'numeric', 'real', 'double precision', 'interval']::regtype[])
  order by 1, 2, 3`

export type Column = { schema: string; table: string; column: string; type: string }

export const textualColumns = async (pool: Pool): Promise<Column[]> => (await pool.query<Column>(TEXTUAL)).rows

const nameOf = ({ schema, table, column }: Column) => `${schema}.${table}.${column}`

/**
 * Where any of these values still is, without regard to case, as `schema.table.column: value`.
 * @param values distinctive ones without accents, which searches drop: nobody else's data contain them.
 */
export async function findTraces(pool: Pool, values: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const column of await textualColumns(pool)) {
    const text =
      column.type === 'bytea' ? `encode(entry."${column.column}", 'escape')` : `lower(entry."${column.column}"::text)`
    const { rows } = await pool.query<{ value: string }>(
      `select distinct sought.value from "${column.schema}"."${column.table}" entry, unnest($1::text[]) sought (value)
       where position(lower(sought.value) in ${text}) > 0`,
      [values],
    )
    found.push(...rows.map(({ value }) => `${nameOf(column)}: ${value}`))
  }
  return found.toSorted()
}
