import type { LogoContent } from '#app/features/organisations/logo/logo.ts'
import type { Level } from '#app/features/questionnaires/questionnaire.ts'
import { paperTone, shorten } from '#app/features/results/files/document-parts.ts'
import type { ReportTone } from '#app/features/results/files/report-content.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { BoardLevel, BoardPage } from './board.ts'
import { decisionFacts } from './decisions.ts'
import { type HeatRow, STEP_COLOURS, type Step } from './heat.ts'

type PaperLevel = {
  title: string
  before: number | null
  now: number | null
  target: number | null
  beforeText: string
  nowText: string
  targetText: string
  /** How it changed, or its level in a word. */
  note: string
  tone: ReportTone
}

/** What `documents/board-page.typ` lays out. */
export type BoardContent = {
  /** Of the organisation that holds the purchase. */
  logo: LogoContent | null
  /** Product and buyer. */
  label: string
  headline: string
  levelsTitle: string
  levelsHead: readonly string[]
  /** Whether there was a measurement before. */
  compared: boolean
  levels: readonly PaperLevel[]
  since: string
  heat: { title: string; label: string; columns: readonly string[]; rows: readonly HeatRow[]; note: string } | null
  /** The five steps of the heat map, from 1, as its legend says them. */
  steps: readonly { name: string; fill: string; ink: string }[]
  hatched: string
  decisionsTitle: string
  decisions: readonly { title: string; ask: string; facts: string }[]
  method: string
}

export const HATCHED = 'Sin nivel que mostrar'

/** '1 Inicial' to '5 Optimizado', with the colours of the heat map. */
export const namedSteps = (levels: readonly Pick<Level, 'level' | 'name'>[]) =>
  levels.map(({ level, name }) => ({ name: `${level} ${name}`, ...STEP_COLOURS[level as Step] }))

export const levelsTitle = (compared: boolean): string => (compared ? 'Antes, ahora y objetivo' : 'Nivel y objetivo')
export const decisionsTitle = (count: number): string =>
  count === 1 ? 'La decisión que se pide' : `Las ${count === 2 ? 'dos' : 'tres'} decisiones que se piden`

export const isCompared = ({ levels }: Pick<BoardPage, 'levels'>): boolean =>
  levels.some(({ before }) => before !== null)

export const levelNote = ({ change, word }: Pick<BoardLevel, 'change' | 'word'>): string => change || word

/** 'y 4 grupos más en el informe'; empty where all are shown. */
export const leftText = (left: number): string =>
  left === 0 ? '' : `${left === 1 ? 'Otro grupo' : `Otros ${countOf(left, 'grupo', 'grupos')}`} en el informe.`

type Printed = {
  /** The organisation that holds the purchase, or else the buyer's. */
  company: string | null
  logo?: LogoContent | null
  levels: readonly Level[]
}

/** The page as paper has it. */
export function boardContent(board: BoardPage, { company, logo = null, levels }: Printed): BoardContent {
  const compared = isCompared(board)
  const { heat } = board
  return {
    logo,
    label: [shorten(board.product, 90), ...(company ? [shorten(company, 60)] : [])].join(' · '),
    headline: board.headline,
    levelsTitle: levelsTitle(compared),
    levelsHead: ['Área', '', ...(compared ? ['Antes'] : []), 'Ahora', 'Objetivo', ''],
    compared,
    levels: board.levels.map(toPaper),
    since: [board.since, board.sector].filter(Boolean).join('. '),
    heat: heat && {
      title: heat.title,
      label: heat.label,
      columns: heat.columns,
      rows: heat.rows.map(row => ({ ...row, name: shorten(row.name, 60) })),
      note: leftText(heat.left),
    },
    steps: namedSteps(levels),
    hatched: HATCHED,
    decisionsTitle: decisionsTitle(board.decisions.length),
    decisions: board.decisions.map(({ title, ask, ...decision }) => ({
      title,
      ask,
      facts: decisionFacts(decision).join(' · '),
    })),
    method: board.method,
  }
}

function toPaper(level: BoardLevel): PaperLevel {
  const { title, before, now, target, tone } = level
  return {
    title,
    before,
    now,
    target,
    beforeText: formatLevel(before),
    nowText: formatLevel(now),
    targetText: target === null ? '' : formatLevel(target),
    note: levelNote(level),
    tone: paperTone(tone),
  }
}
