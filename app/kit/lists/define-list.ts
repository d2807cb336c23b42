import type { ReactNode } from 'react'
import type { Column } from '#app/kit/ui/data-table.tsx'
import type { Direction, PageRequest } from '#app/platform/database/keyset.server.ts'
import { type DateRange, readDateRange } from './date-range.ts'
import { readListAddress } from './list-address.ts'
import type { BulkAction } from './list-selection.tsx'
import type { ListAddress, ListFilter, ListReference, ListShape } from './list-shape.ts'

/** A filter. Its key names it in the query, and in the address unless it has a name of its own there. */
export type Filter<Value = unknown> = {
  name?: string | undefined
  label: string
  /** The label of no selection, such as 'Todos'. */
  all: string
  /** 'ids' for rows and 'codes' for stored codes, whose options the loader supplies as `references`. */
  choices: readonly { value: string; label: string }[] | 'ids' | 'codes'
  /** Of 'ids' that are more than a menu holds: the address that finds them by words. */
  optionsFrom?: string | undefined
  /** The default when the address names none; 'all' in the address then stands for every value. */
  initial?: string | undefined
  /** False: it says how the rows are read, and leaves none out. */
  narrows?: false | undefined
  /** Parses a value of the address for the query. */
  read: (value: string, now: Date) => Value
}

/** Rows that are counted exactly. */
export const COUNT_LIMIT = 10_000

type FilterOptions = { name?: string; initial?: string; narrows?: false; optionsFrom?: string }

/** A filter with a closed set of values, labelled as where the values are declared. */
export function choiceFilter<Value extends string>(
  label: string,
  all: string,
  values: Readonly<Partial<Record<Value, string | { label: string }>>>,
  options: FilterOptions = {},
): Filter<Value | undefined> {
  const choices = entriesOf(values).map(([value, text]) => ({
    value,
    label: typeof text === 'string' ? text : text.label,
  }))
  return { ...options, label, all, choices, read: text => choices.find(({ value }) => value === text)?.value }
}

const entriesOf = <Value extends string>(
  values: Readonly<Partial<Record<Value, string | { label: string }>>>,
): [Value, string | { label: string }][] => Object.entries(values) as [Value, string | { label: string }][]

/** A filter by something that has an id. The loader brings its choices as `references`. */
export const reference = (label: string, all: string, options: FilterOptions = {}): Filter<string> => ({
  ...options,
  label,
  all,
  choices: 'ids',
  read: id => id,
})

/** A filter by codes stored in the database. The loader supplies its options as `references`. */
export const codes = (label: string, all: string, options: FilterOptions = {}): Filter<string> => ({
  ...options,
  label,
  all,
  choices: 'codes',
  read: code => code,
})

type Filters = Readonly<Record<string, Filter>>

/** Label, column of the database and direction, and the table's column whose header sorts so, where it has another key. There is an index `(column, id)` for each. */
type Sorts = Readonly<Record<string, readonly [label: string, column: string, direction: Direction, header?: string]>>

/** Newest first and oldest first. @param oldest as the noun's gender has it */
export const byTime = <const Name extends string>(column: Name, oldest = 'Más antiguas') =>
  ({ recientes: ['Más recientes', column, 'desc'], antiguas: [oldest, column, 'asc'] }) as const

/** Rows of the same state together, in the order of the stored words. */
export const byStatus = <const Name extends string>(column: Name) =>
  ({ estado: ['Estado', column, 'asc'], 'estado-z': ['Estado, al revés', column, 'desc'] }) as const

/**
 * By a column that can be empty, with empty ones last both ways: `column` of the table of rows is null, so each direction has a column of its
 * own, `{column}_newest` with -infinity and `{column}_oldest` with infinity in its place.
 */
export const byLast = <const Name extends string>(column: Name, header: string, newest: string, oldest: string) =>
  ({
    'ultimo-reciente': [newest, `${column}_newest`, 'desc', header],
    'ultimo-antiguo': [oldest, `${column}_oldest`, 'asc', header],
  }) as const

/** The filters of a list by their keys, and the period. */
export type FiltersOf<F extends Filters> = {
  /** Word prefixes. */
  search: string
  /** Of these rows alone. */
  only?: readonly string[] | undefined
  /** From this instant on, and before that one. */
  from?: Date | undefined
  until?: Date | undefined
  now: Date
} & { [Key in keyof F]: ReturnType<F[Key]['read']> | undefined }

