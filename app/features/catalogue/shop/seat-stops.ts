/** Stops of the slider: every count for small groups, then coarser, with the edges of the price bands. */
const STOPS = [
  ...Array.from({ length: 20 }, (_, index) => index + 1),
  ...[25, 30, 40, 49, 50, 60, 75, 100, 150, 200, 300, 500, 750, 1000],
]

/** The stops from `min` to `max` seats, both included. */
export const seatStops = (min: number, max: number): number[] => [
  ...new Set([min, ...STOPS.filter(stop => stop > min && stop < max), max]),
]

/** The index of the nearest stop below, so that a typed count between two stops has a position too. */
export const stopIndex = (stops: readonly number[], seats: number): number =>
  Math.max(
    0,
    stops.findLastIndex(stop => stop <= seats),
  )

/** Counts of a price table: the ends, and both sides of each band's edge. */
export const tableSeats = (min: number, max: number): number[] =>
  [...new Set([min, 5, 10, 11, 25, 49, 50, 100, 250, max])]
    .filter(seats => seats >= min && seats <= max)
    .toSorted((a, b) => a - b)
