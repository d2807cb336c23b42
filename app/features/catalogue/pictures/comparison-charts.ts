import { formatLevel } from '#app/kit/ui/format-level.ts'
import { type Draw, figure, linesAt, ROWS, TOP_LEVEL } from './chart-parts.ts'
import { block, type CoverText, disc, EDGE, fitted, SMALL, tenth } from './cover-shapes.ts'

/** How far the groups of a sample are from its level; their mean is that level. */
const APART = [0.6, -0.4, -0.2] as const

/** Areas by groups of people: the darker, the higher. */
export const heat: Draw = ({ areas, hash }) => {
  const [head, width] = [20, 38]
  const [first, step] = [EDGE.left, (ROWS.bottom + 4 - ROWS.top - head) / areas.length]
  const names = first + APART.length * (width + 2) + 10
  const layers = { soft: '', mid: '', full: '' }
  const cells = areas.flatMap(({ level }, row) =>
    APART.map((_, column): CoverText => {
      const value = Math.min(TOP_LEVEL, level + (APART[(column + row + hash) % APART.length] ?? 0))
      const [x, y] = [first + column * (width + 2), ROWS.top + head + row * step]
      const layer = value >= 4 ? 'full' : value >= 3 ? 'mid' : 'soft'
      layers[layer] += block(x, y, width, step - 2)
      const middle = tenth(y + (step - 2) / 2 + 4.5)
      return figure(value, { x: x + width / 2, y: middle, align: 'middle', inverse: layer === 'full' })
    }),
  )
  return {
    ...layers,
    texts: [
      { x: names, y: ROWS.top + 10, text: 'Por grupo', size: SMALL, bold: true },
      ...['A', 'B', 'C'].map(
        (text, column): CoverText => ({
          x: first + column * (width + 2) + width / 2,
          y: ROWS.top + 10,
          text,
          size: SMALL,
          align: 'middle',
        }),
      ),
      ...areas.flatMap(({ name }, row) =>
        linesAt(fitted(name, EDGE.right - names), names, ROWS.top + head + (row + 0.5) * step - 1),
      ),
      ...cells,
    ],
  }
}

/** People of the sample whose answers are shown apart. */
const PEOPLE = 8

/** Whether people see the same: how many of them are at each level of an area. */
export const agreement: Draw = ({ areas, hash }) => {
  const [head, first, gap, names] = [20, 24, 28, 158]
  const step = (ROWS.bottom + 4 - ROWS.top - head) / areas.length
  const layers = { soft: '', mid: '', full: '' }
  const xOf = (level: number) => first + (level - 1) * gap
  for (const [row, { level }] of areas.entries()) {
    const y = ROWS.top + head + (row + 0.5) * step - 1
    layers.soft += block(xOf(1), y - 1, xOf(TOP_LEVEL) - xOf(1), 2)
    const low = Math.floor(level)
    const higher = Math.round((level - low) * PEOPLE)
    // In every second area one person is a level below and one above the others: the mean stays, the agreement is less.
    const spread = (row + hash) % 2 === 1 && low > 1 && low + 2 <= TOP_LEVEL && higher > 0 && higher < PEOPLE ? 1 : 0
    const counts = [
      [low - 1, spread],
      [low, PEOPLE - higher - spread],
      [low + 1, higher - spread],
      [low + 2, spread],
    ] as const
    const most = Math.max(...counts.map(([, count]) => count))
    for (const [at, count] of counts) {
      if (count > 0) layers[count === most ? 'full' : 'mid'] += disc(xOf(at), y, tenth(Math.sqrt(count / PEOPLE) * 13))
    }
  }
  return {
    ...layers,
    texts: [
      { x: names, y: ROWS.top + 10, text: `${PEOPLE} personas`, size: SMALL, bold: true },
      ...Array.from(
        { length: TOP_LEVEL },
        (_, at): CoverText => ({
          x: xOf(at + 1),
          y: ROWS.top + 10,
          text: String(at + 1),
          size: SMALL,
          align: 'middle',
        }),
      ),
      ...areas.flatMap(({ name }, row) =>
        linesAt(fitted(name, EDGE.right - names), names, ROWS.top + head + (row + 0.5) * step - 1),
      ),
    ],
  }
}

/** How much lower the sample was before. */
const RISES = [0.6, 1.1, 0.3, 0.8] as const

/** Moves heights apart, so that their texts don't touch. */
function apart(heights: readonly number[], least: number, bottom: number): number[] {
  const order = heights.map((_, index) => index).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const moved = [...heights]
  let next = bottom
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, next)
    next = (moved[index] ?? 0) - least
  }
  return moved
}

/** Two measurements of the same areas. */
export const slope: Draw = ({ areas, hash }) => {
  const [before, now, bottom] = [46, 112, 124]
  const pairs = areas.map(({ name, level }, index) => ({
    name,
    level,
    earlier: Math.max(1, level - (RISES[(index + hash) % RISES.length] ?? 0)),
  }))
  const low = Math.min(...pairs.map(({ earlier }) => earlier))
  const high = Math.max(...pairs.map(({ level }) => level))
  const yOf = (level: number) => bottom - ((level - low) / Math.max(1, high - low)) * (bottom - 22)
  const left = apart(
    pairs.map(({ earlier }) => yOf(earlier)),
    15,
    bottom,
  )
  const right = apart(
    pairs.map(({ level }) => yOf(level)),
    17,
    bottom,
  )
  return {
    soft: block(before - 1, 12, 2, bottom - 4) + block(now - 1, 12, 2, bottom - 4),
    mid: pairs.map(({ earlier }) => disc(before, yOf(earlier), 4)).join(''),
    full: pairs.map(({ level }) => disc(now, yOf(level), 4.5)).join(''),
    lines: pairs.map(({ earlier, level }) => `M${before} ${tenth(yOf(earlier))}L${now} ${tenth(yOf(level))}`).join(''),
    texts: [
      ...pairs.flatMap(({ name, level, earlier }, index): CoverText[] => [
        {
          x: before - 9,
          y: tenth((left[index] ?? 0) + 4.5),
          text: formatLevel(earlier),
          size: SMALL,
          align: 'end',
        },
        figure(level, { x: now + 10, y: tenth((right[index] ?? 0) + 4.5) }),
        ...linesAt(fitted(name, EDGE.right - now - 38), now + 38, right[index] ?? 0),
      ]),
      { x: before, y: 152, text: 'Antes', size: SMALL, align: 'middle' },
      { x: now, y: 152, text: 'Ahora', size: SMALL, align: 'middle', bold: true },
    ],
  }
}
