import { expect, test } from 'vitest'
import {
  clampSection,
  completeness,
  findGaps,
  firstUnanswered,
  isAnswered,
  isAnswerValid,
  OPEN_ANSWER_MAX,
  questionnairePath,
  runPath,
  shufflePositions,
  workedSeconds,
} from './questionnaire.ts'

const OPTIONS = ['1', '2', '3', '4', '5', 'No sé / lo desconozco']
const question = (number: number) => ({ number, field: `q${number}_x`, text: `¿${number}?`, options: OPTIONS })
const questionnaire = {
  sections: [
    { questions: [question(1), question(2)], openQuestions: [{ field: 'open_one', text: '¿Qué?' }] },
    { questions: [question(3)], openQuestions: [] },
  ],
}

test.each([1, 2, 3, 4, 5, 6])('option %i of a closed question is a valid answer', option => {
  expect(isAnswerValid(questionnaire, 'q1_x', option)).toBe(true)
})

test.each([0, 7, -1, 1.5, Number.NaN, '3', null, undefined, [3]])(
  '%j is not a valid answer of a closed question',
  value => {
    expect(isAnswerValid(questionnaire, 'q1_x', value)).toBe(false)
  },
)

// shows: A5.6
test('an open question accepts a text up to its limit', () => {
  expect(isAnswerValid(questionnaire, 'open_one', '')).toBe(true)
  expect(isAnswerValid(questionnaire, 'open_one', 'a'.repeat(OPEN_ANSWER_MAX))).toBe(true)
  expect(isAnswerValid(questionnaire, 'open_one', 'a'.repeat(OPEN_ANSWER_MAX + 1))).toBe(false)
  expect(isAnswerValid(questionnaire, 'open_one', 3)).toBe(false)
})

test.each(['q4_x', '', '__proto__', 'constructor'])('field %j does not belong to this questionnaire', field => {
  expect(isAnswerValid(questionnaire, field, 1)).toBe(false)
})

// shows: A9.4
test("completeness is a rounded percentage of the closed questions, and don't know counts", () => {
  expect(completeness(questionnaire, {})).toBe(0)
  expect(completeness(questionnaire, { q1_x: 6 })).toBe(33)
  expect(completeness(questionnaire, { q1_x: 1, q2_x: 2, open_one: 'text' })).toBe(67)
  expect(completeness(questionnaire, { q1_x: 1, q2_x: 2, q3_x: 6 })).toBe(100)
})

test('an emptied text does not count as an answer', () => {
  expect(isAnswered('')).toBe(false)
  expect(isAnswered('a')).toBe(true)
  expect(isAnswered(6)).toBe(true)
})

// shows: A2.13
test('gaps are the closed questions without an answer, in order', () => {
  expect(findGaps(questionnaire, { q2_x: 4 }).map(gap => [gap.sectionIndex, gap.question.number])).toEqual([
    [0, 1],
    [1, 3],
  ])
})

test('a section resumes at its first question without an answer, or at its last', () => {
  const [section] = questionnaire.sections
  if (!section) throw new Error('no section')
  expect(firstUnanswered(section, {})).toBe(0)
  expect(firstUnanswered(section, { q1_x: 6 })).toBe(1)
  expect(firstUnanswered(section, { q1_x: 6, q2_x: 1 })).toBe(1)
})

test.each([
  [0, 1],
  [-4, 1],
  [2, 2],
  [99, 2],
  [Number.NaN, 1],
])('section %d is shown as %d', (requested, shown) => {
  expect(clampSection(questionnaire, requested)).toBe(shown)
})

// shows: A4.1
test('work is what was done with the page visible, and without a script the whole time', () => {
  expect(workedSeconds({ active_seconds: 600, duration_seconds: 94_000 })).toBe(600)
  expect(workedSeconds({ active_seconds: 600, duration_seconds: 590 })).toBe(590)
  expect(workedSeconds({ active_seconds: 0, duration_seconds: 94_000 })).toBe(94_000)
  expect(workedSeconds({ active_seconds: 600, duration_seconds: null })).toBe(600)
  expect(workedSeconds({ active_seconds: 0, duration_seconds: null })).toBeNull()
})

// shows: A2.3
test("the governance assessment has the specification's address, the others their own", () => {
  expect(questionnairePath('dama-assessment')).toBe('/dama-assessment')
  expect(runPath('agilidad', 'a', 'b')).toBe('/evaluacion/agilidad?access_id=a&assessment_id=b')
})

const RUN = '0d4f3c1e-8a52-4f0e-9b7d-2f1c6a5e3b90'

test('the order of shuffled options is one of the run and the question, for ever: a release must not change an open page', () => {
  expect(shufflePositions(RUN, 'q1_partial_period')).toEqual([5, 1, 2, 4, 3, 6])
  expect(shufflePositions(RUN, 'q2_chart_axis')).toEqual([2, 5, 3, 1, 4, 6])
  expect(shufflePositions('7b1d9f60-3c4e-4a8b-8f21-6e5d4c3b2a19', 'q1_partial_period')).toEqual([2, 4, 1, 3, 5, 6])
})

test("shuffled options are all of them, once, with 'don't know' last, and every level is as often at every place", () => {
  const runs = Array.from({ length: 2400 }, (_, index) => `run-${index}`)
  const orders = runs.map(run => shufflePositions(run, 'q3_average_reading'))
  for (const order of orders) {
    expect(order.at(-1)).toBe(6)
    expect(order.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  }
  // All 120 orders, and each level at each place in a fifth of the runs: 480, with a standard deviation of 20.
  expect(new Set(orders.map(order => order.join(''))).size).toBe(120)
  for (const level of [1, 2, 3, 4, 5]) {
    for (const place of [0, 1, 2, 3, 4]) {
      const count = orders.filter(order => order[place] === level).length
      expect(Math.abs(count - 480), `level ${level} at place ${place}`).toBeLessThan(80)
    }
  }
})
