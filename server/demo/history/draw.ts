/** Draws numbers from 0 to below 1, the same at every start (mulberry32). */
export type Draw = () => number

export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of several, each as often as its weight says. */
export function pick<Value>(draw: Draw, weighted: readonly (readonly [value: Value, weight: number])[]): Value {
  let left = draw() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of weighted) {
    left -= weight
    if (left < 0) return value
  }
  const last = weighted.at(-1)
  if (!last) throw new Error('There is nothing to pick from')
  return last[0]
}

/** An id that looks random, as 32 digits. */
export const drawId = (draw: Draw): string =>
  Array.from({ length: 32 }, () => Math.floor(draw() * 16).toString(16)).join('')
