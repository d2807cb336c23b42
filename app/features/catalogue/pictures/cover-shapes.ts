import { brokenLines } from './broken-lines.ts'

/** The drawing's units. A card is about as many pixels wide. */
export const COVER_WIDTH = 320
export const COVER_HEIGHT = 160

/** Three layers of path data in one hue, from faint to strong. With `strokes` (widths) they are lines, else areas. */
export type Pattern = {
  soft: string
  mid: string
  full: string
  strokes?: readonly [number, number, number]
}

/** A word or figure on a cover: `x` is its left end, unless it says otherwise; `y` its baseline. */
export type CoverText = {
  x: number
  y: number
  text: string
  size: number
  bold?: boolean
  align?: 'middle' | 'end'
  /** On the strongest layer. */
  inverse?: boolean
}

/** A chart in the layers of a pattern, with the lines over them and its words. */
export type Chart = Pattern & { lines?: string; texts: readonly CoverText[] }

export const disc = (x: number, y: number, radius: number): string =>
  `M${tenth(x - radius)} ${tenth(y)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`

export const ring = (x: number, y: number, radius: number, width: number): string =>
  disc(x, y, radius) + disc(x, y, radius - width)

export const block = (x: number, y: number, width: number, height: number): string =>
  `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${-tenth(width)}z`

/** Coordinates have one decimal: more would only be weight. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

/** The margin of charts, whose shapes begin at the left: a phone's card shows the left half; and where their right edge is. */
export const EDGE = { left: 14, right: COVER_WIDTH - 14 } as const

/** The smallest text: 12 pixels on the narrowest card. */
export const SMALL = 13.6

/** Widths of characters in ems, a little above those of Arial, which is what a picture can count on. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl'|]/, 0.24],
  [/[.,:;!¡í tfI]/, 0.3],
  [/[r()[\]/-]/, 0.36],
  [/[ckszvxyJ]/, 0.52],
  [/[mw]/, 0.84],
  [/[MW@%…]/, 1],
  [/[A-ZÁÉÍÓÚÑ&]/, 0.73],
]

const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.57) * size, 0)

/** A text as lines of at most that width, in the drawing's units; what has no place ends in an ellipsis. */
export const fitted = (text: string, width: number, lines = 1, size: number = SMALL): string[] =>
  brokenLines(text, lines, line => widthOf(line, size) <= width)
