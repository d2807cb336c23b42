import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeFilters,
  countActiveFilters,
  DURATIONS,
  type Filters,
  LIST_PARAMETERS,
  NO_FILTERS,
  parseFilters,
  SORTS,
  searchWords,
  serializeFilters,
  TYPES,
  toggle,
} from './filters.ts'
import { ANY_PRICE, PRICE_BANDS } from './price-range.ts'

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
  price: fc.oneof(
    fc.constant(ANY_PRICE),
    oneOf(PRICE_BANDS).map(({ min, max }) => ({ min, max })),
    fc
      .tuple(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 0, max: 100_000_000 }))
      .map(([min, more]) => ({ min, max: Math.min(min + more, 100_000_000) })),
    fc.integer({ min: 0, max: 100_000_000 }).map(max => ({ min: null, max })),
  ),
  sort: oneOf(SORTS).map(sort => sort.value),
  search: plainText(100),
  page: fc.integer({ min: 1, max: 1000 }),
})

describe('an address', () => {
  // shows: S3.12
  it('round-trips through the filters', () => {
    fc.assert(
      fc.property(filters, input => {
        expect(parse(serializeFilters(input))).toEqual(input)
      }),
    )
  })

  it('is canonical: reading and writing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), query => {
        const once = serializeFilters(parse(query))
        expect(serializeFilters(parse(once))).toBe(once)
      }),
    )
  })

  it('never throws and never yields an unknown value, whatever it contains', () => {
    const name = fc.oneof(oneOf([...LIST_PARAMETERS]), fc.string())
    const junk = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(fc.array(fc.tuple(name, junk), { maxLength: 60 }), entries => {
        const found = parseFilters(new URLSearchParams(entries), CATEGORIES)
        expect(found.search).not.toMatch(/\p{Cc}/u)
        expect(found.search.length).toBeLessThanOrEqual(100)
        expect(found.tags.length).toBeLessThanOrEqual(20)
        expect(found.price.min ?? 0).toBeLessThanOrEqual(found.price.max ?? 100_000_000)
        expect(Number.isInteger(found.page) && found.page >= 1 && found.page <= 1000).toBe(true)
      }),
    )
  })

  it('omits default values', () => {
    expect(serializeFilters(NO_FILTERS)).toBe('')
    expect(serializeFilters({ ...NO_FILTERS, duration: '≤15', page: 2 })).toBe('?duration=hasta-15&page=2')
    expect(serializeFilters({ ...NO_FILTERS, duration: '30+' })).toBe('?duration=mas-30')
  })

  // shows: S2.5
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

  it('drops the empty values of a form', () => {
    expect(parse('category=liderazgo&duration=&type=&sort=relevance&search=')).toEqual({
      ...NO_FILTERS,
      categories: ['liderazgo'],
    })
  })
})

// shows: S5.15
it('counts each category and tag, and duration and type when selected', () => {
  expect(countActiveFilters(NO_FILTERS)).toBe(0)
  const selected = {
    categories: ['a', 'b'],
    tags: ['c'],
    duration: '15-30',
    type: 'workshop',
    price: ANY_PRICE,
  } as const
  expect(countActiveFilters({ ...NO_FILTERS, ...selected, categories: ['a', 'b'], tags: ['c'] })).toBe(5)
  expect(countActiveFilters({ ...NO_FILTERS, price: { min: null, max: 20_000 } })).toBe(1)
})

it('starts a changed list at its first page, unless the change is the page', () => {
  expect(changeFilters({ ...NO_FILTERS, page: 3 }, { sort: 'price_asc' }).page).toBe(1)
  expect(changeFilters({ ...NO_FILTERS, page: 3 }, { page: 2 }).page).toBe(2)
})

it.each([
  ['price=50000-150000', { min: 50_001, max: 150_000 }, '?price=50000-150000'],
  ['min=%2420.000&max=90000', { min: 20_000, max: 90_000 }, '?min=20000&max=90000'],
  ['min=90000&max=20000', { min: 20_000, max: 90_000 }, '?min=20000&max=90000'],
  ['min=50001&max=150000', { min: 50_001, max: 150_000 }, '?price=50000-150000'],
  ['min=0&max=', ANY_PRICE, ''],
  ['min=-5&max=1e9', ANY_PRICE, ''],
  ['price=otro&max=0', { min: null, max: 0 }, '?max=0'],
  ['price=hasta-50000&min=70000', { min: null, max: 50_000 }, '?price=hasta-50000'],
])('reads the prices of %s and writes them in one form', (query, price, address) => {
  expect(parse(query).price).toEqual(price)
  expect(serializeFilters(parse(query))).toBe(address)
})

it('toggles a value', () => {
  expect(toggle(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggle(['a', 'b'], 'a')).toEqual(['b'])
})

it('splits a search into at most eight folded, significant words without punctuation', () => {
  expect(searchWords('  Gestión de DATOS, datos!')).toEqual(['gestion', 'datos'])
  expect(searchWords('de la')).toEqual(['de', 'la'])
  expect(searchWords("%_\\ ' -- ;")).toEqual([])
  expect(searchWords('kan%ban_50\\x')).toEqual(['kan', 'ban', '50', 'x'])
  expect(searchWords('b c d f g h i j k m')).toHaveLength(8)
})
