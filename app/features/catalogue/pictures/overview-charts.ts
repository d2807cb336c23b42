import { type Area, type Draw, type Drawn, figure, linesAt, MOST_NAMED, ROWS, TOP_LEVEL } from './chart-parts.ts'
import { block, type CoverText, disc, EDGE, fitted, SMALL, tenth } from './cover-shapes.ts'

/** A bar for each area, with its name and the mark of its target. */
export const bars: Draw = ({ areas }) => {
  const step = (ROWS.bottom - ROWS.top) / areas.length
  const isNamed = step >= 30
  const width = (EDGE.right - EDGE.left - (isNamed ? 0 : 34)) / TOP_LEVEL
  const height = isNamed ? 8 : Math.min(9, step * 0.55)
  const drawn = { soft: '', mid: '', full: '' }
  const texts = areas.flatMap(({ name, level, target }, index): CoverText[] => {
    const top = ROWS.top + index * step
    const y = isNamed ? top + 19 : top + (step - height) / 2
    drawn.soft += block(EDGE.left, y, width * TOP_LEVEL, height)
    drawn.full += block(EDGE.left, y, width * level, height)
    drawn.mid += block(EDGE.left + width * target - 1.5, y - 3, 3, height + 6)
    if (step < SMALL) return []
    const value = figure(level, { x: EDGE.right, y: tenth(isNamed ? top + 12 : y + height / 2 + 4.5), align: 'end' })
    const [label = ''] = fitted(name, EDGE.right - EDGE.left - 34)
    return isNamed ? [{ x: EDGE.left, y: tenth(top + 12), text: label, size: SMALL }, value] : [value]
  })
  return { ...drawn, texts }
}

/** As wide as the smallest text in bold. */
const BOLD = SMALL * 1.08

const mean = (areas: readonly Area[]): number => areas.reduce((sum, { level }) => sum + level, 0) / areas.length

/** One point per radius, evenly around a centre, the first one on top. */
const cornersOf = (radii: readonly number[], centre: { x: number; y: number }) =>
  radii.map((radius, index) => {
    const angle = (index / radii.length) * 2 * Math.PI - Math.PI / 2
    return { x: tenth(centre.x + Math.cos(angle) * radius), y: tenth(centre.y + Math.sin(angle) * radius) }
  })

/** More figures than these would touch round a radar. */
const MOST_FIGURES = 10

/** A radar with the figures of its areas beside it; of many areas the figures go round it, and their mean stands beside it. */
export const radar: Draw = drawn => {
  const { areas } = drawn
  const isListed = areas.length <= MOST_NAMED
  const [centre, radius] = [{ x: isListed ? 78 : 84, y: 80 }, isListed ? 64 : 54]
  const polygon = (radii: readonly number[]) =>
    `M${cornersOf(radii, centre)
      .map(({ x, y }) => `${x} ${y}`)
      .join('L')}z`
  const reached = areas.map(({ level }) => (level / TOP_LEVEL) * radius)
  const rings = Array.from({ length: TOP_LEVEL }, (_, at) => polygon(areas.map(() => (radius * (at + 1)) / TOP_LEVEL)))
  const row = (ROWS.bottom - ROWS.top) / areas.length
  const round = cornersOf(
    areas.map(() => radius + 14),
    centre,
  )
  return {
    soft: rings.join(''),
    mid: polygon(reached),
    full: cornersOf(reached, centre)
      .map(({ x, y }) => disc(x, y, 3.5))
      .join(''),
    lines: polygon(reached),
    texts: isListed
      ? areas.flatMap(({ name, level }, index) => {
          const middle = ROWS.top + (index + 0.5) * row
          return [
            figure(level, { x: 162, y: tenth(middle + 6), size: 17 }),
            ...linesAt(fitted(name, EDGE.right - 194, 2), 194, middle),
          ]
        })
      : [
          ...(areas.length > MOST_FIGURES ? [] : areas).map(({ level }, index) => {
            const { x = 0, y = 0 } = round[index] ?? {}
            return figure(level, { x, y: tenth(y + 4.5), align: 'middle' })
          }),
          ...overallTexts(drawn, { x: 190, y: 88 }),
        ],
  }
}

/** The mean of all areas and its word, as a headline. */
function overallTexts({ areas, words }: Drawn, { x, y }: { x: number; y: number }): CoverText[] {
  const overall = mean(areas)
  const [word = ''] = fitted(words[Math.floor(overall) - 1] ?? '', EDGE.right - x, 1, 17)
  return [
    figure(overall, { x, y, size: 54 }),
    { x: x + 80, y, text: 'de 5', size: 16 },
    { x: x + 2, y: y + 26, text: word, size: 17, bold: true },
  ]
}

/** The general level on its scale, with the highest and the lowest area. */
export const headline: Draw = drawn => {
  const overall = mean(drawn.areas)
  const [left, width] = [EDGE.left, 26]
  const scale = Array.from({ length: TOP_LEVEL }, (_, at) => left + at * (width + 2))
  const byLevel = drawn.areas.toSorted((a, b) => b.level - a.level)
  const ends = [
    { label: 'Más alta', area: byLevel[0], top: 10 },
    { label: 'Más baja', area: byLevel.at(-1), top: 86 },
  ]
  return {
    soft: scale.map(x => block(x, 128, width, 12)).join('') + block(172, 77, EDGE.right - 172, 2),
    mid: '',
    full: scale.map((x, at) => block(x, 128, width * Math.min(1, Math.max(0, overall - at)), 12)).join(''),
    texts: [
      ...overallTexts(drawn, { x: left, y: 72 }),
      ...ends.flatMap(({ label, area, top }): CoverText[] =>
        area
          ? [
              { x: 172, y: top + 12, text: label, size: SMALL },
              figure(area.level, { x: EDGE.right, y: top + 14, size: 19, align: 'end' }),
              ...linesAt(fitted(area.name, EDGE.right - 172, 2, BOLD), 172, top + 39).map(line => ({
                ...line,
                bold: true,
              })),
            ]
          : [],
      ),
    ],
  }
}
