import { isFormula } from './delimited.ts'
import {
  DATE_STYLE,
  DAY_STYLE,
  NUMBER_STYLES,
  QUOTED_STYLE,
  RULED_QUOTED_STYLE,
  RULED_STYLE,
  TEXT_STYLE,
} from './workbook-styles.ts'
import { escapeXml } from './workbook-xml.ts'

/**
 * A date is shown as local time of the reader's country: pass its parts as if they were UTC. A day (`2026-11-21`) has
 * no hour.
 */
export type Cell = string | number | Date | { day: string } | null

/** Decimals that numbers are shown with; 0: as many as each has. */
export type Decimals = 0 | 1 | 2

/** Days from the format's own beginning (30 December 1899) to that of Unix, and milliseconds of a day. */
const EPOCH_DAYS = 25_569
const DAY = 86_400_000

const dateXml = (milliseconds: number): string => `<v>${milliseconds / DAY + EPOCH_DAYS}</v>`

export const textXml = (reference: string, text: string, style: number): string =>
  `<c r="${reference}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/**
 * Texts are never taken for formulas: they are texts by their type. Those that begin like one have the mark of a typed apostrophe too, so
 * that editing such a cell computes nothing.
 */
export function cellXml(value: Cell, reference: string, decimals: Decimals = 0): string {
  if (value === null || value === '') return `<c r="${reference}"/>`
  if (typeof value === 'string') return textXml(reference, value, isFormula(value) ? QUOTED_STYLE : TEXT_STYLE)
  if (typeof value === 'number') return `<c r="${reference}" s="${NUMBER_STYLES[decimals]}"><v>${value}</v></c>`
  if (value instanceof Date) return `<c r="${reference}" s="${DATE_STYLE}">${dateXml(value.getTime())}</c>`
  return `<c r="${reference}" s="${DAY_STYLE}">${dateXml(Date.parse(`${value.day}T00:00:00Z`))}</c>`
}

/** The same with ruled edges, also where there is nothing yet. */
export function formCellXml(value: Cell, reference: string): string {
  if (value === null || value === '') return `<c r="${reference}" s="${RULED_STYLE}"/>`
  if (typeof value === 'number') return `<c r="${reference}" s="${RULED_STYLE}"><v>${value}</v></c>`
  if (typeof value === 'string') return textXml(reference, value, isFormula(value) ? RULED_QUOTED_STYLE : RULED_STYLE)
  return cellXml(value, reference)
}
