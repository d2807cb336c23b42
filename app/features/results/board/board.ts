import { medianText } from '#app/features/results/benchmark/benchmark.ts'
import { type Change, changeText, direction } from '#app/features/results/change/change.ts'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { barTone, type Tone } from '#app/kit/ui/tone.ts'
import { type BoardDecision, proposeDecisions } from './decisions.ts'
import { writeHeadline } from './headline.ts'
import { boardHeat, type Heat } from './heat.ts'

/** The general level, or an area: before, now and target, with one decimal as they are shown. */
export type BoardLevel = {
  title: string
  /** Null where there was no measurement before, or it can't be compared. */
  before: number | null
  now: number | null
  /** Null of the general level, which has none. */
  target: number | null
  word: string
  /** Of its bar. */
  tone: Tone
  /** 'Sube 0,6', 'Sin cambio claro'; empty without a measurement before. */
  change: string
}

/** A result on one page, as a board sees it: web page, paper and first slide show the same. */
export type BoardPage = {
  product: string
  /** The conclusion, in one sentence. */
  headline: string
  /** The general level first. */
  levels: readonly BoardLevel[]
  /** 'Medición anterior: 21-11-2025, 14 personas'; empty without one. */
  since: string
  /** 'Mediana del sector: 2,6 (14 organizaciones)'; empty where there is none to show. */
  sector: string
  /** Null where there are no two groups to compare. */
  heat: Heat | null
  decisions: readonly BoardDecision[]
  /** How many people, in which mode, and what the figures are not. */
  method: string
}

/** The page of shown results. @param decisions what somebody made of those that are proposed */
export function makeBoard(report: ShownReport, now: Date, decisions?: readonly BoardDecision[]): BoardPage {
  const { figures, comparison, item } = report
  return {
    product: item.product,
    headline: `${writeHeadline({ figures, comparison, measuredAt: item.measured_at })}.`,
    levels: listLevels(report),
    since:
      comparison === null
        ? ''
        : `Medición anterior: ${formatDate(comparison.baseline.measured_at)}, ${countOf(comparison.baseline.people, 'persona', 'personas')}`,
    sector: medianText(report.benchmark),
    heat: boardHeat(figures, item.mode),
    decisions: decisions ?? (report.plan ? proposeDecisions(report.plan, now) : []),
    method: methodText(report),
  }
}

function listLevels({ figures: { overall, sections }, comparison }: ShownReport): BoardLevel[] {
  return [
    boardLevel({ ...overall, title: 'Nivel general', target: null }, comparison?.overall),
    ...sections.map(section =>
      boardLevel(
        section,
        comparison?.sections.find(({ area }) => area === section.title),
      ),
    ),
  ]
}

type Measured = Pick<BoardLevel, 'title' | 'target' | 'word' | 'tone'> & { mean: number | null }

const boardLevel = ({ title, mean, target, word, tone }: Measured, change: Change | null | undefined): BoardLevel => ({
  title,
  before: change?.before ?? null,
  now: mean,
  target,
  word,
  tone: barTone(tone, mean, target),
  change: change ? (direction(change) === 'unclear' ? 'Sin cambio claro' : changeText(change)) : '',
})

function methodText({ figures, item, round, rounds }: ShownReport): string {
  const people = countOf(figures.people, 'persona', 'personas')
  const which =
    round === null ? '' : round === 'all' ? ` de ${countOf(rounds.length, 'ronda', 'rondas')}` : ` de la ronda ${round}`
  const mode =
    item.mode === 'confidential' ? `Confidencial: solo grupos de ${GROUP_MIN} o más personas distintas` : 'Nominativo'
  return `${people}${which}, al ${formatDate(item.measured_at)}. ${mode}. Autoevaluación: es lo que ${inNumber(figures.people, 'esa persona respondió', 'esas personas respondieron')}, no una auditoría. Niveles de 1 a 5; uno se alcanza cuando se cumple por completo.`
}
