import { expect, it } from 'vitest'
import { firstChoice } from './first-choice.ts'

const product = { allow_business: true, min_seats: 1, max_seats: 40 }

// shows: S2.38, S9.7
it('buys for oneself where that is allowed', () => {
  expect(firstChoice(product)).toEqual({ mode: 'self', seats: 1 })
  expect(firstChoice({ ...product, allow_business: false, max_seats: 1 })).toEqual({ mode: 'self', seats: 1 })
})

// shows: S9.8
it("buys for the smallest group where one person alone can't", () => {
  const group = { ...product, min_seats: 5 }
  expect(firstChoice(group)).toEqual({ mode: 'business', seats: 5 })
})
