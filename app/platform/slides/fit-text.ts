/** The mean width of a character by the size of its type, of Calibri and of what stands in for it; a little more, so that nothing is cut. */
const CHARACTER = 0.53
/** The height of a line by the size of its type. */
const LINE = 1.22
/** Points of an inch. */
const INCH = 72

/** How many lines a text takes at a size, in a width of inches. Words longer than a line are broken. */
function linesOf(text: string, size: number, width: number): number {
  const room = Math.max(1, Math.floor((width * INCH) / (size * CHARACTER)))
  let lines = 1
  let used = 0
  for (const word of text.split(/\s+/)) {
    const length = word.length
    if (used > 0 && used + 1 + length > room) {
      lines += 1
      used = 0
    }
    lines += Math.max(0, Math.ceil(length / room) - 1)
    used = length > room ? length % room : used + (used > 0 ? 1 : 0) + length
  }
  return lines
}

type Rows = { rows: readonly (readonly string[])[]; widths: readonly number[]; height: number; padding: number }

/** The inches that rows of cells take at a size. @param padding inches above and below a row's text together */
export const heightOf = ({ rows, widths, padding }: Omit<Rows, 'height'>, size: number): number =>
  rows.reduce((height, row) => {
    const lines = Math.max(1, ...row.map((text, at) => linesOf(text, size, (widths[at] ?? 1) - 0.12)))
    return height + padding + (lines * size * LINE) / INCH
  }, 0)

/** The largest size of type, in points, at which rows stand in a height; the smallest where none does. */
export function fitRows(table: Rows, largest: number, smallest: number): number {
  for (let size = largest; size > smallest; size -= 0.5) if (heightOf(table, size) <= table.height) return size
  return smallest
}

/** The same for one text in a box. */
export const fitText = (text: string, box: { w: number; h: number }, largest: number, smallest: number): number =>
  fitRows({ rows: [[text]], widths: [box.w], height: box.h, padding: 0.1 }, largest, smallest)
