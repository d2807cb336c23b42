import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeFilters,
  countActiveFilters,
  DURATIONS,
  durationBounds,
  type Filters,
  NO_FILTERS,
  parseFilters,
  SORTS,
  searchWords,
  serializeFilters,
  TYPES,
  toggle,
} from './filters.ts'

const CATEGORIES = [
  { name: 'Inteligencia Artificial', slug: 'inteligencia-artificial' },
  { name: 'Metodologías Ágiles', slug: 'metodologias-agiles' },
  { name: 'Liderazgo', slug: 'liderazgo' },
]
const parse = (query: string): Filters => parseFilters(new URLSearchParams(query), CATEGORIES)

const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
const plainText = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .map(text => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter(text => text.length <= maxLength && text.isWellFormed())

const filters: fc.Arbitrary<Filters> = fc.record({
  categories: fc.subarray(CATEGORIES).map(categories => categories.map(category => category.slug)),
  duration: oneOf(DURATIONS).map(duration => duration.value),
  type: oneOf(TYPES).map(type => type.value),
  tags: fc.uniqueArray(
    plainText(60).filter(tag => tag !== ''),
    { maxLength: 20 },
  ),
  sort: oneOf(SORTS).map(sort => sort.value),
  search: plainText(100),
  page: fc.integer({ min: 1, max: 1000 }),
})

describe('an address', () => {
  it('comes back as the filters that it was made of', () => {
    fc.assert(
      fc.property(filters, given => {
        expect(parse(serializeFilters(given))).toEqual(given)
      }),
    )
  })

  it('is one per list: reading and writing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), query => {
        const once = serializeFilters(parse(query))
        expect(serializeFilters(parse(once))).toBe(once)
      }),
    )
  })

  it('never throws and never asks for what does not exist, whatever it says', () => {
    const name = fc.oneof(oneOf(['category', 'duration', 'type', 'tag', 'sort', 'search', 'page']), fc.string())
    const junk = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(fc.array(fc.tuple(name, junk), { maxLength: 60 }), entries => {
        const found = parseFilters(new URLSearchParams(entries), CATEGORIES)
        expect(found.search).not.toMatch(/\p{Cc}/u)
        expect(found.search.length).toBeLessThanOrEqual(100)
        expect(found.tags.length).toBeLessThanOrEqual(20)
        expect(Number.isInteger(found.page) && found.page >= 1 && found.page <= 1000).toBe(true)
      }),
    )
  })

  it('has no default values in it', () => {
    expect(serializeFilters(NO_FILTERS)).toBe('')
    expect(serializeFilters({ ...NO_FILTERS, duration: '≤15', page: 2 })).toBe('?duration=hasta-15&page=2')
    expect(serializeFilters({ ...NO_FILTERS, duration: '30+' })).toBe('?duration=mas-30')
  })

  it('names categories by slug or by name', () => {
    expect(parse('category=Inteligencia%20Artificial&category=metodologias-agiles').categories).toEqual([
      'inteligencia-artificial',
      'metodologias-agiles',
    ])
    expect(parse('category=METODOLOGIAS+AGILES').categories).toEqual(['metodologias-agiles'])
    expect(parse('category=nada').categories).toEqual([])
  })

  it('has one line of search text and at most twenty tags', () => {
    expect(parse('search=%20a%00b%0A%20c%1F').search).toBe('a b c')
    expect(parse(Array.from({ length: 30 }, (_, index) => `tag=t${index}`).join('&')).tags).toHaveLength(20)
  })

  it.each(['page=0', 'page=-1', 'page=1e3', 'page=99999', 'page=', 'page=a', 'page=1.5'])(
    'reads %s as page 1',
    query => {
      expect(parse(query).page).toBe(1)
    },
  )

  it('keeps what a form sends for nothing chosen out of the filters', () => {
    expect(parse('category=liderazgo&duration=&type=&sort=relevance&search=')).toEqual({
      ...NO_FILTERS,
      categories: ['liderazgo'],
    })
  })
})

it('counts each category and tag, and duration and type where they are chosen', () => {
  expect(countActiveFilters(NO_FILTERS)).toBe(0)
  expect(countActiveFilters({ categories: ['a', 'b'], tags: ['c'], duration: '15-30', type: 'workshop' })).toBe(5)
})

it.each([
  ['≤15', 15, true],
  ['≤15', 16, false],
  ['15-30', 15, false],
  ['15-30', 16, true],
  ['15-30', 30, true],
  ['30+', 30, false],
  ['30+', 31, true],
] as const)('in the duration filter %s, %i minutes at most: %s', (duration, minutes, within) => {
  const bounds = durationBounds(duration)
  expect(bounds !== undefined && minutes > bounds.over && minutes <= bounds.upTo).toBe(within)
})

it('starts a changed list at its first page, unless the change is the page', () => {
  expect(changeFilters({ ...NO_FILTERS, page: 3 }, { sort: 'price_asc' }).page).toBe(1)
  expect(changeFilters({ ...NO_FILTERS, page: 3 }, { page: 2 }).page).toBe(2)
})

it('toggles a value', () => {
  expect(toggle(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggle(['a', 'b'], 'a')).toEqual(['b'])
})

it('searches for folded words, at most eight, and for no bare signs', () => {
  expect(searchWords('  Gestión de DATOS, datos!')).toEqual(['gestion', 'de', 'datos'])
  expect(searchWords("%_\\ ' -- ;")).toEqual([])
  expect(searchWords('kan%ban_50\\x')).toEqual(['kan', 'ban', '50', 'x'])
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
})