/** The same, and which page in which order. */
export type QueryOf<F extends Filters, SortColumn extends string> = PageRequest<SortColumn> & FiltersOf<F>

/** A column of the table. `onlyIn`: shown in the order of that key alone. `optional`: hidden until a person shows it. */
type ListColumn<Row> = Column<Row> & { onlyIn?: string; optional?: true }

type Cell = string | number | null | undefined

type Declaration<Row, F extends Filters, S extends Sorts> = {
  /** Names the list in its form, in what the browser remembers, in its file and in the audit log. */
  name: string
  /** Its address, as `routes.ts` has it; the file is at `/export` under it. */
  path: string
  caption: string
  /** What the search covers, as its label. */
  searchLabel: string
  /** Its rows name people or companies: the audit log records who searched it. */
  namesPeople: boolean
  filters: F
  /** The first is meant when the address names none. */
  sorts: S
  /** The list has a period. 'todo': all dates by default. */
  period?: true | 'todo'
  /** A column whose key is a sort's column has a header that sorts. */
  columns: readonly ListColumn<Row>[]
  /** 'tall': its rows hold texts and forms, which no line can. */
  rowHeight?: 'tall'
  /** A row's name, for its box and its menu. */
  rowName: (row: Row) => string
  /** `MenuLink`s and `RowAction`s of a row's menu. */
  menu?: (row: Row) => ReactNode
  bulk?: readonly BulkAction[]
  /** When nothing is there at all. */
  empty: { title: string; text: string }
  /** When search and filters find nothing. */
  unmatched: string
  /** Cells of the CSV file by their header; 'packed' where the database writes them (`listQuery`). Without it the list has no file. */
  csv?: Readonly<Record<string, (row: Row) => Cell>> | 'packed'
  exportLabel?: string
  /** The file names people: who sits before the session is asked first. */
  exportsPeople?: true
}

export type List<Row, F extends Filters = Filters, SortColumn extends string = string> = Omit<
  Declaration<Row, F, Sorts>,
  'filters' | 'sorts'
> &
  ListShape & { filterBy: F; sortColumn: (key: string) => SortColumn }

/** A list of the back office, declared once: address, filters, sorts, columns, texts and file. Safe in the browser. */
export const defineList =
  <Row extends { id: string }>() =>
  <const F extends Filters, const S extends Sorts>({
    filters,
    sorts,
    ...declared
  }: Declaration<Row, F, S>): List<Row, F, S[keyof S][1]> => {
    const shapes = Object.entries(sorts).map(([key, [label, column, direction, header]]) => ({
      key,
      label,
      column,
      direction,
      header,
    }))
    const [first, ...others] = shapes
    if (!first) throw new Error(`The list ${declared.name} has no order`)
    return {
      ...declared,
      filters: Object.entries(filters).map(([key, filter]) => shapeOf(key, filter)),
      sorts: [first, ...others],
      filterBy: filters,
      sortColumn: key => (sorts[key] ?? [first.label, first.column, first.direction])[1],
    }
  }

const shapeOf = (
  key: string,
  { name = key, label, all, choices, initial, optionsFrom }: Filter,
): ListFilter | ListReference =>
  typeof choices === 'string' ? { name, label, all, choices, optionsFrom } : { name, label, all, choices, initial }

/** Parses a list's address; used by its page, its export and its bulk actions. */
export function readList<Row, F extends Filters, SortColumn extends string>(
  list: List<Row, F, SortColumn>,
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress; range: DateRange; query: QueryOf<F, SortColumn> } {
  const address = readListAddress(list, url.searchParams)
  const range = readDateRange(url, now, list.period === 'todo' ? 'todo' : '30d')
  const filters = Object.entries(list.filterBy).map(([key, filter]) => {
    const value = address.selected[filter.name ?? key]
    const isAll = value === undefined || (filter.initial !== undefined && value === 'all')
    return [key, isAll ? undefined : filter.read(value, now)]
  })
  const { after, before, size, sort } = address
  const query = {
    after,
    before,
    size,
    sort: { column: list.sortColumn(sort.key), direction: sort.direction },
    search: address.search,
    from: list.period && range.span?.start,
    until: list.period && range.span?.end,
    now,
    ...Object.fromEntries(filters),
  }
  // The types of the filters' keys and values are those of the declaration.
  return { address, range, query: query as QueryOf<F, SortColumn> }
}
