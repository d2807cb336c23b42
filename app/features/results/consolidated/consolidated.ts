import type { EvidenceCount } from '#app/features/questionnaires/evidence.ts'
import {
  type ClosedQuestion,
  DONT_KNOW,
  type Level,
  listClosedQuestions,
  OPTION_COUNT,
  type Questionnaire,
  type Section,
} from '#app/features/questionnaires/questionnaire.ts'
import type { Benchmark } from '#app/features/results/benchmark/benchmark.ts'
import type { Compared } from '#app/features/results/change/trend.ts'
import { nextSteps } from '#app/features/results/next-steps.ts'
import type { ShownPlan } from '#app/features/results/plan/plan-texts.ts'
import { levelWord } from '#app/features/results/report.ts'
import { type Score, scoreMean } from '#app/features/results/scoring.ts'
import type { ShownRound } from '#app/features/results/shown.ts'
import { importanceText, measureTarget } from '#app/features/results/targets/targets.ts'
import { rounded, wholePercent } from '#app/kernel/rounding.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import {
  type AgreementCount,
  countAgreement,
  type Disagreement,
  findDisagreements,
  measureAgreement,
} from './agreement.ts'
import { addEvidence, countEvidence } from './evidence-counts.ts'
import { type GroupTable, groupTable } from './group-table.ts'
import { type OpenAnswers, openAnswers } from './open-answers.ts'
import {
  askedPeople,
  GROUP_MIN,
  isInEveryVersion,
  meanOfSums,
  type Sums,
  standardDeviation,
  sumsOfCounts,
  type Tallies,
} from './tallies.ts'

/** A mean over people with its level in a word, and how far people are from it. */
export type Spread = Score & {
  word: string
  /** Standard deviation over the people, with two decimals; null without a mean. */
  deviation: number | null
  /** People with a level in it. */
  people: number
}

export type OptionShare = {
  /** 1 to 5 a level, 6 'No sé / lo desconozco', null without an answer. */
  option: number | null
  text: string
  people: number
  /** Share of the people whose version has the question, as a rounded percentage. */
  share: number
}

export type ConsolidatedQuestion = Spread & {
  number: number
  field: string
  text: string
  /** Empty in a confidential item while fewer than five people have a level in it. */
  distribution: OptionShare[]
  /** 'No sé' of those who answered it, as a rounded percentage. */
  unknownRate: number
  /** How much people agree (r_WG), 0 to 1; null without a mean and of one person. */
  agreement: number | null
  evidence: EvidenceCount | null
}

export type ConsolidatedSection = Spread & {
  id: number
  title: string
  target: number
  /** What the questionnaire proposes, where the buyer set another target. */
  proposed: number | null
  /** How far the mean is below the target, with one decimal; 0 when it is reached, null without a mean. */
  distance: number | null
  unknownRate: number
  agreement: AgreementCount
  evidence: EvidenceCount | null
  questions: ConsolidatedQuestion[]
  open: OpenAnswers[]
  recommendations: readonly string[]
}

/** An area below its target. */
export type Priority = {
  area: string
  mean: number
  target: number
  proposed: number | null
  distance: number
  /** The area's importance in words. */
  importance: string
  /** Distance times importance, with one decimal: the higher, the sooner. */
  weight: number
  recommendations: readonly string[]
}

export type Participation = {
  seats: number
  /** People who were asked to answer: the buyer counts only after beginning, because the own seat comes with each purchase. */
  invited: number
  /** Started and not completed; null in a confidential item, which shows completions only. */
  started: number | null
  completed: number
}

/** Pure results of the people counted; what the item is and how many took part stand beside it in `ConsolidatedReport`. */
export type ConsolidatedFigures = {
  title: string
  legalNote: string | null
  /** Names and meanings of the levels. */
  levels: readonly Level[]
  /** People whose answers are counted. */
  people: number
  overall: Spread
  unknownRate: number
  /** Over the questions of all areas. */
  agreement: AgreementCount
  /** Of the answers with level 4 or 5; null where nobody gave evidence, as where it could not be given. */
  evidence: EvidenceCount | null
  sections: ConsolidatedSection[]
  areas: GroupTable
  positions: GroupTable
  priorities: Priority[]
  disagreements: Disagreement[]
}

/**
 * The consolidated figures. Those of a confidential item come from a published round, whose tallies leave out what has no
 * detail (see rounds/cut-round.ts); no mean is shown over fewer than five levels.
 */
export function writeConsolidated(
  questionnaire: Questionnaire,
  tallies: Tallies,
  mode: ResultMode,
): ConsolidatedFigures {
  const spread = (sums: Sums): Spread => measureSpread(questionnaire, sums, mode)
  const counted = listClosedQuestions(questionnaire).flatMap(question => countOptions(tallies, question.field))
  const sections = questionnaire.sections.map(section => consolidateSection(section, tallies, mode, spread))
  const overall = spread(tallies.overall)
  const deviations = [overall, ...sections].map(({ deviation }) => deviation)
  const counts = { questionnaire, tallies, mode, deviations, grouped: tallies.grouped ?? false }
  return {
    title: questionnaire.title,
    legalNote: questionnaire.legalNote ?? null,
    levels: questionnaire.levels,
    people: tallies.people,
    overall,
    unknownRate: unknownPercent(counted),
    agreement: countAgreement(sections.flatMap(({ questions }) => questions)),
    evidence: addEvidence(sections),
    sections,
    areas: groupTable('area', counts),
    positions: groupTable('position', counts),
    priorities: rankPriorities(questionnaire, sections),
    disagreements: findDisagreements(sections),
  }
}

