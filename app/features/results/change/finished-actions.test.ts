import { expect, it } from 'vitest'
import type { ConsolidatedQuestion, ConsolidatedSection } from '#app/features/results/consolidated/consolidated.ts'
import {
  type BegunAction,
  compareFinished,
  othersChangeText,
  questionChangeText,
  uncomparedText,
} from './finished-actions.ts'

const question = (field: string, mean: number | null): ConsolidatedQuestion => ({
  number: 1,
  field,
  text: `¿${field}?`,
  mean,
  level: null,
  tone: 'neutral',
  word: '',
  deviation: null,
  people: 5,
  distribution: [],
  unknownRate: 0,
  agreement: null,
  evidence: null,
})

/** A measurement of one area. */
const measured = (means: Record<string, number | null>, mode: 'nominative' | 'confidential' = 'nominative') => {
  const questions = Object.entries(means).map(([field, mean]) => question(field, mean))
  const section: ConsolidatedSection = {
    ...question('', null),
    id: 1,
    title: 'Roles',
    target: 3,
    proposed: null,
    distance: null,
    agreement: { low: 0, measured: 0, questions: 0 },
    questions,
    open: [],
    recommendations: [],
  }
  return { figures: { sections: [section] }, mode }
}

const action = (field: string | null, change: Partial<BegunAction> = {}): BegunAction => ({
  field,
  title: `Acción de ${field}`,
  state: 'done',
  hidden: false,
  ...change,
})

const now = measured({ a: 3, b: 2.3, c: 2.6, d: 2, e: 4 })
const earlier = measured({ a: 2.1, b: 2.2, c: 2.5, d: 2, gone: 1 })

it('a finished action stands beside the questions of its area that nobody worked on', () => {
  const found = compareFinished(now, earlier, [action('a'), action('d', { state: 'doing' })])
  expect(found?.actions).toMatchObject([{ area: 'Roles', change: 0.9, others: { change: 0.1, questions: 2 } }])
  expect(found?.actions.map(questionChangeText)).toEqual(['2,1 → 3,0 (+0,9)'])
  expect(found?.actions.map(othersChangeText)).toEqual(['+0,1, 2 preguntas'])
})

it('what is hidden is not shown, and its question is none of the others', () => {
  const found = compareFinished(now, earlier, [action('a'), action('b', { hidden: true })])
  expect(found?.actions).toMatchObject([{ title: 'Acción de a', others: { change: 0.1, questions: 2 } }])
  expect(compareFinished(now, earlier, [action('a', { hidden: true }), action('b', { state: 'doing' })])).toBeNull()
})

it('an action without a question of both measurements is counted', () => {
  const found = compareFinished(now, earlier, [action('e'), action('gone'), action(null), action('c')])
  expect(found?.actions.map(({ title }) => title)).toEqual(['Acción de c'])
  expect(found && uncomparedText(found)).toBe('3 acciones hechas más no tratan de una pregunta de ambas mediciones.')
})

it('a question without detail says so and counts in no mean', () => {
  const hidden = measured({ a: null, b: 2.2, c: null }, 'confidential')
  const found = compareFinished(now, hidden, [action('a')])
  expect(found?.actions.map(questionChangeText)).toEqual(['sin detalle → 3,0'])
  expect(found?.actions.map(({ others }) => others)).toEqual([{ change: 0.1, questions: 1 }])
  const alone = compareFinished(measured({ a: null }), measured({ a: 2 }), [action('a')])
  expect(alone?.actions.map(each => [questionChangeText(each), othersChangeText(each)])).toEqual([
    ['2,0 → sin nivel', 'Ninguna con cifras'],
  ])
})
