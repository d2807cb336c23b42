import { countOf } from '#app/kernel/format.ts'
import { block, type Chart, COVER_HEIGHT, type CoverText, disc, EDGE, fitted, SMALL, tenth } from './cover-shapes.ts'

/** What the program of a workshop shows. */
export type ProgramSample = {
  /** In their order. */
  blocks: readonly { title: string; minutes: number }[]
  /** How much is prepared before, and what stays. */
  preparations: number
  materials: number
}

type Draw = (program: ProgramSample) => Chart

const minutesOf = ({ blocks }: ProgramSample): number => blocks.reduce((sum, { minutes }) => sum + minutes, 0)

/** '3 h', '1 h 30', '45 min'. */
function lengthText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60}`
}

/** The longest blocks, in the order of the program. */
function longest({ blocks }: ProgramSample, most: number) {
  const indexed = blocks.map((each, index) => ({ ...each, index }))
  return indexed
    .toSorted((a, b) => b.minutes - a.minutes || a.index - b.index)
    .slice(0, most)
    .toSorted((a, b) => a.index - b.index)
}

/** A part of a ring round (x, y), between two shares of the whole turn, clockwise from the top. */
function arc(x: number, y: number, [outer, inner]: readonly [number, number], from: number, to: number): string {
  const at = (radius: number, share: number) =>
    `${tenth(x + Math.sin(share * 2 * Math.PI) * radius)} ${tenth(y - Math.cos(share * 2 * Math.PI) * radius)}`
  const large = to - from > 0.5 ? 1 : 0
  return `M${at(outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 ${large} 0 ${at(inner, from)}z`
}

/** The time of each block as a part of a ring; the longest ones are named. */
const ring: Draw = program => {
  const total = minutesOf(program)
  const named = longest(program, 3)
  const layers = { soft: '', mid: '', full: '' }
  let from = 0
  for (const [index, { minutes }] of program.blocks.entries()) {
    const to = from + minutes / total
    const layer = named.some(each => each.index === index) ? 'full' : index % 2 === 0 ? 'mid' : 'soft'
    layers[layer] += arc(80, 80, [64, 42], from + 0.004, Math.max(from + 0.008, to - 0.004))
    from = to
  }
  return {
    ...layers,
    texts: [
      { x: 80, y: 88, text: lengthText(total), size: total % 60 === 0 ? 28 : 19, bold: true, align: 'middle' },
      ...named.flatMap(({ title, minutes }, index): CoverText[] => [
        { x: 162, y: 24 + index * 46, text: `${minutes} min`, size: SMALL, bold: true },
        ...fitted(title, EDGE.right - 162, 2).map((text, line) => ({
          x: 162,
          y: 38 + index * 46 + line * 14,
          text,
          size: SMALL,
        })),
      ]),
    ],
  }
}

/** The longest blocks with their minutes on a line of time. */
const agenda: Draw = program => {
  const total = minutesOf(program)
  const named = longest(program, 4)
  const layers = { soft: '', mid: '', full: '' }
  const width = EDGE.right - EDGE.left
  let from = 0
  for (const [index, { minutes }] of program.blocks.entries()) {
    const length = (minutes / total) * width
    const layer = named.some(each => each.index === index) ? 'full' : 'mid'
    layers[layer] += block(EDGE.left + from, 44, Math.max(1, length - 2), 13)
    from += length
  }
  return {
    ...layers,
    texts: [
      { x: EDGE.left, y: 35, text: lengthText(total), size: 28, bold: true },
      {
        x: EDGE.right,
        y: 36,
        text: countOf(program.blocks.length, 'momento', 'momentos'),
        size: SMALL,
        align: 'end',
      },
      ...named.flatMap(({ title, minutes }, index): CoverText[] => {
        const y = 78 + index * 21
        const [text = ''] = fitted(title, EDGE.right - 72)
        return [
          { x: 62, y, text: `${minutes} min`, size: SMALL, bold: true, align: 'end' },
          { x: 72, y, text, size: SMALL },
        ]
      }),
    ],
  }
}

/** Cards in the columns of before, during and after. */
const board: Draw = ({ blocks, preparations, materials }) => {
  const columns = [
    { text: 'Preparas', count: preparations },
    { text: 'Practicas', count: blocks.length },
    { text: 'Te llevas', count: materials },
  ]
  const width = (EDGE.right - EDGE.left - 20) / columns.length
  const layers = { soft: '', mid: '', full: '' }
  const texts = columns.flatMap(({ text, count }, column): CoverText[] => {
    const x = EDGE.left + column * (width + 10)
    layers.soft += block(x, 40, width, COVER_HEIGHT - 54)
    for (let card = 0; card < Math.min(count, MOST_CARDS); card += 1) {
      layers[column === 2 ? 'full' : 'mid'] += block(x + 6, 46 + card * 16, width - 12 - (card % 3) * 8, 10)
    }
    return [
      { x, y: 30, text, size: SMALL },
      { x: x + width, y: 31, text: String(count), size: 18, bold: true, align: 'end' },
    ]
  })
  return { ...layers, texts }
}
const MOST_CARDS = 6

/** Steps that rise with each block, as wide as it is long. */
const path: Draw = program => {
  const { blocks } = program
  const total = minutesOf(program)
  const width = EDGE.right - EDGE.left
  const layers = { soft: '', mid: '', full: '' }
  const [last = ''] = fitted(blocks.at(-1)?.title ?? '', 160)
  const [first = ''] = fitted(blocks[0]?.title ?? '', 200)
  let from = 0
  for (const [index, { minutes }] of blocks.entries()) {
    const length = (minutes / total) * width
    const height = 20 + ((index + 1) / blocks.length) * 76
    const [x, y] = [EDGE.left + from, COVER_HEIGHT - height]
    layers[index % 2 === 0 ? 'soft' : 'mid'] += block(x, y, length - 1, height)
    layers.full += block(x, y, length - 1, 4)
    if (index === blocks.length - 1) layers.full += disc(x + length / 2, y - 10, 5)
    from += length
  }
  return {
    ...layers,
    texts: [
      { x: EDGE.left, y: 42, text: lengthText(total), size: 34, bold: true },
      { x: EDGE.right, y: 26, text: countOf(blocks.length, 'paso', 'pasos'), size: SMALL, bold: true, align: 'end' },
      { x: EDGE.left, y: 64, text: first, size: SMALL },
      { x: EDGE.right, y: 43, text: last, size: SMALL, align: 'end' },
    ],
  }
}

const CHARTS = [ring, path, agenda, board, path] as const

/**
 * The program of a workshop as a chart.
 * @param turn of the category, which begins with another chart than the next one.
 */
export const programChart = (program: ProgramSample, turn: number): Chart =>
  (CHARTS[turn % CHARTS.length] ?? ring)(program)
