import { type Answers, type ClosedQuestion, DONT_KNOW, type Level } from '#app/features/questionnaires/questionnaire.ts'
import { rounded, wholePart } from '#app/kernel/rounding.ts'
import type { Tone } from '#app/kit/ui/tone.ts'
import { levelTone } from './level-tone.ts'

/** The lowest level that may be called a strength. */
const LOWEST = 3

type Measured = { mean: number | null; target: number }

/**
 * The areas that a report may call strengths, the best first: at level 3 or more, and above the target or the highest of
 * all. A low target that is passed makes no strength of a low level.
 */
export function findStrengths<Area extends Measured>(areas: readonly Area[]): Area[] {
  const highest = Math.max(...areas.map(({ mean }) => mean ?? 0))
  const tied = areas.filter(({ mean }) => mean === highest)
  // Where some of the highest reach their target and others don't, the latter are what to work on.
  const reaching = tied.filter(({ target }) => highest >= target)
  const first = reaching.length > 0 ? reaching : tied
  return areas
    .filter(area => area.mean !== null && area.mean >= LOWEST && (area.mean > area.target || first.includes(area)))
    .toSorted((a, b) => (b.mean ?? 0) - (a.mean ?? 0))
}

/** What stands where there is none. */
export function noStrengths(overall: number | null, levels: readonly Level[]): string {
  if (overall === null) return 'Todavía no hay respuestas con nivel.'
  const name = levels.find(({ level }) => level === LOWEST)?.name
  return `Ningún área llega todavía al nivel ${LOWEST}${name ? `, «${name}»` : ''}.`
}

/** The highest level of every questionnaire. */
const TOP_LEVEL = 5

/** The level that a mean has reached: a level counts when all of it is met, so 3.9 is level 3. */
export const reachedLevel = (mean: number): number => Math.min(TOP_LEVEL, Math.max(1, wholePart(mean)))

/** A mean with one decimal, rounded half up, that never shows a level that is not reached: 2.98 is 2.9. */
export const shownMean = (mean: number): number => Math.min(rounded(mean, 1), wholePart(mean) + 0.9, TOP_LEVEL)

export type Score = {
  /** Over the answers 1 to 5, with one decimal as it is shown; null when there is none. */
  mean: number | null
  /** 1 to 5; null without a mean. */
  level: number | null
  tone: Tone
}

export type SectionScore = Score & {
  /** Answered closed questions, 'No sé / lo desconozco' among them. */
  answered: number
  /** How many of them are 'No sé / lo desconozco': no level, left out of the mean (spec D22). */
  unknown: number
  total: number
  target: number
  /** How far the mean is below the target, with one decimal; 0 when it is reached, null without a mean. */
  distance: number | null
}

/** Figure, level and colour of a mean. */
export const scoreMean = (mean: number | null): Score => {
  const level = mean === null ? null : reachedLevel(mean)
  return { mean: mean === null ? null : shownMean(mean), level, tone: levelTone(level) }
}

const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

type ScoredSection = { questions: readonly ClosedQuestion[]; targetLevel: number }

const listOptions = (questions: readonly ClosedQuestion[], answers: Answers): number[] =>
  questions.map(question => answers[question.field]).filter(value => typeof value === 'number')

const exactMean = (section: ScoredSection, answers: Answers): number | null =>
  average(listOptions(section.questions, answers).filter(option => option !== DONT_KNOW))

/** How a section was answered: mean, level reached and distance to its target. */
export function scoreSection(section: ScoredSection, answers: Answers): SectionScore {
  const options = listOptions(section.questions, answers)
  const score = scoreMean(exactMean(section, answers))
  const distance = score.mean === null ? null : Math.max(0, rounded(section.targetLevel - score.mean, 1))
  return {
    ...score,
    answered: options.length,
    unknown: options.filter(option => option === DONT_KNOW).length,
    total: section.questions.length,
    target: section.targetLevel,
    distance,
  }
}

/**
 * The mean of the sections' means, so that each area has the same weight however many of its questions were answered.
 */
export const scoreOverall = (sections: readonly ScoredSection[], answers: Answers): Score =>
  scoreMean(average(sections.map(section => exactMean(section, answers)).filter(mean => mean !== null)))