function measureSpread(questionnaire: Questionnaire, sums: Sums, mode: ResultMode): Spread {
  const shown = mode === 'nominative' || sums.scored >= GROUP_MIN
  const score = scoreMean(shown ? meanOfSums(sums) : null)
  const deviation = shown ? standardDeviation(sums) : null
  return {
    ...score,
    word: score.level === null ? 'Sin nivel' : levelWord(questionnaire, score.level),
    deviation: deviation === null ? null : rounded(deviation, 2),
    people: sums.scored,
  }
}

type Counts = Tallies['options']

const countOptions = ({ options }: Tallies, field: string): Counts => options.filter(count => count.field === field)
const sumPeople = (counts: Counts): number => counts.reduce((sum, { people }) => sum + people, 0)
const withoutUnknown = (counts: Counts): Counts => counts.filter(({ option }) => option !== DONT_KNOW)
const unknownPercent = (counts: Counts): number =>
  wholePercent(sumPeople(counts) - sumPeople(withoutUnknown(counts)), sumPeople(counts))

const NOBODY: Sums = { scored: 0, sum: 0, squares: 0 }

function consolidateSection(
  section: Section,
  tallies: Tallies,
  mode: ResultMode,
  spread: (sums: Sums) => Spread,
): ConsolidatedSection {
  const shown = mode === 'nominative' || isInEveryVersion(tallies, section)
  const sums = (shown && tallies.sections.find(row => row.section === section.id)) || NOBODY
  const figures = spread(sums)
  const questions = section.questions.map(question => consolidateQuestion(question, tallies, mode, spread))
  return {
    ...figures,
    id: section.id,
    title: section.title,
    ...measureTarget(section),
    distance: figures.mean === null ? null : Math.max(0, rounded(section.targetLevel - figures.mean, 1)),
    unknownRate: shown ? unknownPercent(section.questions.flatMap(({ field }) => countOptions(tallies, field))) : 0,
    agreement: countAgreement(questions),
    evidence: addEvidence(questions),
    questions,
    open: section.openQuestions.map(question => openAnswers(question, tallies)),
    recommendations:
      figures.level === null
        ? []
        : nextSteps(
            section,
            questions.map(({ mean }) => mean),
            section.targetLevel,
          ),
  }
}

function consolidateQuestion(
  question: ClosedQuestion,
  tallies: Tallies,
  mode: ResultMode,
  spread: (sums: Sums) => Spread,
): ConsolidatedQuestion {
  const respondents = askedPeople(tallies, question.field)
  const shown = mode === 'nominative' || respondents === tallies.people
  const counts = shown ? countOptions(tallies, question.field) : []
  const sums = sumsOfCounts(withoutUnknown(counts))
  const figures = spread(sums)
  const share = (option: number | null, text: string, people: number): OptionShare => ({
    option,
    text,
    people,
    share: wholePercent(people, respondents),
  })
  const selected = Array.from({ length: OPTION_COUNT }, (_, index) => {
    const option = index + 1
    return share(option, question.options[index] ?? '', counts.find(count => count.option === option)?.people ?? 0)
  })
  const answered = sumPeople(counts)
  const silent = respondents - answered
  // Where all that a nominative purchase has is 'No sé', that is what there is to see.
  const isEmpty = figures.mean === null && (mode === 'confidential' || answered === 0)
  return {
    ...figures,
    number: question.number,
    field: question.field,
    text: question.text,
    distribution: isEmpty ? [] : silent > 0 ? [...selected, share(null, 'Sin respuesta', silent)] : selected,
    unknownRate: unknownPercent(counts),
    agreement: figures.mean === null ? null : measureAgreement(sums),
    evidence: mode === 'confidential' ? null : countEvidence(tallies, question.field),
  }
}

function rankPriorities(questionnaire: Questionnaire, sections: readonly ConsolidatedSection[]): Priority[] {
  return questionnaire.sections
    .flatMap((measured, index) => {
      const section = sections[index]
      if (!section || section.mean === null || !section.distance) return []
      const { title: area, mean, target, proposed, distance, recommendations } = section
      const weight = rounded(distance * measured.weight, 1)
      return [{ area, mean, target, proposed, distance, importance: importanceText(measured), weight, recommendations }]
    })
    .toSorted((a, b) => b.weight - a.weight)
}

/** The page over a whole item. @template Plan `ActionPlan` also has the questions without an action */
export type ConsolidatedReport<Plan = ShownPlan> = Compared & {
  item: {
    id: string
    product: string
    order_number: string
    seats: number
    mode: ResultMode
    /** When what is shown was measured: the purchase was made, or its round published. */
    measured_at: Date
    /** Whether the mode is fixed. */
    frozen: boolean
  }
  participation: Participation
  /** Confidential: the closed rounds in order. */
  rounds: { number: number; closed_at: Date; people: number }[]
  /** Confidential: whether all rounds together can be shown: there are several, of one version of the questionnaire. */
  addable?: boolean
  /** Confidential: the round that is shown, or all of them together. */
  round: ShownRound | null
  /** Confidential: people who completed and are in no round yet. */
  waiting: number
  /** Null while there are no figures to show. */
  figures: ConsolidatedFigures | null
  /** Where other organisations are, or what is missing to tell; null where the purchase belongs to none that takes part. */
  benchmark?: Benchmark | null
  /** What to do next, where it was requested and there are figures. */
  plan?: Plan | undefined
}
