import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { type Change, type ChangeMethod, changeText, direction, type SectionChange } from './change.ts'
import type { FinishedActions } from './finished-actions.ts'

/** An earlier purchase that an item can be compared with, or one published round of it. */
export type Baseline = {
  order_item_id: string
  /** The published round of a confidential purchase; null: a nominative one. */
  round_number: number | null
  product: string
  order_number: string
  /** When it was bought, or its round published. */
  measured_at: Date
  people: number
  /** Who answered both, where both are nominative. */
  common: number | null
}

/** How an address names a baseline. */
export const baselineKey = ({
  order_item_id,
  round_number,
}: Pick<Baseline, 'order_item_id' | 'round_number'>): string =>
  round_number === null ? order_item_id : `${order_item_id}.${round_number}`

export type Comparison = {
  baseline: Baseline
  method: ChangeMethod
  /** Areas whose questions are the same in both; the others can't be compared. */
  sections: SectionChange[]
  /** Only when every area is comparable. */
  overall: Change | null
  /** What became of the finished actions of the earlier purchase's plan; null: it has none. */
  finished?: FinishedActions | null
}

export const COMPARISON_TITLE = 'Comparación con una medición anterior'

/** The general level, where all of it can be compared, and the areas. */
export const changeRows = ({ overall, sections }: Pick<Comparison, 'overall' | 'sections'>): SectionChange[] =>
  overall ? [{ area: 'Nivel general', ...overall }, ...sections] : sections

/** `Orden AL-1, ronda 2, del 3-3-2026: 15 personas`. */
const baselineText = ({ product, order_number, round_number, measured_at, people }: Baseline): string =>
  `${product}, orden ${order_number}${round_number === null ? '' : `, ronda ${round_number}`}, del ${formatDate(measured_at)}: ${countOf(people, 'persona', 'personas')}`

/** One of several baselines; what tells them apart comes first, because a phone shows the beginning alone. */
export const baselineChoice = ({ product, order_number, round_number, measured_at, people }: Baseline): string =>
  `${formatDate(measured_at)}${round_number === null ? '' : `, ronda ${round_number}`}: ${countOf(people, 'persona', 'personas')}, orden ${order_number}, ${product}`

/** Compared with what and whom. */
export const comparisonText = ({ baseline, method }: Comparison, peopleNow: number): string =>
  `Con ${baselineText(baseline)}, y ahora ${formatInteger(peopleNow)}${commonText(baseline)}.${
    method === 'paired'
      ? ' El cambio es el de quienes respondieron las dos veces.'
      : ' Un cambio puede venir de quiénes respondieron, además de lo que mejoró o empeoró.'
  } Solo áreas con las mismas preguntas.${baseline.round_number === null ? '' : ' Las que no tienen detalle no cuentan en su ronda.'}`

const commonText = ({ common }: Baseline): string =>
  common === null
    ? ''
    : `; ${common === 0 ? 'nadie respondió' : countOf(common, 'respondió', 'respondieron')} las dos veces`

/** The change of the general level in one line, and the day that it ends with; null where not every area can be compared. */
export const sinceText = ({ overall, baseline }: Comparison): { text: string; day: string } | null =>
  overall && {
    text: `${direction(overall) === 'unclear' ? 'Sin cambio claro' : changeText(overall)} desde la medición del`,
    day: formatDate(baseline.measured_at),
  }
