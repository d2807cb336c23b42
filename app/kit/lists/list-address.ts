import { cutText } from '#app/kernel/text.ts'
import { LIST_END } from '#app/platform/database/page-cursor.ts'
import { PERIOD_PARAMETERS } from './date-range.ts'
import { type ListAddress, type ListFilter, type ListReference, type ListShape, PAGE_SIZES } from './list-shape.ts'

/** Maximum characters of a search. */
export const SEARCH_LENGTH = 100

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id of a row, or undefined for anything else. */
export const readId = (text: string | null | undefined): string | undefined => {
  const id = text?.toLowerCase() ?? ''
  return UUID.test(id) ? id : undefined
}

/** A search as a database takes it: no control characters, no halves of characters, not more than `length` characters. */
export const readSearch = (text: string | null, length = SEARCH_LENGTH): string =>
  cutText((text ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim(), length).trim()

/** Says of a search what is left out of it; undefined where nothing is. */
export const searchedBeginning = (typed: string | null): string | undefined =>
  readSearch(typed, SEARCH_LENGTH + 1) === readSearch(typed)
    ? undefined
    : `Buscamos por los primeros ${SEARCH_LENGTH} caracteres.`

/** Parses a list's address. Invalid values are ignored. */
export function readListAddress<Key extends string>(shape: ListShape<Key>, params: URLSearchParams): ListAddress<Key> {
  const selected: Record<string, string> = {}
  for (const filter of shape.filters) {
    const input = params.get(filter.name)
    const value = isClosed(filter) ? choiceOf(filter, input) : readReference(filter, input)
    if (value !== undefined) selected[filter.name] = value
  }
  const period: Record<string, string> = {}
  for (const name of shape.period ? PERIOD_PARAMETERS : []) {
    const value = params.get(name)
    if (value) period[name] = cutText(value, 20)
  }
  const before = params.get('before') === LIST_END ? LIST_END : readId(params.get('before'))
  return {
    search: readSearch(params.get('search')),
    selected,
    sort: shape.sorts.find(sort => sort.key === sortKeyOf(params)) ?? shape.sorts[0],
    after: before === undefined ? readId(params.get('after')) : undefined,
    before,
    size: PAGE_SIZES.find(size => String(size) === params.get('size')) ?? PAGE_SIZES[0],
    period,
  }
}

const isClosed = (filter: ListFilter | ListReference): filter is ListFilter => typeof filter.choices !== 'string'

const CODE = /^[a-z0-9_]{1,60}$/

const readReference = ({ choices }: ListReference, text: string | null): string | undefined =>
  choices === 'ids' ? readId(text) : CODE.test(text ?? '') ? (text ?? undefined) : undefined

const choiceOf = (filter: ListFilter, input: string | null): string | undefined =>
  input === 'all' && filter.initial !== undefined
    ? 'all'
    : (filter.choices.find(choice => choice.value === input)?.value ?? filter.initial)

/** The address' sort key; some lists called the oldest first 'antiguos', and saved addresses still do. */
function sortKeyOf(params: URLSearchParams): string | null {
  const key = params.get('sort')
  return key === 'antiguos' ? 'antiguas' : key
}

export type ListChanges = {
  search?: string
  selected?: Readonly<Record<string, string>>
  sort?: string
  after?: string | undefined
  before?: string | undefined
  size?: number
  period?: Readonly<Record<string, string>>
}

/** The query of the same list with something changed. Without a cursor it begins at the start: another order or filter has other pages. */
export function listHref(shape: ListShape, address: ListAddress, changes: ListChanges = {}): string {
  const { search, selected, sort, size, period } = { ...address, sort: address.sort.key, ...changes }
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  for (const filter of shape.filters) {
    const value = selected[filter.name]
    const initial = isClosed(filter) ? filter.initial : undefined
    if (value !== undefined && value !== '' && value !== initial) query.set(filter.name, value)
  }
  for (const [name, value] of Object.entries(period)) query.set(name, value)
  if (sort !== shape.sorts[0].key) query.set('sort', sort)
  if (size !== PAGE_SIZES[0]) query.set('size', String(size))
  if (changes.after !== undefined) query.set('after', changes.after)
  if (changes.before !== undefined) query.set('before', changes.before)
  return `?${query}`
}

/** How many filters differ from their default. */
export const selectedCount = (shape: ListShape, address: ListAddress): number =>
  shape.filters.filter(filter => {
    const initial = isClosed(filter) ? filter.initial : undefined
    return address.selected[filter.name] !== initial
  }).length

/** Whether any filter is set: then an empty page says 'no match' and not 'nothing yet'. */
export const isNarrowed = (shape: ListShape, address: ListAddress): boolean =>
  address.search !== '' || Object.keys(address.period).length > 0 || selectedCount(shape, address) > 0
