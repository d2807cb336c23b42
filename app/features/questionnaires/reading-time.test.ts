import { expect, it } from 'vitest'
import madurezDigital from '#content/madurez-digital.es.json' with { type: 'json' }
import { questionnaireSchema } from './questionnaire.schema.ts'
import { announcedMinutes, leastSeconds, wordsToRead } from './reading-time.ts'

const of = (...texts: string[]) => ({ sections: [{ questions: texts.map(text => ({ text, options: [] })) }] })

it('counts the words of the questions, their help and their options', () => {
  expect(wordsToRead(questionnaireSchema.parse(madurezDigital))).toBe(1401)
})

it.each([
  // 180 words are a minute, and a question 6 seconds: 1.1 minutes.
  [['palabra '.repeat(180)], 2],
  [['palabra '.repeat(162)], 1],
  [['una', 'dos'], 1],
])('announces whole minutes, rounded up: case %#', (questions, minutes) => {
  expect(announcedMinutes(of(...questions))).toBe(minutes)
})

it('nobody reads more than 600 words a minute', () => {
  expect(leastSeconds(questionnaireSchema.parse(madurezDigital))).toBeCloseTo(140.1)
})
