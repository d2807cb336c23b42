import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { legalDocument, measuringNotice } from '#app/platform/legal/legal.ts'
import { agreedVersion, choiceCookie, readChoice } from '#app/platform/tracking/consent.ts'
import { SERVER_EVENTS } from '#app/platform/tracking/events.ts'
import { isPersonal, reportedPage, reportedReferrer } from './address.ts'
import { RETENTION_MONTHS } from './analytics.server.ts'
import { readBatch } from './analytics-schema.server.ts'
import { forgetVisit, visitId } from './visit.ts'
import { listEvents } from './watch-page.ts'

const PRODUCT = '0b9d7a52-1c5f-4d3a-9c56-2f1f0b8c7a10'
const VISIT = 'a1b2c3d4'.repeat(4)
const NOW = Date.UTC(2026, 10, 21, 15)
const DAY = 86_400_000

describe('the recorded address', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=boletin&utm_campaign=marzo&gclid=abc', '/?utm_source=boletin&utm_campaign=marzo'],
    ['/assessments?category=Liderazgo&search=datos', '/assessments?category=Liderazgo&search=datos'],
    ['/assessments?search=ana%40example.cl', '/assessments'],
    ['/assessments?search=12.345.678-5', '/assessments'],
    ['/auth?redirect=/account/dashboard&utm_source=x', '/auth'],
    ['/auth/reset?token=secreto', '/auth/reset'],
    ['/payment-success?order=ALH-1-2-3&total=1&assessment_id=9', '/payment-success'],
    [`/account/results/${PRODUCT}`, '/account/results/:id'],
    [`/account/items/${PRODUCT}/results`, '/account/items/:id/results'],
    ['/ana@example.cl', '/:id'],
    ['/12345678-5', '/:id'],
    ['/AC-22222222', '/:id'],
  ])('of %s is %s', (address, recorded) => {
    expect(reportedPage(address)).toBe(recorded)
    expect(reportedPage(recorded)).toBe(recorded)
  })

  it.each([
    '/dama-assessment?access_id=1',
    '/evaluacion/liderazgo',
    '/taller/taller-kanban?access_id=1',
    '/certificado/ct-23456789abcd',
    '/respond/answers',
    '/admin',
    '/admin/orders',
    '/demo/correo',
  ])('of %s is undefined', address => {
    expect(reportedPage(address)).toBeUndefined()
  })

  it.each(['//evil.example', 'https://evil.example/', '', 'x'])('rejects %j', address => {
    expect(reportedPage(address)).toBeUndefined()
  })

  it('of another site is its name alone', () => {
    expect(reportedReferrer('https://www.google.com/search?q=secreto')).toBe('https://www.google.com')
    expect(reportedReferrer('/auth?redirect=/x')).toBe('/auth')
    expect(reportedReferrer('android-app://com.example')).toBeNull()
    expect(reportedReferrer('javascript:alert(1)')).toBeNull()
  })

  it('contains no e-mail, RUT, token or id, whatever the address', () => {
    const secret = fc.constantFrom('ana@example.cl', '12.345.678-5', '12345678K', PRODUCT, '+56 9 1234 5678')
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), secret, (path, query, text) => {
        const recorded = reportedPage(
          `/${path}/${encodeURIComponent(text)}?${query}&search=${encodeURIComponent(text)}`,
        )
        expect(decodeURIComponent(recorded ?? '')).not.toContain(text)
      }),
    )
  })
})

describe('a text', () => {
  it.each(['ana@example.cl', 'soy ana@x', '12.345.678-5', '12345678-k', '9.876.543-2', '+56 9 1234 5678', '912345678'])(
    '%s is treated as personal data',
    text => {
      expect(isPersonal(text)).toBe(true)
    },
  )

  it.each(['liderazgo', 'gestión de datos 2026', 'ISO 27001', 'C++', 'equipos de 10 a 50', '@datos', 'web 3.0'])(
    '%s is not',
    text => {
      expect(isPersonal(text)).toBe(false)
    },
  )
})

