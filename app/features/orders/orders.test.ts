import { expect, it } from 'vitest'
import { isOrderNumber, newOrderNumber } from './orders.ts'

const USER = '0b8f6a52-6c1d-4a0e-9a37-5d2f4c9be1a7'

// shows: S7.14, S9.17
it('numbers an order ALH-{timestamp}-{last 6 of the user id}-{random 4}', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const number = newOrderNumber(now, USER, bytes => new Uint8Array(bytes).fill(1))
  expect(number).toBe(`ALH-${now.getTime()}-9be1a7-3333`)
  expect(number).toHaveLength(29)
  expect(isOrderNumber(number)).toBe(true)
})

it.each(['', 'ALH-', 'ALH-1-9be1a7-3333', 'ALH-1700000000000-9be1a7-0OIl', 'XYZ-1700000000000-9be1a7-3333', '<b>'])(
  'rejects %j as an order number',
  text => expect(isOrderNumber(text)).toBe(false),
)
