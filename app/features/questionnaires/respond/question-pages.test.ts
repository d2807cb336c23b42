import { describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { minutesLeft } from './pace.ts'
import { LEAD_PAGE, OPEN_PAGE, pageOf, pagesOf, pageToResume, placeOf, sectionOf } from './question-pages.ts'

const { sections } = questionnaireSchema.parse(data)
const [section] = sections
if (!section) throw new Error('The questionnaire has no section')
const fields = section.questions.map(({ field }) => field)
const answered = (count: number) => Object.fromEntries(fields.slice(0, count).map(field => [field, 3]))

describe('the pages of a section', () => {
  it('are what stands before it, each closed question, and the open ones together', () => {
    expect(pagesOf(section, true)).toEqual([LEAD_PAGE, ...fields, OPEN_PAGE])
    expect(pagesOf({ ...section, openQuestions: [] }, false)).toEqual(fields)
    expect(pageOf(section, section.openQuestions[0]?.field ?? '')).toBe(OPEN_PAGE)
    expect(pageOf(section, fields[2] ?? '')).toBe(fields[2])
  })

  it('go on at the first question without an answer', () => {
    expect(pageToResume(section, true, {})).toBe(LEAD_PAGE)
    expect(pageToResume(section, false, {})).toBe(fields[0])
    expect(pageToResume(section, true, answered(2))).toBe(fields[2])
    expect(pageToResume(section, true, answered(5))).toBe(OPEN_PAGE)
    expect(pageToResume({ ...section, openQuestions: [] }, true, answered(5))).toBe(fields[4])
  })

  it('belong to the section that asks the question', () => {
    expect(sections.map(({ questions }) => sectionOf(sections, questions.at(-1)?.field ?? ''))).toEqual(
      sections.map(({ id }) => id),
    )
    expect(sectionOf(sections, OPEN_PAGE)).toBe(0)
  })

  it('stand before or after the one that is shown', () => {
    const pages = pagesOf(section, true)
    expect(pages.map(page => placeOf(pages, page, fields[0] ?? ''))).toEqual([
      'before',
      'now',
      ...Array.from({ length: 5 }, () => 'after'),
    ])
  })
})

describe('the minutes that are left', () => {
  const seconds = (...each: number[]) => each.map(second => second * 1000)

  it('follow from the median of the own times, from five on', () => {
    expect(minutesLeft(seconds(10, 10, 10, 10), 30)).toBeUndefined()
    expect(minutesLeft(seconds(10, 20, 5, 30, 12), 30)).toBe(6)
    expect(minutesLeft(seconds(10, 20, 5, 30, 12, 14), 30)).toBe(7)
  })

  it('count no pause, are one at least, and end with the questions', () => {
    expect(minutesLeft(seconds(10, 10, 10, 10, 3600), 30)).toBeUndefined()
    expect(minutesLeft(seconds(10, 10, 10, 10, 10, 3600), 30)).toBe(5)
    expect(minutesLeft(seconds(1, 1, 1, 1, 1), 2)).toBe(1)
    expect(minutesLeft(seconds(10, 10, 10, 10, 10), 0)).toBeUndefined()
  })
})
