import { expect, it } from 'vitest'
import { periodQuery, readDateRange } from './date-range.ts'

/** 22:30 on Saturday 21 November in Santiago; in Greenwich it is Sunday. */
const NOW = new Date('2026-11-22T01:30:00Z')
const read = (query: string) => readDateRange({ searchParams: new URLSearchParams(query) }, NOW)
const days = (query: string) => {
  const { span, previous } = read(query)
  return [span?.from, span?.to, previous?.from, previous?.to]
}

// shows: B2.38
it('is the last 30 days in Santiago when it is missing or invalid', () => {
  const thirty = ['2026-10-23', '2026-11-21', '2026-09-23', '2026-10-22']
  for (const query of ['', 'periodo=x', 'desde=ayer', 'hasta=2026-02-30']) expect(days(query)).toEqual(thirty)
  expect(read('')).toMatchObject({ key: '30d', label: 'Últimos 30 días' })
})

it.each([
  ['hoy', ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20']],
  ['7d', ['2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14']],
  ['mes', ['2026-11-01', '2026-11-21', '2026-10-11', '2026-10-31']],
  ['mes-anterior', ['2026-10-01', '2026-10-31', '2026-08-31', '2026-09-30']],
  ['ano', ['2026-01-01', '2026-11-21', '2025-02-10', '2025-12-31']],
  ['todo', [undefined, undefined, undefined, undefined]],
])('%s has its days, and as many days before', (key, expected) => {
  expect(days(`periodo=${key}`)).toEqual(expected)
})

// shows: B9.1
it('begins and ends at midnight in Santiago, also across clock changes', () => {
  const { span } = read('desde=2026-09-05&hasta=2026-09-06')
  expect(span?.start.toISOString()).toBe('2026-09-05T04:00:00.000Z')
  expect(span?.end.toISOString()).toBe('2026-09-07T03:00:00.000Z')
})

// shows: B5.4
it('accepts custom days, also reversed or open, of ten years at most', () => {
  expect(read('desde=2026-03-01&hasta=2026-03-31').label).toBe('01-03-2026 al 31-03-2026')
  expect(days('desde=2026-03-31&hasta=2026-03-01').slice(0, 2)).toEqual(['2026-03-01', '2026-03-31'])
  expect(days('desde=2026-11-01').slice(0, 2)).toEqual(['2026-11-01', '2026-11-21'])
  expect(read('hasta=2026-11-01')).toMatchObject({ key: 'propio', label: '01-11-2026' })
  expect(days('desde=0001-01-01&hasta=2026-11-21')[0]).toBe('2016-11-14')
})

// shows: B2.18
it('is all dates where a screen says so, until one is selected', () => {
  const fallback = (query: string) => readDateRange({ searchParams: new URLSearchParams(query) }, NOW, 'todo')
  expect(fallback('periodo=x')).toMatchObject({ key: 'todo', span: undefined })
  expect(fallback('periodo=7d')).toEqual(read('periodo=7d'))
})

// shows: B2.15
it('is passed on to another screen unchanged', () => {
  const along = (query: string) => periodQuery(new URLSearchParams(query))
  expect(along('search=rosa&sort=old&after=1')).toBe('')
  expect(along('search=rosa&periodo=7d')).toBe('?periodo=7d')
  expect(along('hasta=2026-11-21&desde=2026-11-01&por=dia')).toBe('?desde=2026-11-01&hasta=2026-11-21')
})

it('is all dates for a search without a period', () => {
  expect(read('search=rosa').key).toBe('todo')
  expect(read('search=rosa&periodo=7d').key).toBe('7d')
})