describe('consent', () => {
  const headers = (cookie: string, more: Record<string, string> = {}) => new Headers({ cookie, ...more })
  const NOTICE = { version: 4, since: 3 }
  const cookieOf = (choice: 'granted' | 'refused', now = NOW, version = NOTICE.version) =>
    choiceCookie(choice, { version, now, https: true }).split(';')[0] ?? ''

  it("is read from the cookie, for a year and while the notice's meaning is unchanged", () => {
    expect(readChoice(`a=1; ${cookieOf('granted')}; b=2`, NOW, NOTICE)?.choice).toBe('granted')
    expect(readChoice(cookieOf('refused'), NOW + 364 * DAY, NOTICE)?.choice).toBe('refused')
    expect(readChoice(cookieOf('granted'), NOW + 365 * DAY, NOTICE)).toBeUndefined()
    expect(readChoice(cookieOf('granted', NOW, 3), NOW, NOTICE)).toEqual({ choice: 'granted', day: 20_778, version: 3 })
    expect([2, 5].map(version => readChoice(cookieOf('granted', NOW, version), NOW, NOTICE))).toEqual([
      undefined,
      undefined,
    ])
    expect(readChoice(`x${cookieOf('granted')}`, NOW, NOTICE)).toBeUndefined()
    expect(readChoice(cookieOf('granted', NOW + 30 * DAY), NOW, NOTICE)).toBeUndefined()
  })

  it('is undefined for any other cookie', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(readChoice(text, NOW, NOTICE)).toBeUndefined()
      }),
    )
    expect(readChoice(null, NOW, NOTICE)).toBeUndefined()
  })

  it('allows measuring a request only without an opt-out signal', () => {
    const at = new Date(NOW)
    expect(agreedVersion(headers(cookieOf('granted')), at, NOTICE)).toBe(4)
    expect(agreedVersion(headers(cookieOf('refused')), at, NOTICE)).toBeUndefined()
    expect(agreedVersion(headers(''), at, NOTICE)).toBeUndefined()
    expect(agreedVersion(headers(cookieOf('granted'), { 'sec-gpc': '1' }), at, NOTICE)).toBeUndefined()
    expect(agreedVersion(headers(cookieOf('granted'), { dnt: '1' }), at, NOTICE)).toBeUndefined()
  })

  it('is asked under a public notice, which states how long events are stored', () => {
    const notice = legalDocument('cookies_analytics')
    expect(measuringNotice()).toEqual({ version: Number(notice.version), since: Number(notice.version) })
    expect(JSON.stringify(notice)).toContain(`durante ${RETENTION_MONTHS} meses`)
    expect(legalDocument('privacy_respondents').version).toBe('4')
  })
})

