import { cutText } from '#app/kernel/text.ts'
import { type Category, fold, type ProductType } from './catalogue.ts'
import { ANY_PRICE, isAnyPrice, type PriceRange, parsePriceRange, priceEntries } from './price-range.ts'

export const FILTER_PANEL_ID = 'panel-filtros'
/** Controls outside the panel join its form by this id. */
export const FILTER_FORM_ID = 'filtros'

/** Two ways to give a price range: setting one clears the other. */
const REPLACED: Record<string, readonly string[]> = { price: ['min', 'max'], min: ['price'], max: ['price'] }

/**
 * The current values of the filter form; any change leads to the first page.
 * @param edited name of the field that was just changed.
 */
export function readFilterForm(form: HTMLFormElement, categories: readonly Category[], edited = ''): Filters {
  const replaced = REPLACED[edited] ?? []
  const entries = [...new FormData(form)]
    .filter(([name]) => !replaced.includes(name))
    .map(([name, value]) => [name, String(value)])
  return changeFilters(parseFilters(new URLSearchParams(entries), categories), { page: 1 })
}

export type DurationFilter = 'all' | '≤15' | '15-30' | '30+'
export type TypeFilter = 'all' | ProductType

export const SORTS = [
  { value: 'relevance', label: 'Relevancia' },
  { value: 'most_purchased', label: 'Más comprados' },
  { value: 'best_rated', label: 'Mejor valorados' },
  { value: 'duration_asc', label: 'Duración (menor a mayor)' },
  { value: 'duration_desc', label: 'Duración (mayor a menor)' },
  { value: 'price_asc', label: 'Precio CLP (menor a mayor)' },
  { value: 'price_desc', label: 'Precio CLP (mayor a menor)' },
] as const
export type Sort = (typeof SORTS)[number]['value']

/** `address` is the value in the query: '≤' and '+' would be escaped there. `band` is the database's duration_band. */
export const DURATIONS = [
  { value: 'all', address: '', label: 'Cualquier duración', band: 0 },
  { value: '≤15', address: 'hasta-15', label: '15 minutos o menos', band: 1 },
  { value: '15-30', address: '15-30', label: '15-30 minutos', band: 2 },
  { value: '30+', address: 'mas-30', label: '30+ minutos', band: 3 },
] as const satisfies readonly { value: DurationFilter; address: string; label: string; band: number }[]

export const TYPES = [
  { value: 'all', address: '', label: 'Todos' },
  { value: 'assessment', address: 'assessment', label: 'Assessment' },
  { value: 'workshop', address: 'workshop', label: 'Workshop Digital' },
] as const satisfies readonly { value: TypeFilter; address: string; label: string }[]

/** The state in a list's address. `categories` are slugs, `tags` names; pages count from 1. */
export type Filters = {
  categories: string[]
  duration: DurationFilter
  type: TypeFilter
  tags: string[]
  price: PriceRange
  sort: Sort
  search: string
  page: number
}

export const NO_FILTERS: Filters = {
  categories: [],
  duration: 'all',
  type: 'all',
  tags: [],
  price: ANY_PRICE,
  sort: 'relevance',
  search: '',
  page: 1,
}

/** The query parameters of a list; others are ignored. */
export const LIST_PARAMETERS = [
  'search',
  'category',
  'duration',
  'type',
  'tag',
  'price',
  'min',
  'max',
  'sort',
  'page',
] as const

/** Products per page of a list. */
export const PAGE_SIZE = 24

/**
 * Maximum matches of one kind that a search considers, so that a word in thousands of products costs no more than one
 * in hundreds.
 */
export const SEARCH_LIMIT = 240

export const MAX_SEARCH_LENGTH = 100
const MAX_SEARCH_WORDS = 8
const MAX_TAGS = 20
const MAX_TAG_LENGTH = 60
const MAX_PAGE = 1000

/** One line without control characters, which a database refuses. */
export const cleanText = (text: string, length: number): string =>
  cutText(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    length,
  ).trim()

/**
 * Parses a list's query. Categories may be slugs or names; unknown or malformed values are ignored, because an address
 * may come from anywhere.
 */
export function parseFilters(params: URLSearchParams, categories: readonly Category[]): Filters {
  const requested = new Set(params.getAll('category').map(text => fold(text.trim())))
  const tags = params.getAll('tag').map(tag => cleanText(tag, MAX_TAG_LENGTH))
  const page = params.get('page') ?? ''
  return {
    categories: categories
      .filter(category => requested.has(category.slug) || requested.has(fold(category.name)))
      .map(category => category.slug),
    duration: DURATIONS.find(duration => duration.address === params.get('duration'))?.value ?? 'all',
    type: TYPES.find(type => type.address === params.get('type'))?.value ?? 'all',
    tags: [...new Set(tags.filter(tag => tag !== ''))].slice(0, MAX_TAGS),
    price: parsePriceRange(params),
    sort: parseSort(params.get('sort')),
    search: cleanText(params.get('search') ?? '', MAX_SEARCH_LENGTH),
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  }
}

/** The sort order of an address; relevance for unknown values. */
export const parseSort = (value: string | null): Sort => SORTS.find(sort => sort.value === value)?.value ?? 'relevance'

/** The query fields without defaults: each list has one canonical address. */
export function filterEntries(filters: Filters): [string, string][] {
  const duration = DURATIONS.find(known => known.value === filters.duration)?.address
  const type = TYPES.find(known => known.value === filters.type)?.address
  const entries: [string, string | undefined][] = [
    ['search', filters.search],
    ...filters.categories.map((slug): [string, string] => ['category', slug]),
    ['duration', duration],
    ['type', type],
    ...filters.tags.map((tag): [string, string] => ['tag', tag]),
    ...priceEntries(filters.price),
    ['sort', filters.sort === 'relevance' ? '' : filters.sort],
    ['page', filters.page === 1 ? '' : String(filters.page)],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/** '?category=liderazgo&page=2', or '' when nothing is filtered. */
export function serializeFilters(filters: Filters): string {
  const query = new URLSearchParams(filterEntries(filters)).toString()
  return query === '' ? '' : `?${query}`
}

/** The filters after a change, on the first page. */
export const changeFilters = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  page: 1,
  ...change,
})

/** The values without `value` when it is there, with it when it is not. */
export const toggle = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value]

/** Specification 1, section 5; a price range, not in the specification, counts like duration and type. */
export const countActiveFilters = (filters: Omit<Filters, 'sort' | 'search' | 'page'>): number =>
  filters.categories.length +
  filters.tags.length +
  (filters.duration === 'all' ? 0 : 1) +
  (filters.type === 'all' ? 0 : 1) +
  (isAnyPrice(filters.price) ? 0 : 1)

/** Stop words: they do not distinguish products. */
const COMMON_WORDS = new Set('a al con de del e el en la las lo los o para por que se su sus un una y'.split(' '))

/** Splits text into lower-case words without accents. */
const textsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * The folded words that a product must contain; stop words only where there is no other. Punctuation alone yields none
 * and finds everything.
 */
export function searchWords(search: string): string[] {
  const all = [...new Set(textsOf(search))]
  const telling = all.filter(word => !COMMON_WORDS.has(word))
  return (telling.length > 0 ? telling : all).slice(0, MAX_SEARCH_WORDS)
}
