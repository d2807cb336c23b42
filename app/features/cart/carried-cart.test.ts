import { expect, it } from 'vitest'
import { safeRedirect } from '#app/features/identity/identity.ts'
import { carriedCart, withCart, withoutCart } from './carried-cart.ts'
import { MAX_LINES } from './cart.ts'

const ID = '8c6f3a52-6d1a-4a43-9c7e-0f1e2d3c4b5a'
const OTHER = '0b8ac5c9-4f0f-4e3c-8f8b-6a1d2c3e4f50'

const contents = {
  choices: [
    { product_id: ID, mode: 'business' as const, seats: 25 },
    { product_id: OTHER, mode: 'self' as const, seats: 1 },
  ],
  code: 'DEMO20',
}

const queryOf = (path: string) => new URL(path, 'https://shop.invalid').searchParams

it.each(['/checkout', '/account/quotations/new'])('a cart travels in the address of %s', path => {
  const address = withCart(path, contents)
  expect(address.startsWith(`${path}?`)).toBe(true)
  expect(carriedCart(queryOf(address))).toEqual({ ...contents, quotation: null })
  expect(withoutCart(queryOf(address)).size).toBe(0)
})

it('no other page gets a cart, and no page an empty one', () => {
  expect(withCart('/account', contents)).toBe('/account')
  expect(withCart('/checkout', { choices: [], code: null })).toBe('/checkout')
  expect(carriedCart(queryOf('/checkout?pago=rechazado'))).toBeUndefined()
})

it('the address of a full cart is still one to return to', () => {
  const choices = Array.from({ length: MAX_LINES }, (_, at) => ({
    product_id: ID.slice(0, -2) + String(10 + at),
    mode: 'business' as const,
    seats: 1000,
  }))
  const address = withCart('/checkout', { choices, code: 'BIENVENIDA100' })
  expect(safeRedirect(address)).toBe(address)
  expect(carriedCart(queryOf(address))?.choices).toEqual(choices)
})

it.each([
  ['no product', 'compra=hola', []],
  ['nothing', 'compra=', []],
  ['seats without a number', `compra=${ID}.muchos`, [{ product_id: ID, mode: 'business', seats: 1 }]],
  ['too many seats', `compra=${ID}.99999999`, [{ product_id: ID, mode: 'business', seats: 1000 }]],
  ['the same line twice', `compra=${ID}_${ID}`, [{ product_id: ID, mode: 'self', seats: 1 }]],
])('an address with %s gives a valid cart', (_, query, choices) => {
  expect(carriedCart(new URLSearchParams(query))).toEqual({ choices, code: null, quotation: null })
})
