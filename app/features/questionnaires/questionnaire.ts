import { isLonger, storable } from '#app/kernel/text.ts'
import { isEvidenceValid, readEvidenceField } from './evidence.ts'

/** A questionnaire in the format of content/<id>.es.json. A published version never changes. */
export type Questionnaire = {
  id: string
  version: number
  title: string
  intro: string
  legalNote?: string | undefined
  /** Respondents see the levels of each question in an order of their run's (spec D60); absent: in the order of `options`. */
  optionOrder?: 'shuffled' | undefined
  /** How a company's purchase is read unless its buyer chooses otherwise before inviting (spec D47); absent: nominative. */
  resultMode?: 'confidential' | undefined
  estimatedMinutes: { min: number; max: number }
  levels: readonly Level[]
  /** Highest `min` first: a mean level at or above `min` has its color. */
  colorRule: readonly { min: number; color: LevelColor }[]
  sections: readonly Section[]
}

/** The parameters of an address that belongs to somebody's access or run. */
export const RUN_PARAMETERS = ['access_id', 'assessment_id'] as const

export type LevelColor = 'green' | 'yellow' | 'red'
export type Level = { level: number; name: string; definition: string; color: LevelColor }

export type Section = {
  id: number
  title: string
  emoji: string
  description: string
  targetLevel: number
  /** Importance among the areas, 1 (normal) to 3 (critical): it orders the priorities of a result. */
  weight: number
  /** What the questionnaire proposes, in a result whose buyer set something else (results/targets). */
  proposed?: { targetLevel: number; weight: number } | undefined
  questions: readonly ClosedQuestion[]
  openQuestions: readonly OpenQuestion[]
  /** What to do next, by the level reached ('1' to '5'). */
  recommendations: Readonly<Record<string, readonly string[]>>
}

export type ClosedQuestion = {
  /** Counts through all sections, from 1. */
  number: number
  field: string
  text: string
  help?: string | undefined
  /** Levels 1 to 5 in ascending order, then 'No sé / lo desconozco'. The answer is the position, from 1. */
  options: readonly string[]
}

export type OpenQuestion = { field: string; text: string; placeholder?: string | undefined }

/** What a respondent's browser needs: no levels, targets or recommendations. */
export type QuestionnaireForm = Pick<
  Questionnaire,
  'id' | 'version' | 'title' | 'intro' | 'legalNote' | 'optionOrder'
> & {
  sections: readonly FormSection[]
}
export type FormSection = Pick<Section, 'id' | 'title' | 'emoji' | 'description' | 'questions' | 'openQuestions'>

/** An option's position (closed question) or a text (open question). */
export type AnswerValue = number | string
export type Answers = Readonly<Record<string, AnswerValue | undefined>>

export const OPTION_COUNT = 6
/** The importance of an area in a word, by its weight from 1. */
export const IMPORTANCES = ['Normal', 'Alta', 'Crítica'] as const
/** The highest importance of an area. */
export const MAX_WEIGHT = IMPORTANCES.length
/** 'No sé / lo desconozco': an answer without a level (spec D22). */
export const DONT_KNOW = 6
export const DONT_KNOW_TEXT = 'No sé / lo desconozco'
/** Maximum characters of one text of a questionnaire, far above any in use. */
export const TEXT_MAX = 2000

/** Maximum characters of a field, the name that answers are stored under. */
export const FIELD_MAX = 80
/** Maximum characters of an open answer. */
export const OPEN_ANSWER_MAX = 5000

/** What a run stores of somebody who was not asked for it (specification 2, section 4, dashboard transitions). */
export const UNSPECIFIED = 'No especificado'
/** What the database writes over the facts of somebody who asked to be erased. */
const ERASED = 'Sin dato'

/** Whether a stored fact about a person (post, area, role, company) says anything; results leave out the others. */
export const isKnownFact = (stored: string): boolean => stored !== UNSPECIFIED && stored !== ERASED

/** A written answer as it is stored, and only then measured: forms send line ends as two characters. */
export const readAnswerText = (typed: string): string => storable(typed.replaceAll(/\r\n?/g, '\n'))

/** The part of a questionnaire that respondents may see. */
export const toForm = ({ sections, ...whole }: Questionnaire): QuestionnaireForm => ({
  id: whole.id,
  version: whole.version,
  title: whole.title,
  intro: whole.intro,
  legalNote: whole.legalNote,
  optionOrder: whole.optionOrder,
  sections: sections.map(section => ({
    id: section.id,
    title: section.title,
    emoji: section.emoji,
    description: section.description,
    questions: section.questions,
    openQuestions: section.openQuestions,
  })),
})

