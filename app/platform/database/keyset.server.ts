import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LIST_END, type PageCursor } from './page-cursor.ts'

export type Direction = 'asc' | 'desc'

export type PageRequest<Column extends string = string> = PageCursor & {
  /** A column that is never null and has an index together with the id: `(column, id)`. */
  sort: { column: Column; direction: Direction }
  /** Rows of a page. */
  size: number
  /** Of these rows alone. */
  only?: readonly string[] | undefined
}

export type Page<Row> = {
  rows: Row[]
  /** Cursors of the page after and before; undefined at an end of the list. */
  next: string | undefined
  previous: string | undefined
}

export type Keyset = {
  where: RawBuilder<SqlBool>
  orderBy: RawBuilder<unknown>
  /** One more row than the page, to know whether another follows. */
  limit: number
  /** The page arguments of a database function that searches a list. */
  search: { column: string; descending: boolean; cursor: string | null; max: number }
  finish<Row extends { id: string }>(found: readonly Row[]): Page<Row>
}

/**
 * One page of a list whose cost does not depend on how deep it lies. The cursor's sort value is looked up by the database: a time in
 * an address would lose its microseconds, and an amount may have changed.
 * @param table where the cursor's row is found
 * @param alias what the query calls that table
 * @param key its column of the rows' ids
 */
export function keyset(table: string, request: PageRequest, alias = table, key = 'id'): Keyset {
  const { after, before, size, sort, only } = request
  const backwards = before !== undefined
  const isLast = before === LIST_END
  const cursor = isLast ? null : (before ?? after ?? null)
  // Pages before a row are read from it backwards.
  const descending = (sort.direction === 'desc') !== backwards
  const column = sql.ref(`${alias}.${sort.column}`)
  const id = sql.ref(`${alias}.${key}`)
  const beyond = sql.raw(descending ? '<' : '>')
  const way = sql.raw(descending ? 'desc' : 'asc')
  const beyondPosition =
    cursor === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${column}, ${id}) ${beyond} (select ${sql.ref(sort.column)}, ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(key)} = ${cursor})`
  return {
    where: only === undefined ? beyondPosition : sql<SqlBool>`${id} = any(${[...only]}) and ${beyondPosition}`,
    orderBy: sql`${column} ${way}, ${id} ${way}`,
    limit: size + 1,
    search: { column: sort.column, descending, cursor, max: size + 1 },
    finish(found) {
      const more = found.length > size
      const rows = backwards ? found.slice(0, size).toReversed() : found.slice(0, size)
      return {
        rows,
        next: !isLast && (backwards || more) ? rows.at(-1)?.id : undefined,
        previous: (backwards ? more : after !== undefined) ? rows.at(0)?.id : undefined,
      }
    },
  }
}
