import { expect, it } from 'vitest'
import { type Box, freeShift } from './toast-place.ts'

const HEIGHT = 800
const box = (top: number, height: number, left = 20, width = 200): Box => ({
  top,
  bottom: top + height,
  left,
  right: left + width,
})
/** In the corner below, 60 px high. */
const message = box(716, 60, 24, 384)

it('a message stays where nothing is under it', () => {
  expect(freeShift(message, [], HEIGHT)).toBe(0)
  expect(freeShift(message, [box(500, 44), box(716, 44, 600)], HEIGHT)).toBe(0)
})

it('a message moves off an action by the shortest way within the window', () => {
  expect(freeShift(message, [box(740, 44)], HEIGHT)).toBe(740 - 8 - 60 - 716)
  // Below it there would be room, but less than the message needs.
  expect(freeShift(message, [box(700, 30)], HEIGHT)).toBe(700 - 8 - 60 - 716)
  // Above it there would be room for less than the gap to the window's edge.
  expect(freeShift(box(76, 60, 16, 358), [box(70, 44)], HEIGHT)).toBe(70 + 44 + 8 - 76)
})

it('a message skips what stands in its new place', () => {
  const kept = [box(740, 44), box(660, 44), box(560, 44)]
  const moved = message.top + freeShift(message, kept, HEIGHT)
  expect(moved).toBe(560 - 8 - 60)
})

it('a message stays where the window has no free place', () => {
  expect(freeShift(message, [box(0, HEIGHT)], HEIGHT)).toBe(0)
})
