import { type Evidence, evidenceOf } from '#app/features/questionnaires/evidence.ts'
import {
  type Answers,
  type AnswerValue,
  completeness,
  DONT_KNOW,
  type Level,
  listClosedQuestions,
  type Questionnaire,
  type Section,
} from '#app/features/questionnaires/questionnaire.ts'
import { countOf } from '#app/kernel/format.ts'
import { wholePercent } from '#app/kernel/rounding.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { levelTone } from './level-tone.ts'
import { nextSteps } from './next-steps.ts'
import { findStrengths, type Score, type SectionScore, scoreOverall, scoreSection } from './scoring.ts'
import { type Measure, measureTarget } from './targets/targets.ts'

export type AnsweredQuestion = {
  number: number
  text: string
  /** 1 to 5 a level, 6 don't know; null without an answer. */
  option: number | null
  optionText: string | null
  /** What its person gave to show it. */
  evidence: Evidence | null
}

export type SectionReport = SectionScore &
  Measure & {
    id: number
    title: string
    word: string
    questions: AnsweredQuestion[]
    open: { field: string; text: string; answer: string | null }[]
    /** What to do next; none without a level. */
    recommendations: readonly string[]
  }

export type Report = {
  title: string
  legalNote: string | null
  /** Names and meanings of the levels. */
  levels: readonly Level[]
  overall: Score & { word: string }
  /** Answered closed questions of all, as a rounded percentage. */
  completeness: number
  answered: number
  total: number
  /** 'No sé / lo desconozco' of the answered ones, as a rounded percentage. */
  unknownRate: number
  sections: SectionReport[]
  /** Titles of the areas that are a strength (see strengths.ts), the best first; at most three. */
  strengths: string[]
  /** Titles of the areas below their target, the farthest first; at most three. */
  gaps: string[]
}

const UNANSWERED = 'Sin respuesta'
const HIGHLIGHTS = 3

/** The name that a questionnaire gives to a level. */
export const levelWord = (questionnaire: Pick<Questionnaire, 'levels'>, level: number | null): string =>
  questionnaire.levels.find(candidate => candidate.level === level)?.name ?? UNANSWERED

/**
 * One run's results for the buyer: levels with their texts, distance to the targets, recommendations and all answers.
 */
export function writeReport(questionnaire: Questionnaire, answers: Answers): Report {
  const sections = questionnaire.sections.map(section => sectionReport(questionnaire, section, answers))
  const overall = scoreOverall(questionnaire.sections, answers)
  const answered = sections.reduce((sum, section) => sum + section.answered, 0)
  const unknown = sections.reduce((sum, section) => sum + section.unknown, 0)
  const scored = sections.filter(section => section.mean !== null)
  const lead = (section: SectionReport): number => (section.mean ?? 0) - section.target
  return {
    title: questionnaire.title,
    legalNote: questionnaire.legalNote ?? null,
    levels: questionnaire.levels,
    overall: { ...overall, word: shownWord(questionnaire, overall.level, answered) },
    completeness: completeness(questionnaire, answers),
    answered,
    total: listClosedQuestions(questionnaire).length,
    unknownRate: wholePercent(unknown, answered),
    sections,
    strengths: highlights(findStrengths(sections)),
    gaps: highlights(scored.filter(section => section.distance !== 0).toSorted((a, b) => lead(a) - lead(b))),
  }
}

const highlights = (sections: readonly SectionReport[]): string[] =>
  sections.slice(0, HIGHLIGHTS).map(section => section.title)

/** If all answers are 'No sé', the level is unknown, which differs from no answer. */
const shownWord = (questionnaire: Questionnaire, level: number | null, answered: number): string =>
  level === null && answered > 0 ? 'Sin nivel' : levelWord(questionnaire, level)

function sectionReport(questionnaire: Questionnaire, section: Section, answers: Answers): SectionReport {
  const score = scoreSection(section, answers)
  return {
    ...score,
    ...measureTarget(section),
    id: section.id,
    title: section.title,
    word: shownWord(questionnaire, score.level, score.answered),
    questions: section.questions.map(({ number, text, field, options }) => {
      const value = answers[field]
      const option = typeof value === 'number' ? value : null
      return {
        number,
        text,
        option,
        optionText: option === null ? null : (options[option - 1] ?? null),
        evidence: evidenceOf(answers, field),
      }
    }),
    open: section.openQuestions.map(({ field, text }) => {
      const value = answers[field]
      return { field, text, answer: typeof value === 'string' && value.trim() !== '' ? value : null }
    }),
    recommendations: nextSteps(
      section,
      section.questions.map(({ field }) => knownLevel(answers[field])),
      section.targetLevel,
    ),
  }
}

/** The level of an answer; null for none, or for 'No sé / lo desconozco'. */
const knownLevel = (value: AnswerValue | undefined): number | null =>
  typeof value === 'number' && value !== DONT_KNOW ? value : null

export type QuestionBadge = { label: string; tone: SectionScore['tone']; unknown: boolean }

/** The badge beside a question's answer. */
export function questionBadge(option: number | null): QuestionBadge {
  if (option === null) return { label: UNANSWERED, tone: 'neutral', unknown: false }
  if (option === DONT_KNOW) return { label: 'Sin nivel', tone: 'neutral', unknown: true }
  return { label: `Nivel ${option}`, tone: levelTone(option), unknown: false }
}

const and = new Intl.ListFormat('es-CL')
/** Areas that a sentence names when several are alike; of more it counts the rest. */
const MOST_NAMED = 3

/** Areas of which the same is true, as a sentence names them. */
export function areaNames(sections: readonly Pick<SectionReport, 'title'>[]): string {
  const titles = sections.map(({ title }) => title)
  if (titles.length <= MOST_NAMED) return and.format(titles)
  const named = titles.slice(0, MOST_NAMED - 1)
  return and.format([...named, `otras ${countOf(titles.length - named.length, 'área', 'áreas')}`])
}

/** One sentence about the drawing, for those who don't see it. Areas are alike whose shown levels are. */
export function radarDescription(sections: readonly Pick<SectionReport, 'title' | 'mean'>[]): string {
  const scored = sections.filter(section => section.mean !== null)
  const [best, ...others] = scored
    .toSorted((a, b) => (b.mean ?? 0) - (a.mean ?? 0))
    .map(({ mean }) => formatLevel(mean))
  const worst = others.at(-1)
  if (best === undefined) return 'Todavía no hay respuestas con nivel.'
  if (worst === undefined) return `La única área con respuestas, ${areaNames(scored)}, está en ${best}.`
  if (best === worst) return `Las áreas con respuestas tienen el mismo nivel: ${best}.`
  const at = (level: string) => `${areaNames(scored.filter(({ mean }) => formatLevel(mean) === level))} (${level})`
  return `El nivel más alto está en ${at(best)} y el más bajo en ${at(worst)}.`
}
