import { expect, it } from 'vitest'
import { choicesOf, MAX_HAND_LINES, readLines } from './resolution.ts'

const ID = '0d7cf1c5-84f4-4c38-8f3a-d9a2c1c4a001'

it('reads the lines that name a product, one person alone or a team', () => {
  const lines = readLines({
    product_1: ID,
    mode_1: 'business',
    seats_1: '1.200',
    product_3: ID,
    seats_3: '7',
    product_9: ID,
  })
  expect(lines).toHaveLength(MAX_HAND_LINES)
  expect(choicesOf(lines)).toEqual([
    { product_id: ID, mode: 'business', seats: 1000 },
    { product_id: ID, mode: 'self', seats: 1 },
  ])
})

it('leaves out what is no product, and takes seats that are no number as one', () => {
  expect(choicesOf(readLines({ product_1: "x'", product_2: ID, mode_2: 'business', seats_2: 'muchas' }))).toEqual([
    { product_id: ID, mode: 'business', seats: 1 },
  ])
})
