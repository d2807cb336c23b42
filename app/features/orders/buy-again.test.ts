import { expect, it } from 'vitest'
import { MAX_LINES } from '#app/features/cart/cart.ts'
import { type BoughtItem, goneText, withBoughtAgain } from './buy-again.ts'

const item = (product_id: string, input: Partial<BoughtItem> = {}): BoughtItem => ({
  product_id,
  mode: 'business',
  seats: 11,
  name: `Producto ${product_id}`,
  sold: true,
  ...input,
})
const line = (product_id: string, seats: number) => ({ product_id, mode: 'business' as const, seats })

it('keeps the cart and sets the seats of the order, however often it is pressed', () => {
  const once = withBoughtAgain([line('a', 2), line('b', 3)], [item('b'), item('c')])
  expect(once).toEqual([line('a', 2), line('b', 11), line('c', 11)])
  expect(withBoughtAgain(once ?? [], [item('b'), item('c')])).toEqual(once)
})

it('leaves out and names what is no longer sold, once', () => {
  const items = [item('a'), item('b', { sold: false }), item('b', { sold: false, mode: 'self', seats: 1 })]
  expect(withBoughtAgain([], items)).toEqual([line('a', 11)])
  expect(goneText(items)).toBe('Producto b ya no está a la venta.')
  expect(goneText([...items, item('c', { sold: false })])).toBe('Ya no están a la venta: Producto b y Producto c.')
  expect(goneText([item('a')])).toBeUndefined()
})

it('does not fill the cart over its limit', () => {
  const full = Array.from({ length: MAX_LINES }, (_, at) => line(String(at), 2))
  expect(withBoughtAgain(full, [item('z')])).toBeUndefined()
  expect(withBoughtAgain(full, [item('0')])).toHaveLength(MAX_LINES)
})
