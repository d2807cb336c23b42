import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import type { PlanAction } from '#app/features/results/plan-actions/plan-actions.ts'
import { workOn } from '#app/features/results/plan-actions/worked-plan.ts'
import { ResultHead } from '#app/features/results/result-head.tsx'
import { makePlan, type Planned } from './action-plan.ts'
import { countPeople, planned } from './plan.test-support.ts'
import { nextBlock } from './plan-files.ts'
import { namedAction, nextEntries, nextName, planHead, showPlan } from './plan-texts.ts'
import { PlanView } from './plan-view.tsx'

const [one] = planned
if (!one) throw new Error('There is no plan')
const team: Planned = {
  questionnaire: one.questionnaire,
  plan: one.plan,
  counts: new Map(listClosedQuestions(one.questionnaire).map(({ field }) => [field, countPeople([1, 1, 1, 1])])),
  people: 4,
  mode: 'nominative',
}
const asked = makePlan(team).actions.slice(0, 5)

const BLANK = {
  version: 1,
  owner: null,
  due_on: null,
  state: 'todo',
  dropped_reason: null,
  note: '',
  hidden: false,
  overdue: false,
} as const
const ofAnswers = (index: number, more: Partial<PlanAction> = {}): PlanAction => {
  const action = asked[index]
  if (!action) throw new Error('The plan has fewer actions')
  const { field, kind, goal, reached } = action
  return { ...BLANK, id: `a${index}`, subject: { field, kind, goal, reached }, title: namedAction(action), ...more }
}
const added = (id: string, more: Partial<PlanAction> = {}): PlanAction => ({
  ...BLANK,
  id,
  subject: null,
  title: `Propia ${id}`,
  ...more,
})

const plan = (...stored: PlanAction[]) => showPlan(workOn(team, stored, { edits: true, people: [] }))
const namesOf = (...stored: PlanAction[]) => {
  const shown = plan(...stored)
  const names = nextEntries(shown).map(nextName)
  // What the top of a page is sent says the same.
  expect(nextEntries(planHead(shown)).map(nextName)).toEqual(names)
  return names
}
const nameOf = (index: number) => ofAnswers(index).title

it('an action that somebody added is among the next steps where it stands in the plan', () => {
  expect(namesOf(ofAnswers(0), added('x'), ofAnswers(1), ofAnswers(2))).toEqual([nameOf(0), 'Propia x', nameOf(1)])
  expect(namesOf(ofAnswers(0), ofAnswers(1), ofAnswers(2), added('x'))).toEqual([nameOf(0), nameOf(1), nameOf(2)])
  expect(namesOf(added('x', { state: 'done' }), added('y', { hidden: true }), ofAnswers(1))).toEqual([nameOf(1)])
})

it('is among them wherever it stands if its day comes first, in the order of the plan', () => {
  const day = { due_on: '2026-12-05' } as const
  const all = [ofAnswers(0), ofAnswers(1, { due_on: '2026-12-20' }), ofAnswers(2), ofAnswers(3)]
  expect(namesOf(...all, added('x', day))).toEqual([nameOf(0), nameOf(1), 'Propia x'])
  expect(namesOf(...all, added('x', day), added('y', { due_on: '2026-12-04' }))).toEqual([
    nameOf(0),
    nameOf(1),
    'Propia y',
  ])
  expect(namesOf(...all, added('x', { due_on: '2026-12-21' }))).toEqual([nameOf(0), nameOf(1), nameOf(2)])
  expect(namesOf(...all, added('x', { ...day, state: 'dropped', dropped_reason: 'No' }))).toEqual([
    nameOf(0),
    nameOf(1),
    nameOf(2),
  ])
  // The answers' own actions stay in the order of what matters most.
  expect(namesOf(ofAnswers(0), ofAnswers(1), ofAnswers(2), ofAnswers(3, day))).toEqual([
    nameOf(0),
    nameOf(1),
    nameOf(2),
  ])
})

it('leads from the top of a result to its place in the plan, and says its day', () => {
  const shown = plan(ofAnswers(0), ofAnswers(1), ofAnswers(2), added('x', { due_on: '2026-12-05', note: 'Reservado' }))
  const result = { overall: { mean: 1, level: 1, word: 'Inicial', tone: 'poor' } as const, sections: [] }
  const head = renderToStaticMarkup(
    <MemoryRouter>
      <ResultHead result={{ ...result }} plan={planHead(shown)} />
    </MemoryRouter>,
  )
  expect(head).toContain('#accion-x"')
  expect(head).toContain('Propia x')
  expect(head).toContain('Agregada a mano · Para el 05-12-2026')
  expect(JSON.stringify(planHead(shown))).not.toContain('Reservado')
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <PlanView plan={{ ...shown, work: shown.work && { ...shown.work, edits: false } }} people={4} mean={1} />
    </MemoryRouter>,
  )
  expect(page).toContain('id="accion-x"')
  const block = nextBlock(shown)
  expect(block.type === 'table' && block.rows.at(-1)).toEqual(['3. Propia x', 'Agregada a mano · Para el 05-12-2026'])
})

it('a plan whose actions are all added by hand has next steps', () => {
  expect(namesOf(added('x'), added('y'))).toEqual(['Propia x', 'Propia y'])
})
