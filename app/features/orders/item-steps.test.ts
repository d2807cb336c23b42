import { describe, expect, it } from 'vitest'
import { itemSteps, yieldText } from './item-steps.ts'

const item = (input: Partial<Parameters<typeof itemSteps>[0]> = {}): Parameters<typeof itemSteps>[0] => ({
  item_id: 'i',
  mode: 'business',
  type: 'assessment',
  has_questionnaire: true,
  total_seats: 11,
  used_seats: 1,
  completed: 0,
  tops_up_item_id: null,
  own: { id: 'a', started: false, completed: false },
  ...input,
})
const labels = (input: Partial<Parameters<typeof itemSteps>[0]>, isOpen = true) =>
  itemSteps(item(input), isOpen).map(step => step.label)
const one = { mode: 'self', total_seats: 1 } as const
const own = (state: Partial<{ started: boolean; completed: boolean }>) => ({
  id: 'a',
  started: true,
  completed: false,
  ...state,
})

describe('the next step with a paid item', () => {
  it('is to invite while seats are free, and to read results as soon as there are any', () => {
    expect(labels({})).toEqual(['Invitar personas'])
    expect(labels({ used_seats: 4, completed: 2 })).toEqual(['Invitar personas', 'Ver resultados'])
    expect(labels({ used_seats: 11, completed: 2, own: undefined })).toEqual(['Ver resultados'])
  })

  it('is to start, continue or read the own assessment', () => {
    expect(labels(one)).toEqual(['Comenzar'])
    expect(labels({ ...one, own: own({}) })).toEqual(['Continuar'])
    expect(itemSteps(item({ ...one, completed: 1, own: own({ completed: true }) }), true)).toEqual([
      { label: 'Ver resultados', to: '/account/results/a' },
    ])
  })

  it('is to see a workshop, which has no results', () => {
    const workshop = { type: 'workshop', has_questionnaire: false } as const
    expect(labels({ ...one, ...workshop })).toEqual(['Ver taller'])
    expect(labels({ ...one, ...workshop, completed: 1, own: own({ completed: true }) })).toEqual(['Ver taller'])
  })

  it('is none after the end of the accesses without results, nor for seats that joined another item', () => {
    expect(labels({}, false)).toEqual([])
    expect(labels({ completed: 1 }, false)).toEqual(['Ver resultados'])
    expect(labels({ tops_up_item_id: 'other', completed: 1 })).toEqual([])
  })
})

it('counts seats for a team and names the state of one person', () => {
  expect(yieldText(item({ used_seats: 3, completed: 1 }))).toBe('3 de 11 asientos asignados · 1 completado')
  expect(yieldText(item(one))).toBe('Sin comenzar')
  expect(yieldText(item({ ...one, own: own({}) }))).toBe('En progreso')
  expect(yieldText(item({ ...one, used_seats: 0, own: undefined }))).toBe('1 asiento libre')
  expect(yieldText(item({ ...one, completed: 1 }))).toBe('Completado')
})
