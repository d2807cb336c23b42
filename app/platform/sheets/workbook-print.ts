import { columnLetters } from './file-notes.ts'

/** Points across A4 (9) between its margins, and of a zero of Calibri 11, which widths count (Excel rounds it down to 7 pixels). */
const ROOM = 841.9 - 0.8 * 72
const ZERO = 0.507 * 11
/** Characters across at full size. */
const ACROSS = ROOM / ZERO
/** The least scale in percent: the body's letters of 11 points are printed with at least 8. */
const LEAST_SCALE = Math.ceil((100 * 8) / 11)
/** Characters across, then. */
const MOST = (100 * ACROSS) / LEAST_SCALE

/** How a sheet is printed: on as many pages as it takes, across, each with the head and with what names its rows. */
export type Print = {
  /** Columns from the left that are on every page. */
  titles: number
  /** Columns, from 0, with which a page begins; empty: all are on one page, which is made as small as that takes. */
  breaks: readonly number[]
  /** In percent, where there are breaks. */
  scale: number
}

type Printed = {
  /** Of each column, in characters. */
  widths: readonly number[]
  /** Columns from the left that name the rows. */
  titles: number
  /** Columns from the left that stay together, because cells extend over them. */
  together: number
  /** Where, in characters from the left, the last chart ends. */
  charts: number
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/** On one page's width where letters stay large enough, and else on several beside each other. */
export function layOutPrint({ widths, titles, together, charts }: Printed): Print {
  if (Math.max(sum(widths), charts) <= MOST) return { titles: 0, breaks: [], scale: 100 }
  const repeated = sum(widths.slice(0, titles))
  const breaks: number[] = []
  let used = 0
  let widest = 0
  for (const [at, width] of widths.entries()) {
    const isFull = used + width > MOST && at >= together && at > titles
    if (isFull) breaks.push(at)
    used = isFull ? repeated + width : used + width
    widest = Math.max(widest, used)
  }
  return { titles, breaks, scale: Math.min(100, Math.floor((100 * ACROSS) / widest)) }
}

const MARGINS = '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.25" footer="0.25"/>'
const FOOT =
  '<headerFooter><oddFooter>&amp;L&amp;11&amp;A&amp;R&amp;11Página &amp;P de &amp;N</oddFooter></headerFooter>'

const MOST_ROWS = 1_048_575

/** What stands at the end of a sheet's part. */
export function pageXml({ breaks, scale }: Print): string {
  const size = breaks.length === 0 ? 'fitToWidth="1" fitToHeight="0"' : `scale="${scale}"`
  const parted = breaks.map(at => `<brk id="${at}" max="${MOST_ROWS}" man="1"/>`).join('')
  const columns = `<colBreaks count="${breaks.length}" manualBreakCount="${breaks.length}">${parted}</colBreaks>`
  return `${MARGINS}<pageSetup paperSize="9" orientation="landscape" ${size}/>${FOOT}${breaks.length === 0 ? '' : columns}`
}

/** What stands at its beginning: the head stays in sight, and what names the rows where they are wider than a page. */
export function viewXml({ breaks, titles }: Print, isFirst: boolean): string {
  const isParted = breaks.length > 0 && titles > 0
  const corner = isParted ? `${columnLetters(titles)}2` : 'A2'
  const pane = `<pane${isParted ? ` xSplit="${titles}"` : ''} ySplit="1" topLeftCell="${corner}" activePane="${isParted ? 'bottomRight' : 'bottomLeft'}" state="frozen"/>`
  const fit = breaks.length === 0 ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''
  return `${fit}<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>`
}

/** The range of what is on every page: columns that name the rows, where pages lie beside each other, and the head. */
export const titleRange = ({ breaks, titles }: Print, sheet: string): string =>
  `${breaks.length > 0 && titles > 0 ? `${sheet}!$A:$${columnLetters(titles - 1)},` : ''}${sheet}!$1:$1`
