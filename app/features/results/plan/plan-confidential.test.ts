import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DONT_KNOW, listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { cutRound } from '#app/features/results/rounds/cut-round.ts'
import type { RoundAccount } from '#app/features/results/rounds/detail.ts'
import { makePlan } from './action-plan.ts'
import { planned } from './plan.test-support.ts'
import { countsFromTallies } from './plan-counts.ts'

type Option = number | null
/** By question, then by person. */
type AnswersByQuestion = readonly (readonly Option[])[]

const levels = (least: number, most: number, people: number) =>
  fc.array(fc.integer({ min: least, max: most }), { minLength: people, maxLength: people })

/** Answers of which no figure is shown: all alike, or at most four with a level. */
const hidden = (people: number): fc.Arbitrary<Option[]> =>
  fc.oneof(
    fc.integer({ min: 1, max: 5 }).map(level => Array.from({ length: people }, () => level)),
    levels(1, 5, 4).chain(known =>
      fc.shuffledSubarray([...known, ...Array.from({ length: people - 4 }, () => DONT_KNOW)], {
        minLength: people,
        maxLength: people,
      }),
    ),
  )

/** Answers of which every figure is shown. */
const shown = (people: number): fc.Arbitrary<Option[]> =>
  fc.tuple(fc.integer({ min: 1, max: 3 }), levels(0, 2, people)).map(([least, draws]) => {
    const options = draws.map(draw => least + draw)
    return new Set(options).size === 1 ? options.map((option, index) => (index === 0 ? option + 1 : option)) : options
  })

/** The plan of a confidential purchase from its published round, and the questions that this has figures of. */
function publishedPlan({ questionnaire, plan }: (typeof planned)[number], answers: AnswersByQuestion) {
  const accounts = (answers[0] ?? []).map(
    (_, person): RoundAccount => ({
      run_id: `${person}`,
      person: `${person}`,
      area: '',
      position: '',
      area_name: '',
      position_name: '',
      options: new Map(
        listClosedQuestions(questionnaire).map(({ field }, index) => [field, answers[index]?.[person] ?? null]),
      ),
      open_fields: [],
    }),
  )
  const round = cutRound(questionnaire, accounts)
  if (!round) throw new Error('There is no round')
  const counts = countsFromTallies(round.tallies, 'confidential')
  return {
    counted: new Set(counts.keys()),
    made: makePlan({ questionnaire, plan, counts, people: round.tallies.people, mode: 'confidential' }),
  }
}

it.each(planned)('$id: answers that are not shown change nothing in the plan', one => {
  const questions = listClosedQuestions(one.questionnaire)
  const isHidden = (index: number) => index % 3 === 0
  const drawn = fc.integer({ min: 5, max: 14 }).chain(people =>
    fc.record({
      answers: fc.tuple(...questions.map((_, index) => (isHidden(index) ? hidden(people) : shown(people)))),
      others: fc.tuple(...questions.map(() => hidden(people))),
    }),
  )
  let replaced = 0
  fc.assert(
    fc.property(drawn, ({ answers, others }) => {
      const [before, after] = [answers, answers.map((own, index) => (isHidden(index) ? (others[index] ?? []) : own))]
      const [own, other] = [publishedPlan(one, before), publishedPlan(one, after)]
      expect(other.made).toEqual(own.made)
      for (const { field, kind, reached } of own.made.questions) {
        if (!own.counted.has(field)) expect([kind, reached]).toEqual([null, null])
      }
      for (const [index, { field }] of questions.entries()) expect(own.counted.has(field)).toBe(!isHidden(index))
      if (JSON.stringify(before) !== JSON.stringify(after)) replaced += 1
      expect(own.made.actions.length).toBeGreaterThan(0)
    }),
    { seed: 4441, numRuns: 30 },
  )
  expect(replaced).toBeGreaterThan(25)
})
