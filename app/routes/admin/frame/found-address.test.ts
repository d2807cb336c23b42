import { expect, it } from 'vitest'
import { foundAddress } from './found-address.ts'

// shows: B2.4
it('a result leads to its own screen; a code, which has none, to the list that finds it', () => {
  const found = { id: 'x', title: 'VERANO 10', detail: '' }
  expect(foundAddress({ ...found, kind: 'orders' })).toBe('/admin/orders/x')
  expect(foundAddress({ ...found, kind: 'codes' })).toBe('/admin/discounts?search=VERANO%2010')
})
