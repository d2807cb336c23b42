import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { makePlan, type Planned } from '#app/features/results/plan/action-plan.ts'
import { countPeople, planned } from '#app/features/results/plan/plan.test-support.ts'
import { namedAction } from '#app/features/results/plan/plan-texts.ts'
import { type PlanAction, progressText, subjectKey } from './plan-actions.ts'
import { workOn } from './worked-plan.ts'

const READER = { edits: true, people: [] }

/** A team of four with random answers, 6 being 'No sé'. */
const teams = ({ questionnaire, plan }: (typeof planned)[number]): fc.Arbitrary<Planned> => {
  const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
  const four = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 4, maxLength: 4 })
  return fc.array(four, { minLength: fields.length, maxLength: fields.length }).map(answers => ({
    questionnaire,
    plan,
    counts: new Map(fields.map((field, index) => [field, countPeople(answers[index] ?? [])])),
    people: 4,
    mode: 'nominative',
  }))
}

const edits = fc.record({
  owner: fc.option(fc.record({ name: fc.string({ minLength: 1 }), email: fc.constant('ana@example.cl') })),
  due_on: fc.constantFrom(null, '2026-03-01' as const),
  state: fc.constantFrom('todo' as const, 'doing' as const, 'done' as const),
  note: fc.string(),
  hidden: fc.boolean(),
  overdue: fc.boolean(),
})

/** What was stored of a plan, in another order and with edits, and an own action among them. */
const storedOf = (team: Planned): fc.Arbitrary<PlanAction[]> => {
  const actions = makePlan(team).actions.map(action => ({ subject: action, title: namedAction(action) }))
  const all = [...actions, { subject: null, title: 'Propia' }]
  return fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: 1 }),
      fc.array(edits, { minLength: all.length, maxLength: all.length }),
    )
    .map(([shuffled, drawn]) =>
      shuffled.map(({ subject, title }, index): PlanAction => {
        const edit = drawn[index]
        if (!edit) throw new Error('There are as many edits as actions')
        const kept = subject && {
          field: subject.field,
          kind: subject.kind,
          goal: subject.goal,
          reached: subject.reached,
        }
        return { ...edit, id: String(index), version: 1 + index, subject: kept, title, dropped_reason: null }
      }),
    )
}

it.each(planned)(
  'new answers change nothing that was stored of a plan of $id, and lose nothing that they ask for',
  each => {
    const drawn = fc
      .tuple(teams(each), teams(each))
      .chain(([first, later]) => storedOf(first).map(stored => ({ later, stored })))
    fc.assert(
      fc.property(drawn, ({ later, stored }) => {
        const { work, actions } = workOn(later, stored, READER)
        if (!work) throw new Error('Nobody works with it')
        expect(work.actions.map(({ place, action, isAsked, ...kept }) => kept)).toEqual(stored)
        const keys = stored.flatMap(({ subject }) => (subject ? [subjectKey(subject)] : []))
        const proposed = work.proposals.map(subjectKey)
        expect(proposed.filter(key => keys.includes(key))).toEqual([])
        expect(new Set([...keys, ...proposed])).toEqual(new Set([...keys, ...makePlan(later).actions.map(subjectKey)]))
        // Each shown action with texts is about what was stored, under the number of its place.
        const shown = work.actions.filter(({ hidden }) => !hidden)
        expect(shown.map(({ place }) => place)).toEqual(shown.map((_, index) => index + 1))
        expect(actions.map(({ place }) => place)).toEqual(shown.flatMap(({ place, action }) => (action ? [place] : [])))
        for (const { subject, action } of work.actions)
          if (subject && action)
            expect(action).toMatchObject({ field: subject.field, kind: subject.kind, goal: subject.goal })
      }),
      { seed: each.id.length * 6841, numRuns: 15 },
    )
  },
)

it('counts what is done, under way and overdue, without what is hidden or dropped', () => {
  type Counted = Pick<PlanAction, 'hidden' | 'state' | 'overdue'>
  const text = (...some: Partial<Counted>[]) =>
    progressText({ actions: some.map((more): Counted => ({ hidden: false, state: 'todo', overdue: false, ...more })) })
  expect(text({}, { state: 'done' }, { overdue: true })).toBe('1 de 3 acciones hechas, 1 vencida')
  expect(text({ state: 'doing' }, { state: 'dropped' }, { hidden: true })).toBe('0 de 1 acción hecha, 1 en curso')
  expect(text({ state: 'done' }, { state: 'done' }, { overdue: true, state: 'doing' }, { overdue: true })).toBe(
    '2 de 4 acciones hechas, 1 en curso, 2 vencidas',
  )
})
