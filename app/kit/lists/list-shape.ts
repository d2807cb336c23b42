import type { Direction } from '#app/platform/database/keyset.server.ts'

/** A filter with a closed set of values. In the address it is `name=value`. */
export type ListFilter<Value extends string = string> = {
  name: string
  label: string
  /** The label of no selection, such as 'Todos'. */
  all: string
  choices: readonly { value: Value; label: string }[]
  /** The default when the address names none; 'all' in the address then stands for every value. */
  initial?: Value | undefined
}

/**
 * A filter by something that has an id, as a product, or by stored codes. The loader brings its choices; with
 * `optionsFrom` these are only the first, and that address finds the others by words.
 */
export type ListReference = {
  name: string
  label: string
  all: string
  choices: 'ids' | 'codes'
  optionsFrom?: string | undefined
}

/** An order of the list. There is an index for each: `(column of the table, id)`. */
export type ListSort<Key extends string = string> = {
  key: Key
  label: string
  /** The column of the database. */
  column: string
  direction: Direction
  /** The key of the shown column whose header sorts so, where it is another one. */
  header?: string | undefined
}

/** The parameters of a list's address. */
export type ListShape<Key extends string = string> = {
  /** Names the list in what the browser remembers. */
  name: string
  filters: readonly (ListFilter | ListReference)[]
  /** The first one is the default. */
  sorts: readonly [ListSort<Key>, ...ListSort<Key>[]]
  /** The list has a period. 'todo': all dates by default. */
  period?: true | 'todo' | undefined
}

export const PAGE_SIZES = [25, 50, 100] as const

/** The parsed address of a list, without invalid values. */
export type ListAddress<Key extends string = string> = {
  search: string
  /** Values of filters, by name. */
  selected: Readonly<Record<string, string>>
  sort: ListSort<Key>
  after: string | undefined
  before: string | undefined
  size: (typeof PAGE_SIZES)[number]
  /** The period's parameters, kept between pages. */
  period: Readonly<Record<string, string>>
}
