import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import catalogue from '#content/catalogue.es.json' with { type: 'json' }
import madurezDigital from '#content/madurez-digital.es.json' with { type: 'json' }
import { questionnaireSchema } from './questionnaire-schema.ts'
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

it('announces each questionnaire by its words, on its product as before its first question', () => {
  const minutes = new Map<string | null, number>()
  for (const name of readdirSync('content').filter(file => file.endsWith('.es.json'))) {
    const { data } = questionnaireSchema.safeParse(JSON.parse(readFileSync(`content/${name}`, 'utf8')))
    if (!data) continue
    const announced = announcedMinutes(data)
    expect(data.estimatedMinutes, name).toEqual({ min: announced, max: announced })
    minutes.set(data.id, announced)
  }
  expect(minutes.size).toBe(14)
  for (const { slug, questionnaire_id, duration_min, duration_max } of catalogue.products) {
    const announced = minutes.get(questionnaire_id)
    if (announced !== undefined) expect([duration_min, duration_max], slug).toEqual([announced, announced])
  }
})
