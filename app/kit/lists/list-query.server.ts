import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { type PackedRows, packedRows } from '#app/platform/database/cells.server.ts'
import { exportPacked, exportPages } from '#app/platform/database/export-pages.server.ts'
import type { Keyset, Page } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Batch } from '#app/platform/sheets/csv-download.server.ts'
import { COUNT_LIMIT, type Filter, type FiltersOf, type List, type QueryOf } from './define-list.ts'

type Filters = Readonly<Record<string, Filter>>
type Condition = RawBuilder<SqlBool>

/** Where, in which order and how many: what a list's query adds to its select. */
export type PageClauses = { where: Condition; orderBy: RawBuilder<unknown>; limit: number }

/** How a search finds rows, one of these. */
type Search<Query> = {
  /** A column of search text. */
  words?: string
  /** A condition of its own; undefined for a text without a word. */
  matches?: (search: string) => Condition | undefined
  /** A function of the database that takes all filters and returns the ids of a page, as column `id`. */
  find?: (query: Query, page: Keyset['search']) => RawBuilder<unknown>
  id?: string
  /** Pages without a search are found by `find`, too. */
  required?: true
}

type Params = Readonly<Record<string, string | undefined>>

type Declared<Row, F extends Filters, SortColumn extends string, Parent extends object> = {
  /** Resolves the address's parameters for a list of one object's rows; undefined when the object does not exist. */
  parent?: (tx: Transaction<DB>, params: Params, now: Date) => Promise<Parent | undefined>
  keyset: (query: QueryOf<F, SortColumn> & Parent) => Keyset
  /** Column of the period. */
  period?: string | ((query: FiltersOf<F> & Parent) => string)
  /** The condition of each filter that is set. */
  where: {
    [Key in keyof F]: (value: NonNullable<ReturnType<F[Key]['read']>>, query: FiltersOf<F> & Parent) => Condition
  }
  /** A condition that always applies, such as the owner of the rows. */
  always?: (query: FiltersOf<F> & Parent) => Condition
  search: Search<FiltersOf<F> & Parent>
  /** The tables that the conditions name, for the number of rows. */
  counted: RawBuilder<unknown>
  rows: (tx: Transaction<DB>, page: PageClauses, query: QueryOf<F, SortColumn> & Parent) => Promise<Row[]>
  /**
   * The export of a list with `csv: 'packed'`: cells by header as the database formats them, none null, and their rows.
   */
  packed?: {
    id: string
    cells: Readonly<
      Record<string, RawBuilder<unknown> | ((query: QueryOf<F, SortColumn> & Parent) => RawBuilder<unknown>)>
    >
    from: (page: PageClauses) => RawBuilder<unknown>
  }
}

/** A declared list with its queries. */
export type ListSource<Row, F extends Filters, SortColumn extends string, Parent extends object> = {
  list: List<Row, F, SortColumn>
  parent: Declared<Row, F, SortColumn, Parent>['parent']
  /** The filters, and the position of the page. */
  conditions: (query: FiltersOf<F> & Parent, page: Pick<Keyset, 'where' | 'search'>) => Condition
  page: (tx: Transaction<DB>, query: QueryOf<F, SortColumn> & Parent) => Promise<Page<Row>>
  count: (tx: Transaction<DB>, query: QueryOf<F, SortColumn> & Parent) => Promise<ListCount>
  /** Whether a search or a filter leaves rows out; the period alone does not. */
  isNarrowed: (query: FiltersOf<F> & Parent) => boolean
  /** Aggregates over all rows that match; undefined where they are more than `COUNT_LIMIT`. */
  aggregate: <Sums>(
    tx: Transaction<DB>,
    query: QueryOf<F, SortColumn> & Parent,
    of: Aggregates,
  ) => Promise<Sums | undefined>
  /** The file's first row. */
  header: readonly string[]
  /** All rows of the list as cells, batch by batch. */
  batches: (db: Kysely<DB>, actor: Actor, query: QueryOf<F, SortColumn> & Parent) => AsyncIterable<Batch>
}

/**
 * Rows that match, and rows without search and filters, in the same period; `COUNT_LIMIT` + 1 stands for more than the
 * limit.
 */
export type ListCount = { matching: number; total: number }

/** Expressions over the rows that match, and the `columns` that they read, of a table that both call `as`. */
export type Aggregates = { as: string; columns: RawBuilder<unknown>; select: RawBuilder<unknown> }

/** Rows of a file that are in memory at once. */
const BATCH = 1000
const PACKED_BATCH = 5000

/**
 * Binds a declared list to the database: its pages and its export. For the staff: row-level security shows others their
 * own rows only.
 */
export function listQuery<
  Row extends { id: string },
  F extends Filters,
  SortColumn extends string,
  Parent extends object = object,
