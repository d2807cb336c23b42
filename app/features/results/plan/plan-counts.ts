import {
  type Answers,
  DONT_KNOW,
  listClosedQuestions,
  type Questionnaire,
} from '#app/features/questionnaires/questionnaire.ts'
import { askedPeople, type Tallies } from '#app/features/results/consolidated/tallies.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { AnswerCounts } from './question-state.ts'

/** The counts that a plan is made from, by field. A question without any is missing. */
export type CountsByField = ReadonlyMap<string, AnswerCounts>

type Options = Tallies['options']

const readCounts = (options: Options): AnswerCounts => {
  const on = (option: number) => options.find(each => each.option === option)?.people ?? 0
  return { levels: [on(1), on(2), on(3), on(4), on(5)], unknown: on(DONT_KNOW) }
}

/**
 * The counts of a purchase's tallies. Of a confidential one these are a published round's; a question that only some people were asked
 * is left out, as on the page.
 */
export function countsFromTallies(
  tallies: Pick<Tallies, 'options' | 'people' | 'respondents'>,
  mode: ResultMode,
): CountsByField {
  const isShown = (field: string) => mode === 'nominative' || askedPeople(tallies, field) === tallies.people
  const fields = Map.groupBy(tallies.options, ({ field }) => field)
  return new Map(
    [...fields].filter(([field]) => isShown(field)).map(([field, options]) => [field, readCounts(options)]),
  )
}

/** The counts of one person's answers. */
export const countsFromAnswers = (questionnaire: Pick<Questionnaire, 'sections'>, answers: Answers): CountsByField =>
  new Map(
    listClosedQuestions(questionnaire).flatMap(({ field }) => {
      const option = answers[field]
      return typeof option === 'number' ? [[field, readCounts([{ field, option, people: 1 }])] as const] : []
    }),
  )
