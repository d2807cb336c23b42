import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { type GroupTable, shownRows } from '#app/features/results/consolidated/group-table.ts'
import { GROUPINGS } from '#app/features/results/consolidated/groupings.ts'
import { NO_DETAIL } from '#app/features/results/consolidated/tallies.ts'
import { chartNames } from '#app/features/results/radar.ts'
import type { Score } from '#app/features/results/scoring.ts'
import { countOf } from '#app/kernel/format.ts'
import { wholePart } from '#app/kernel/rounding.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { ResultMode } from '#app/platform/database/values.ts'

/** A level from 1 to 5 as one of five steps. */
export type Step = 1 | 2 | 3 | 4 | 5

/**
 * The colours of the steps, from dark to light: printed in grey they stay at least 15% of the way from black to white apart, and the figure
 * on each has a contrast of 4.5 : 1 or more.
 */
export const STEP_COLOURS: Readonly<Record<Step, { fill: string; ink: string }>> = {
  1: { fill: '#7A1C16', ink: '#FFFFFF' },
  2: { fill: '#B5483F', ink: '#FFFFFF' },
  3: { fill: '#CF9640', ink: '#10233A' },
  4: { fill: '#B9D8C2', ink: '#10233A' },
  5: { fill: '#EEF8F1', ink: '#10233A' },
}

/** One level of a group; without one it is hatched. */
export type HeatCell = { text: string; step: Step | null }
export type HeatRow = { name: string; note: string; cells: readonly HeatCell[] }

/** Groups by areas. */
export type Heat = {
  title: string
  label: string
  /** 'General', and the areas as charts call them. */
  columns: readonly string[]
  rows: readonly HeatRow[]
  /** How many groups the page has no room for; the report has them. */
  left: number
}

/** Groups that a page has room for, the largest first. */
const MOST_ROWS = 8

/** The groups that differ: areas of the organisation, else positions. Null where there are not two. */
export function boardHeat({ areas, positions, sections }: ConsolidatedFigures, mode: ResultMode): Heat | null {
  const table = [areas, positions].find(each => shownRows(each).length > 1)
  if (!table) return null
  const rows = roomFor(table)
  return {
    title: GROUPINGS[table.by].title,
    label: GROUPINGS[table.by].label,
    columns: ['General', ...chartNames(sections)],
    rows: rows.map(({ name, people, overall, sections: scores }) => ({
      name,
      note: countOf(people, 'persona', 'personas'),
      cells: [overall, ...scores].map(score => heatCell(score, mode)),
    })),
    left: shownRows(table).length - rows.length,
  }
}

/** What is left of everybody stays, whoever else does. */
const roomFor = ({ groups, rest }: GroupTable) =>
  shownRows({ groups: groups.slice(0, MOST_ROWS - (rest ? 1 : 0)), rest })

function heatCell({ mean }: Pick<Score, 'mean'>, mode: ResultMode): HeatCell {
  if (mean === null) return { text: mode === 'confidential' ? NO_DETAIL : formatLevel(null), step: null }
  return { text: formatLevel(mean), step: stepOf(mean) }
}

/** A level counts when it is whole: 3.9 is level 3. */
const stepOf = (mean: number): Step => {
  const whole = wholePart(mean)
  return whole <= 1 ? 1 : whole === 2 ? 2 : whole === 3 ? 3 : whole === 4 ? 4 : 5
}
