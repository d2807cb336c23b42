import { expect, it } from 'vitest'
import { successAddress } from './checkout-texts.ts'

const item = { assessment_id: 'a1', name: 'Madurez Ágil', mode: 'self' as const, seats: 1 }
const fields = (order: Parameters<typeof successAddress>[0]) => {
  const address = new URL(successAddress(order), 'https://shop.test')
  return { path: address.pathname, ...Object.fromEntries(address.searchParams) }
}

// shows: S2.11, S2.63
it("builds /payment-success with the specification's parameters", () => {
  expect(fields({ order_number: 'ALH-1', total_clp: 119_990, items: [item] })).toEqual({
    path: '/payment-success',
    order: 'ALH-1',
    total: '119990',
    items: '1',
    assessment: 'Madurez Ágil',
    assessment_id: 'a1',
    mode: 'self',
    seats: '1',
  })
})

it('says business and counts all seats when any item is for several people', () => {
  const team = { ...item, mode: 'business' as const, seats: 11 }
  expect(fields({ order_number: 'ALH-2', total_clp: 0, items: [item, team] })).toMatchObject({
    items: '2',
    mode: 'business',
    seats: '12',
    total: '0',
  })
})
