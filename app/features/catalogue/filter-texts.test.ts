import { expect, it } from 'vitest'
import { TYPE_LABELS } from './catalogue.ts'
import { DURATIONS, SORTS, TYPES } from './filters.ts'

const labels = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => [value, label])

// shows: S3.13
it('offers the specified sort orders and labels', () => {
  expect(labels(SORTS)).toEqual([
    ['relevance', 'Relevancia'],
    ['most_purchased', 'Más comprados'],
    ['best_rated', 'Mejor valorados'],
    ['duration_asc', 'Duración (menor a mayor)'],
    ['duration_desc', 'Duración (mayor a menor)'],
    ['price_asc', 'Precio CLP (menor a mayor)'],
    ['price_desc', 'Precio CLP (mayor a menor)'],
  ])
})

// shows: S3.17
it('offers the specified durations and labels', () => {
  expect(labels(DURATIONS).slice(1)).toEqual([
    ['≤15', '15 minutos o menos'],
    ['15-30', '15-30 minutos'],
    ['30+', '30+ minutos'],
  ])
  expect(DURATIONS[0].value).toBe('all')
})

// shows: S1.1, S3.2, S3.19
it('offers all types, assessments and workshops', () => {
  expect(TYPES.map(type => type.value)).toEqual(['all', 'assessment', 'workshop'])
  expect(TYPES[2].label).toBe('Workshop Digital')
  expect(TYPE_LABELS.workshop).toBe('Workshop Digital')
})
