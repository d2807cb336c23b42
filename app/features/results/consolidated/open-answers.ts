import type { OpenQuestion } from '#app/features/questionnaires/questionnaire.ts'
import type { Theme } from '#app/features/results/themes/theme.ts'
import type { Tallies } from './tallies.ts'

/** Open answers of a question that a page shows: a thousand people's would be megabytes. The sheet has all that may be shown. */
export const PAGE_TEXTS = 50

/** What people wrote to an open question. */
export type OpenAnswers = {
  field: string
  text: string
  answers: string[]
  /** Their total number, which may exceed this list. */
  total: number
  /** What several of all of them write about; empty where it was not asked for. */
  themes: readonly Theme[]
}

export function openAnswers(
  { field, text }: Pick<OpenQuestion, 'field' | 'text'>,
  { texts, themes }: Pick<Tallies, 'texts' | 'themes'>,
): OpenAnswers {
  const input = texts.filter(answer => answer.field === field)
  return {
    field,
    text,
    answers: input.map(answer => answer.text),
    total: input[0]?.total ?? input.length,
    themes: themes?.get(field) ?? [],
  }
}
