import { formatLevel } from '#app/kit/ui/format-level.ts'
import { type Chart, type CoverText, SMALL, tenth } from './cover-shapes.ts'

export type Area = { name: string; level: number; target: number }
export type Drawn = { areas: readonly Area[]; hash: number; words: readonly string[] }
export type Draw = (drawn: Drawn) => Chart

/** Levels go from 0 to this. */
export const TOP_LEVEL = 5
/** Where rows of areas begin and end. */
export const ROWS = { top: 14, bottom: 146 }

export const figure = (level: number, at: Omit<CoverText, 'text' | 'size'> & { size?: number }): CoverText => ({
  size: SMALL,
  bold: true,
  ...at,
  text: formatLevel(level),
})

/** Lines of text that are centred on a height. */
export const linesAt = (lines: readonly string[], x: number, middle: number): CoverText[] =>
  lines.map((text, index) => ({ x, y: tenth(middle + 4.5 + (index - (lines.length - 1) / 2) * 14), text, size: SMALL }))

/** More areas than these have no room for their names. */
export const MOST_NAMED = 4