/** Pseudo-random numbers of 32 bits that follow from a text, the same on the server and in every browser (mulberry32 of an FNV-1a hash). */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/**
 * The positions of a question's options, from 1, in the order in which a run shows them where its questionnaire
 * shuffles them (spec D60): it follows from the run's id, so that it is the same after a reload and on another device.
 * 'No sé' stays last. What is stored is the position, never the place on the screen.
 */
export function shufflePositions(runId: string, field: string): number[] {
  const next = numbersFrom(`${runId}/${field}`)
  const positions = Array.from({ length: OPTION_COUNT - 1 }, (_, index) => index + 1)
  const shuffled: number[] = []
  while (positions.length > 0) shuffled.push(...positions.splice(next() % positions.length, 1))
  return [...shuffled, DONT_KNOW]
}

type QuestionSet = { sections: readonly Pick<Section, 'questions' | 'openQuestions'>[] }

/** The closed questions of all sections, in order. */
export const listClosedQuestions = ({ sections }: QuestionSet): ClosedQuestion[] =>
  sections.flatMap(section => [...section.questions])

/** Whether a value may be stored as the answer of a field: an option's position, a text within the limit, or evidence. */
export function isAnswerValid(questionnaire: QuestionSet, field: string, value: unknown): value is AnswerValue {
  const evidence = readEvidenceField(field)
  if (evidence) {
    const isClosed = questionnaire.sections.some(({ questions }) => questions.some(each => each.field === evidence.of))
    return isClosed && typeof value === 'string' && isEvidenceValid(evidence.part, value)
  }
  for (const section of questionnaire.sections) {
    if (section.questions.some(question => question.field === field)) {
      return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= OPTION_COUNT
    }
    if (section.openQuestions.some(question => question.field === field)) {
      return typeof value === 'string' && !isLonger(value, OPEN_ANSWER_MAX)
    }
  }
  return false
}

/** Whether the answer counts; an emptied text does not. */
export const isAnswered = (value: AnswerValue | undefined): boolean => value !== undefined && value !== ''

/** How many of these questions have an answer; 'No sé' counts (spec D22). */
export const countAnswered = (questions: readonly ClosedQuestion[], answers: Answers): number =>
  questions.filter(question => isAnswered(answers[question.field])).length

/** Answered closed questions as a rounded percentage of all (specification 2, section 9). */
export function completeness(questionnaire: QuestionSet, answers: Answers): number {
  const questions = listClosedQuestions(questionnaire)
  return questions.length === 0 ? 0 : Math.round((100 * countAnswered(questions, answers)) / questions.length)
}

export type Gap = { sectionIndex: number; question: ClosedQuestion }

/** The closed questions without an answer, in order. */
export const findGaps = (questionnaire: QuestionSet, answers: Answers): Gap[] =>
  questionnaire.sections.flatMap((section, sectionIndex) =>
    section.questions
      .filter(question => !isAnswered(answers[question.field]))
      .map(question => ({ sectionIndex, question })),
  )

/** Index of the first closed question of a section that lacks an answer; of its last one when none does. */
export function firstUnanswered(section: Pick<Section, 'questions'>, answers: Answers): number {
  const index = section.questions.findIndex(question => !isAnswered(answers[question.field]))
  return index === -1 ? section.questions.length - 1 : index
}

/** A section's number (from 1), limited to those of the questionnaire. */
export const clampSection = ({ sections }: QuestionSet, current: number): number =>
  Math.min(Math.max(1, Math.trunc(current) || 1), sections.length)

/**
 * Seconds that somebody worked on a run: with its page visible, or, where no script counted them, from its start to its
 * end; null while it is open and nothing was counted. A night between two sittings is no work.
 */
export function workedSeconds(run: { active_seconds: number | null; duration_seconds: number | null }): number | null {
  const active = run.active_seconds ?? 0
  return active > 0 ? Math.min(active, run.duration_seconds ?? active) : run.duration_seconds
}

/** Whether respondents enter their role with data; the other questionnaires ask for the role in what they assess. */
export const isAboutData = (questionnaireId: string): boolean => questionnaireId === 'dama-dmbok2'

/** The product with its own address in the specification. */
export const DAMA_SLUG = 'dama-assessment'

/** The respondent's address of a product (spec D17). */
export const questionnairePath = (slug: string): string =>
  slug === DAMA_SLUG ? '/dama-assessment' : `/evaluacion/${encodeURIComponent(slug)}`

/** The respondent's address of an access and its run. The ids alone give no access (spec D16). */
export function runPath(slug: string, accessId: string, runId?: string): string {
  const query = new URLSearchParams({ access_id: accessId })
  if (runId !== undefined) query.set('assessment_id', runId)
  return `${questionnairePath(slug)}?${query}`
}
