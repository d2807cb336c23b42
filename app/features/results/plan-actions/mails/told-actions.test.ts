import { expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { countPeople, planned } from '#app/features/results/plan/plan.test-support.ts'
import { firstThing, tellAction } from './told-actions.ts'

it.each(planned)('says first what the page says first, in $id', ({ questionnaire, plan }) => {
  const counts = new Map(
    listClosedQuestions(questionnaire).map(({ field }, at) => [
      field,
      countPeople(at % 2 === 0 ? [1, 1, 1, 1, 1, 1, 1, 2] : [2, 2, 2, 2, 2, 2, 2, 3]),
    ]),
  )
  const { actions } = makePlan({ questionnaire, plan, counts, people: 8, mode: 'nominative' })
  const started = actions.filter(({ start }) => start !== null)
  expect(started.length).toBeGreaterThan(0)
  for (const action of started) expect(firstThing(action, plan, { own: false })).toBe(action.start)
})

it('says something about an action without a step', () => {
  const nothing = { field: null, kind: null, goal: null, reached: null }
  expect(firstThing(nothing, undefined, { own: false })).toContain('quien te la encargó')
  expect(firstThing(nothing, undefined, { own: true })).not.toContain('quien te la encargó')
  expect(firstThing({ field: 'q1', kind: 'agree', goal: null, reached: 2 }, undefined, { own: false })).toContain(
    'acuerden',
  )
  expect(firstThing({ field: 'q1', kind: 'act', goal: 3, reached: 2 }, undefined, { own: false })).toContain(
    'quien te la encargó',
  )
})

it.each([
  ['Ordenar la bodega', 'Ordenar la bodega.'],
  ['Ordenar la bodega.', 'Ordenar la bodega.'],
  ['Acordar: ¿Cómo se definen los datos?', 'Acordar: ¿Cómo se definen los datos?'],
])('tells %j as a sentence', (title, told) => {
  const action = { title, due_on: '2026-12-04', field: null, kind: null, goal: null, reached: null } as const
  expect(tellAction(action, undefined, { own: false }).accion).toBe(told)
})
