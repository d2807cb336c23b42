import { expect, it } from 'vitest'
import { priceSteps } from './price-steps.ts'

const TERMS = { allowBusiness: true, minSeats: 1, maxSeats: 1000 }
const seats = (terms: Partial<typeof TERMS>) => priceSteps(100_000, { ...TERMS, ...terms }).map(step => step.seats)

it('shows one person, each band and the largest team, priced as the shop does', () => {
  expect(seats({})).toEqual([1, 5, 10, 11, 25, 50, 100, 1000])
  const eleven = priceSteps(100_000, TERMS).find(step => step.seats === 11)
  expect(eleven).toEqual({ seats: 11, each: 27_273, total: 300_000 })
})

it('keeps to what the product allows', () => {
  expect(seats({ allowBusiness: false })).toEqual([1])
  expect(seats({ minSeats: 8, maxSeats: 30 })).toEqual([8, 10, 11, 25, 30])
  expect(seats({ minSeats: 5, allowBusiness: false })).toEqual([])
  expect(seats({ minSeats: 9, maxSeats: 3 })).toEqual([])
})

it('shows nothing for a price that no number holds', () => {
  expect(priceSteps(Number.MAX_SAFE_INTEGER, TERMS)).toEqual([])
})
