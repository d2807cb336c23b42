import type { Answers, FormSection } from '#app/features/questionnaires/questionnaire.ts'

/**
 * What a narrow screen shows of a section, one at a time: what stands before the first question, each closed question (by its
 * field) and the open ones together.
 */
export type QuestionPage = string

/** Also the ids of their elements. */
export const LEAD_PAGE = 'antes-de-comenzar'
export const OPEN_PAGE = 'bloque-preguntas-abiertas'

type Asked = Pick<FormSection, 'questions' | 'openQuestions'>

/** The pages of a section, in order. @param lead whether something stands before its first question */
export const pagesOf = (section: Asked, lead: boolean): QuestionPage[] => [
  ...(lead ? [LEAD_PAGE] : []),
  ...section.questions.map(({ field }) => field),
  ...(section.openQuestions.length > 0 ? [OPEN_PAGE] : []),
]

/** The page of a question, closed or open. */
export const pageOf = (section: Asked, field: string): QuestionPage =>
  section.openQuestions.some(question => question.field === field) ? OPEN_PAGE : field

/**
 * Where a person goes on: at what stands before the questions while none is answered, else at the first question without an
 * answer; at the open questions once all closed ones have one.
 */
export function pageToResume(section: Asked, lead: boolean, answers: Answers): QuestionPage {
  const unanswered = section.questions.filter(({ field }) => answers[field] === undefined)
  if (lead && unanswered.length === section.questions.length) return LEAD_PAGE
  return unanswered[0]?.field ?? pagesOf(section, lead).at(-1) ?? LEAD_PAGE
}

/** The number of the section, from 1, that asks a closed question; 0 where none does. */
export const sectionOf = (sections: readonly Asked[], field: string): number =>
  sections.findIndex(({ questions }) => questions.some(question => question.field === field)) + 1

/** Where a page stands beside the one that is shown. */
export type Place = 'before' | 'now' | 'after'

export const placeOf = (pages: readonly QuestionPage[], page: QuestionPage, shown: QuestionPage): Place => {
  const difference = pages.indexOf(page) - pages.indexOf(shown)
  return difference < 0 ? 'before' : difference === 0 ? 'now' : 'after'
}