>(
  list: List<Row, F, SortColumn>,
  source: Declared<Row, F, SortColumn, Parent>,
): ListSource<Row, F, SortColumn, Parent> {
  type Query = QueryOf<F, SortColumn> & Parent

  function conditions(query: FiltersOf<F> & Parent, page: Pick<Keyset, 'where' | 'search'>): Condition {
    const isSearched = query.only === undefined && (query.search !== '' || source.search.required)
    const { words, matches, find, id }: Search<FiltersOf<F> & Parent> = isSearched ? source.search : {}
    if (find && id !== undefined) {
      // An array: for a set the planner would estimate a thousand rows and scan whole tables.
      return sql`${sql.ref(id)} = any(array(select ${find(query, page.search)})) and ${page.where}`
    }
    const found: Condition[] = [page.where]
    if (source.always) found.push(source.always(query))
    if (words !== undefined) found.push(sql`${sql.ref(words)} @@ private.list_query(${query.search})`)
    const matching = matches?.(query.search)
    if (matching) found.push(matching)
    for (const key in source.where) {
      const value = query[key]
      if (value !== undefined && value !== null) found.push(source.where[key](value, query))
    }
    const period = typeof source.period === 'function' ? source.period(query) : source.period
    if (period !== undefined && query.from) found.push(sql`${sql.ref(period)} >= ${query.from}`)
    if (period !== undefined && query.until) found.push(sql`${sql.ref(period)} < ${query.until}`)
    return sql`${sql.join(found, sql` and `)}`
  }

  async function page(tx: Transaction<DB>, query: Query): Promise<Page<Row>> {
    const keyset = source.keyset(query)
    const { orderBy, limit } = keyset
    return keyset.finish(await source.rows(tx, { where: conditions(query, keyset), orderBy, limit }, query))
  }

  const allMatching = (query: Query, max: number): Condition => {
    const { where, search } = source.keyset({ ...query, after: undefined, before: undefined })
    return conditions(query, { where, search: { ...search, max } })
  }

  async function countOf(tx: Transaction<DB>, query: Query): Promise<number> {
    const max = COUNT_LIMIT + 1
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count
      from (select from ${source.counted} where ${allMatching(query, max)} limit ${max}) found`.execute(tx)
    return rows[0]?.count ?? 0
  }

  async function aggregate<Sums>(tx: Transaction<DB>, query: Query, { as, columns, select }: Aggregates) {
    const max = COUNT_LIMIT + 1
    const { rows } = await sql<Sums & { matching: number }>`
      select count(*)::integer as matching, ${select}
      from (select ${columns} from ${source.counted} where ${allMatching(query, max)} limit ${max}) ${sql.ref(as)}`.execute(
      tx,
    )
    const [sums] = rows
    return sums && sums.matching <= COUNT_LIMIT ? sums : undefined
  }

  const narrowing = Object.keys(list.filterBy).filter(key => list.filterBy[key]?.narrows !== false)
  const isNarrowed = (query: FiltersOf<F> & Parent) =>
    query.search !== '' || narrowing.some(key => query[key] !== undefined)

  async function count(tx: Transaction<DB>, query: Query): Promise<ListCount> {
    const matching = await countOf(tx, query)
    if (!isNarrowed(query)) return { matching, total: matching }
    const unset = Object.fromEntries(narrowing.map(key => [key, undefined]))
    return { matching, total: await countOf(tx, { ...query, ...unset, search: '' }) }
  }

  const cells = list.csv === undefined || list.csv === 'packed' ? undefined : Object.entries(list.csv)
  const packed = Object.entries(source.packed?.cells ?? {})

  async function packedPage(tx: Transaction<DB>, query: Query): Promise<PackedRows | undefined> {
    const keyset = source.keyset(query)
    const { orderBy, limit } = keyset
    if (!source.packed) return undefined
    const columns = packed.map(([, cell]) => (typeof cell === 'function' ? cell(query) : cell))
    const { rows } = await sql<PackedRows>`
      select ${packedRows(columns, { id: source.packed.id, orderBy })}
      from ${source.packed.from({ where: conditions(query, keyset), orderBy, limit })}`.execute(tx)
    return rows[0]
  }

  return {
    list,
    parent: source.parent,
    conditions,
    page,
    count,
    isNarrowed,
    aggregate,
    header: (cells ?? packed).map(([name]) => name),
    batches: (db, actor, query) =>
      cells
        ? exportPages(
            db,
            actor,
            BATCH,
            (tx, next) => page(tx, { ...query, ...next }),
            row => cells.map(([, cell]) => String(cell(row) ?? '')),
          )
        : exportPacked(db, actor, PACKED_BATCH, (tx, next) => packedPage(tx, { ...query, ...next })),
  }
}
