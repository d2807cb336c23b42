import type { ClientBase } from 'pg'
import { JOB_SCHEMA } from '#app/platform/jobs/queues.ts'

/** A table with its columns, as SQL writes them. Generated columns are left out: PostgreSQL computes them again. */
export type Table = { name: string; columns: string[] }

type Found = Table & { parents: string[] }

/** Where a sequence is; those that nobody has used yet are left out. */
export type Sequence = { name: string; value: string }

/** Not the schema of jobs: each start sends those that are missing (ADR 0067), and the engine changes its tables by itself. */
const OURS = `n.nspname not in ('information_schema', '${JOB_SCHEMA}') and n.nspname !~ '^pg_'`

/**
 * Every table of the database that is no extension's, those that others refer to first.
 * @throws Error when tables refer to one another in a circle.
 */
export async function tablesInOrder(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Found>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct format('%I.%I', pn.nspname, p.relname)
        from pg_constraint f join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${OURS}
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by name`)
  return inOrder(rows)
}

function inOrder(found: readonly Found[]): Table[] {
  const placed = new Map<string, Table>()
  let left = found
  while (left.length > 0) {
    const next = left.filter(({ parents }) => parents.every(parent => placed.has(parent)))
    if (next.length === 0) throw new Error(`Tables refer to one another: ${left.map(({ name }) => name).join(', ')}`)
    for (const { name, columns } of next) placed.set(name, { name, columns })
    left = left.filter(({ name }) => !placed.has(name))
  }
  return [...placed.values()]
}

export async function sequencesOf(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select format('%I.%I', n.nspname, s.sequencename) as name, s.last_value::text as value
    from pg_sequences s join pg_namespace n on n.nspname = s.schemaname
    where s.last_value is not null and ${OURS} order by 1`)
  return rows
}

/** The first of the tables that has a row. */
export async function firstWithRows(client: ClientBase, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) return undefined
  const each = names.map(name => `select ${client.escapeLiteral(name)} as name where exists (select from ${name})`)
  const { rows } = await client.query<{ name: string }>(`${each.join(' union all ')} limit 1`)
  return rows[0]?.name
}
