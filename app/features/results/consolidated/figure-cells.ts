import type { Cell } from '#app/platform/sheets/workbook.server.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import { NO_DETAIL } from './tallies.ts'

/** A figure, or that it has no detail. */
export const figureCell = (figure: number | null, { mode }: Pick<ShownReport['item'], 'mode'>): Cell =>
  figure === null && mode === 'confidential' ? NO_DETAIL : figure

/** η² between the groups of each table. */
export const GROUPINGS = [
  { label: 'Eta cuadrado entre áreas de la organización', by: 'areas' },
  { label: 'Eta cuadrado entre cargos', by: 'positions' },
] as const
