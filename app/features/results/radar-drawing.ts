import type { PdfDrawing, PdfLabel, PdfLook } from '#app/platform/pdf/pdf-report.ts'
import { formatLevel } from '#app/ui/format-level.ts'
import { axisPoint, type Point, wrapLabel } from '#app/ui/radar-geometry.ts'

export type DrawnArea = {
  area: string
  mean: number | null
  target: number
  /** Standard deviation; drawn as a band where every area with a level has one. */
  deviation?: number | null
  /** The level of an earlier measurement; drawn where every area has one. */
  before?: number | undefined
}

const MAX = 5
const LINE = 10.7
const LABEL_WIDTH = 108
const LEVELS = [1, 2, 3, 4, 5]

type Shape = PdfDrawing['shapes'][number]

const outline = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`

const dot = ({ x, y }: Point, radius: number): string =>
  `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`

const clamp = (level: number): number => Math.min(MAX, Math.max(0, level))

type Circle = { centre: Point; radius: number }

function shapesOf(areas: readonly DrawnArea[], { centre, radius }: Circle, dotRadius: number): Shape[] {
  const at = (index: number, level: number) => axisPoint(centre, (radius * level) / MAX, index, areas.length)
  const series = (level: (area: DrawnArea) => number) => areas.map((area, index) => at(index, clamp(level(area))))
  const shape = (look: PdfLook, d: string): Shape => ({ look, d })
  const spread = areas.every(({ mean, deviation }) => mean === null || typeof deviation === 'number')
  const before = areas.every(area => area.before !== undefined)
  return [
    ...LEVELS.map(level => shape(level === MAX ? 'edge' : 'ring', outline(series(() => level)))),
    ...series(() => MAX).map(tip => shape('spoke', `M${centre.x} ${centre.y}L${tip.x.toFixed(2)} ${tip.y.toFixed(2)}`)),
    ...(spread
      ? [
          shape(
            'band',
            outline(series(({ mean, deviation }) => (mean ?? 0) + (deviation ?? 0))) +
              outline(series(({ mean, deviation }) => (mean ?? 0) - (deviation ?? 0))),
          ),
        ]
      : []),
    shape('target', outline(series(({ target }) => target))),
    ...(before ? [shape('before', outline(series(area => area.before ?? 0)))] : []),
    shape('value', outline(series(({ mean }) => mean ?? 0))),
    ...series(({ mean }) => mean ?? 0).flatMap((point, index) =>
      areas[index]?.mean === null ? [] : [shape('dot', dot(point, dotRadius))],
    ),
  ]
}

/** The radar of a report in points, with each area's name and figure round it. */
export function radarDrawing(areas: readonly DrawnArea[]): PdfDrawing {
  const circle = { centre: { x: 241, y: 127 }, radius: 92 }
  const { centre, radius } = circle
  const shapes = shapesOf(areas, circle, 2.8)
  const drawn = (look: PdfLook) => shapes.some(shape => shape.look === look)
  return {
    width: 482,
    height: 254,
    shapes,
    labels: [
      ...LEVELS.map(
        (level): PdfLabel => ({
          x: centre.x + 3,
          y: centre.y - (radius * level) / MAX - 3,
          width: 10,
          align: 'left',
          text: String(level),
          look: 'scale',
        }),
      ),
      ...areas.map((area, index) => labelOf(area, axisPoint(centre, radius + 13, index, areas.length), centre)),
    ],
    legend: [
      { look: 'value', text: 'Nivel' },
      ...(drawn('band') ? [{ look: 'band', text: 'Dispersión' } as const] : []),
      { look: 'target', text: 'Objetivo' },
      ...(drawn('before') ? [{ look: 'before', text: 'Medición anterior' } as const] : []),
    ],
  }
}

function labelOf({ area, mean }: DrawnArea, at: Point, centre: Point): PdfLabel {
  const dx = at.x - centre.x
  const dy = at.y - centre.y
  const align = Math.abs(dx) < 12 ? 'center' : dx > 0 ? 'left' : 'right'
  const height = (wrapLabel(area, 23).length + 1) * LINE
  return {
    x: at.x - (align === 'center' ? LABEL_WIDTH / 2 : align === 'right' ? LABEL_WIDTH : 0),
    // Labels above the centre end at the point, those below begin there, those beside it are centred on it.
    y: at.y - height * (Math.abs(dy) < 40 ? 0.5 : dy < 0 ? 0.9 : 0.1),
    width: LABEL_WIDTH,
    align,
    text: area,
    figure: formatLevel(mean),
    look: 'name',
  }
}

/** The same figures large and bare, for a cover. */
export const coverDrawing = (areas: readonly DrawnArea[]): PdfDrawing => ({
  width: 620,
  height: 620,
  shapes: shapesOf(
    areas.map(({ area, mean, target }) => ({ area, mean, target })),
    { centre: { x: 310, y: 310 }, radius: 290 },
    5,
  ).filter(({ look }) => look !== 'band'),
  labels: [],
  legend: [],
})