describe('a batch', () => {
  const event = (type: string, data: unknown, more = {}) => ({ type, data, page: '/', referrer: '', ago: 0, ...more })
  const read = (...events: unknown[]) => readBatch(JSON.stringify({ visit: VISIT, events }))
  const filters = { categories: ['liderazgo'], duration: '≤15', type: 'all', tags: ['Equipos'] }

  // shows: S7.19, S7.20, S7.21, S7.22, S7.23, S7.24, S7.25, S7.26, S7.27, S7.28, S7.29, S7.30, A7.7
  it.each([
    ['plp_view', { filters }],
    ['plp_card_view', { product_id: PRODUCT }],
    ['plp_filter_change', { filter_type: 'categories', filter_value: ['liderazgo', 'data-analytics'] }],
    ['plp_filter_change', { filter_type: 'duration', filter_value: '30+' }],
    ['plp_filter_change', { filter_type: 'tags', filter_value: [] }],
    ['plp_filter_change', { filter_type: 'price', filter_value: '50001-150000' }],
    ['plp_sort_change', { sort_by: 'price_desc' }],
    ['plp_search', { query: 'gestión de datos' }],
    ['price_preview_change', { product_id: PRODUCT, seats: 11, total_clp: 1_047_000 }],
    ['add_to_cart_self', { product_id: PRODUCT, price_clp: 349_000 }],
    ['add_to_cart_business', { product_id: PRODUCT, seats: 10, total_clp: 1_605_400 }],
    ['plp_to_pdp_click', {}],
    ['page_view', {}],
    ['user_action', { action: 'logo_click' }],
    ['user_action', { action: 'category_click', category: 'Liderazgo' }],
    ['user_action', { action: 'logout' }],
    ['user_action', { action: 'account_click' }],
    ['user_action', { action: 'mobile_search_click' }],
    ['dashboard_viewed', {}],
  ])('holds %s with %j', (type, data) => {
    expect(read(event(type, data))).toMatchObject({ visit: VISIT, dropped: 0, events: [{ type, data }] })
  })

  // shows: S7.37
  it.each([
    ['an unknown name', event('page_viewed', {})],
    ['a name of every object', event('constructor', {})],
    ...SERVER_EVENTS.map((name): [string, unknown] => [`${name}, which only the server knows`, event(name, {})]),
    ['a field too many', event('page_view', { email: 'ana@example.cl' })],
    ['a field too few', event('add_to_cart_self', { product_id: PRODUCT })],
    ['a product that is none', event('plp_card_view', { product_id: "'; drop table" })],
    ['seats beyond the limit', event('price_preview_change', { product_id: PRODUCT, seats: 1001, total_clp: 1 })],
    ['a search for a person', event('plp_search', { query: 'ana@example.cl' })],
    ['a search of nothing', event('plp_search', { query: ' \u0000 ' })],
    ['9 kB', event('plp_view', { filters: { ...filters, tags: ['x'.repeat(9_000)] } })],
    ['a page where answers are given', event('page_view', {}, { page: '/dama-assessment?access_id=1' })],
    ['no page', event('page_view', {}, { page: undefined })],
    ['nothing', null],
  ])('drops an event with %s', (_, input) => {
    expect(read(input, event('page_view', {}))).toMatchObject({ dropped: 1, events: [{ type: 'page_view' }] })
  })

  it("accepts a browser's clock within ten minutes", () => {
    expect(read(event('page_view', {}, { ago: 599_000 }))?.events[0]?.ago).toBe(599_000)
    expect(read(event('page_view', {}, { ago: 601_000 }))?.events[0]?.ago).toBe(0)
  })

  it('is rejected without a visit, with too many events, or with another type', () => {
    expect(readBatch(JSON.stringify({ visit: 'x', events: [] }))).toBeUndefined()
    expect(read(...Array.from({ length: 51 }, () => event('page_view', {})))).toBeUndefined()
    fc.assert(
      fc.property(fc.string(), text => {
        expect(readBatch(text)).toBeUndefined()
      }),
    )
  })

  it('is parsed from any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, two) => {
        expect(readBatch(JSON.stringify(one))).toBeUndefined()
        expect(read(one, two)?.events).toEqual([])
      }),
    )
  })
})

describe('events of a list', () => {
  const types = (before: typeof NO_FILTERS | undefined, now: typeof NO_FILTERS) =>
    listEvents(before, now).map(({ type }) => type)

  it('are a view on each visit', () => {
    expect(listEvents(undefined, { ...NO_FILTERS, categories: ['liderazgo'] })).toEqual([
      { type: 'plp_view', data: { filters: { categories: ['liderazgo'], duration: 'all', type: 'all', tags: [] } } },
    ])
    expect(types(undefined, { ...NO_FILTERS, search: 'datos' })).toEqual(['plp_search', 'plp_view'])
  })

  it('are changes with the new value', () => {
    const price = { min: null, max: 50_000 }
    const now = {
      ...NO_FILTERS,
      price,
      duration: '≤15' as const,
      tags: ['Equipos'],
      sort: 'price_asc' as const,
      search: 'x',
    }
    expect(listEvents({ ...NO_FILTERS, search: 'x' }, now).slice(0, -1)).toEqual([
      { type: 'plp_filter_change', data: { filter_type: 'duration', filter_value: '≤15' } },
      { type: 'plp_filter_change', data: { filter_type: 'tags', filter_value: ['Equipos'] } },
      { type: 'plp_filter_change', data: { filter_type: 'price', filter_value: '-50000' } },
      { type: 'plp_sort_change', data: { sort_by: 'price_asc' } },
    ])
    expect(types(now, NO_FILTERS)).toEqual([
      ...Array.from({ length: 3 }, () => 'plp_filter_change'),
      'plp_sort_change',
      'plp_view',
    ])
  })
})

// shows: S7.34
it('a visit has one random id until a pause of 30 minutes or a reset', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const first = visitId(storage, NOW)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(visitId(storage, NOW + 29 * 60_000)).toBe(first)
  expect(visitId(storage, NOW + 58 * 60_000)).toBe(first)
  const second = visitId(storage, NOW + 88 * 60_000)
  expect(second).not.toBe(first)
  forgetVisit(storage)
  expect(stored.size).toBe(0)
  expect(visitId(storage, NOW + 88 * 60_000)).not.toBe(second)
})
