/** What a figure has to reach, in its own unit or as a ratio. */
export type Aim = { least: number } | { most: number }

/** One row of the table. Texts of values contain their units. */
export type Figure = {
  name: string
  value: string
  /** What it is compared with, measured in the same run: a lower bound, the same work for less, or another program. */
  peer?: string
  /** The value against its peer. */
  ratio?: number
  /** Where the aim is for something else than the ratio. */
  measured?: number
  /** Undefined: only recorded. */
  aim?: Aim
}

export const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

const isKept = (aim: Aim, measured: number): boolean => ('least' in aim ? measured >= aim.least : measured <= aim.most)

const aimText = (aim: Aim): string => ('least' in aim ? `at least ${aim.least}` : `at most ${aim.most}`)

function verdict({ aim, measured, ratio }: Figure): string {
  const compared = measured ?? ratio
  if (!aim || compared === undefined) return ''
  return isKept(aim, compared) ? 'kept' : 'missed'
}

/** The figures as a table in Markdown. */
export function toTable(figures: readonly Figure[]): string {
  const head = ['figure', 'value', 'floor or peer', 'ratio', 'aim', 'kept or missed']
  const rows = figures.map(figure => [
    figure.name,
    figure.value,
    figure.peer ?? '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.aim ? aimText(figure.aim) : '',
    verdict(figure),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
