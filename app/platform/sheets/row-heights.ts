/** Of a line of Calibri 11, and the most that Excel takes, in points. */
const LINE = 15
const MOST = 409

/**
 * The lines of a text that wraps at spaces in a column of so many characters. Widths of columns are counted in zeros of the body font, which are
 * about as wide as a mean letter; a cell keeps one for its margins.
 */
export function countLines(text: string, width: number): number {
  const room = Math.max(1, width - 1)
  let lines = 0
  for (const paragraph of text.split('\n')) {
    let used = room + 1
    for (const word of paragraph.split(' ')) {
      if (used + 1 + word.length <= room) used += 1 + word.length
      else {
        lines += Math.max(1, Math.ceil(word.length / room))
        used = word.length > room ? word.length % room : word.length
      }
    }
  }
  return lines
}

/** The height in points of a row whose texts wrap, for the programs that find none themselves; undefined for one line. */
export function wrappedHeight(cells: readonly unknown[], columns: readonly { width: number }[]): number | undefined {
  const counts = cells.map((cell, at) => (typeof cell === 'string' ? countLines(cell, columns[at]?.width ?? 1) : 1))
  const most = counts.reduce((one, other) => Math.max(one, other), 1)
  return most === 1 ? undefined : Math.min(MOST, most * LINE)
}
