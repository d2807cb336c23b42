import type { ShownRound } from '#app/features/results/shown.ts'
import { showLevel } from './change.ts'
import { isComparable, type Measured } from './compare.server.ts'
import { LEAST_MEASUREMENTS, type Measurement, OTHER_QUESTIONS, type Trend } from './trend.ts'

type Placed = Measured & { order_number: string; round: ShownRound | null; measured_at: Date }

const NOT_COMPARABLE = { mean: null, text: OTHER_QUESTIONS }

/**
 * The levels of a purchase's areas over its earlier measurements, in the order of time, with the figures that each of them shows. A
 * measurement without a comparable area is left out. Null of fewer than three.
 */
export function writeTrend(own: Placed, earlier: readonly Placed[]): Trend | null {
  const { sections } = own.figures
  const measure = ({ questionnaire, figures, mode, order_number, round, measured_at }: Placed): Measurement[] => {
    const comparable = sections.map(({ id }) => isComparable(own.questionnaire, questionnaire, id))
    if (!comparable.some(Boolean)) return []
    const level = (at: number) =>
      comparable[at]
        ? showLevel(figures.sections.find(({ id }) => id === sections[at]?.id)?.mean ?? null, mode)
        : NOT_COMPARABLE
    return [
      {
        order_number,
        round,
        mode,
        measured_at,
        people: figures.people,
        overall: comparable.every(Boolean) ? showLevel(figures.overall.mean, mode) : NOT_COMPARABLE,
        sections: sections.map((_, at) => level(at)),
      },
    ]
  }
  const measurements = [...earlier, own]
    .flatMap(measure)
    .toSorted((a, b) => a.measured_at.getTime() - b.measured_at.getTime())
  return measurements.length < LEAST_MEASUREMENTS ? null : { areas: sections.map(({ title }) => title), measurements }
}
