import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CartChoice } from './cart.ts'
import { readStoredCart } from './stored-cart.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const KEY = '7d1f0c5e-0000-4000-8000-000000000001'

const line: CartChoice = { product_id: A, mode: 'business', seats: 5 }
const stored = (input: object = {}) =>
  JSON.stringify({ version: 1, choices: [line], code: 'DEMO20', checkoutKey: KEY, seen: { [A]: 590_000 }, ...input })

describe('the stored cart', () => {
  it('is read back unchanged', () => {
    const { cart, repairs, rewrite } = readStoredCart(stored(), () => 'nueva')
    expect({ repairs, rewrite }).toEqual({ repairs: [], rewrite: false })
    expect(cart).toEqual({
      version: 1,
      choices: [line],
      code: 'DEMO20',
      quotation: null,
      checkoutKey: KEY,
      seen: { [A]: 590_000 },
    })
  })

  it('keeps the quotation that the cart was opened from', () => {
    expect(readStoredCart(stored({ quotation: A }), () => 'nueva').cart.quotation).toBe(A)
    expect(readStoredCart(stored({ quotation: 'COT-2026-000001' }), () => 'nueva').cart.quotation).toBeNull()
  })

  it('keeps the quotation that was made of it, but not of another cart', () => {
    expect(readStoredCart(stored({ quoted: A }), () => 'nueva').cart.quoted).toBe(A)
    expect(readStoredCart(stored({ quoted: 'x' }), () => 'nueva').cart).not.toHaveProperty('quoted')
    expect(readStoredCart(stored({ quoted: A, choices: [line, line] }), () => 'nueva').cart).not.toHaveProperty(
      'quoted',
    )
  })

  it('may be missing', () => {
    expect(readStoredCart(null, () => KEY)).toEqual({
      cart: { version: 1, choices: [], code: null, quotation: null, checkoutKey: KEY, seen: {} },
      repairs: [],
      rewrite: false,
    })
  })

  it.each([
    ['no JSON', '{"version":1,', ['unreadable']],
    ['another type', '[1,2]', ['unreadable']],
    ['null', 'null', ['unreadable']],
    ['a list that is none', stored({ choices: { 0: line } }), ['unreadable']],
    ['an older version', stored({ version: 0 }), []],
    ['no version', stored({ version: undefined }), []],
    ['an unknown mode', stored({ choices: [line, { ...line, mode: 'gratis' }] }), ['lines_lost']],
    ['an id that is none', stored({ choices: [line, { ...line, product_id: '../admin' }] }), ['lines_lost']],
    ['the same line twice', stored({ choices: [line, line] }), ['lines_changed']],
    ['impossible seats', stored({ choices: [{ ...line, seats: -3 }] }), ['lines_changed']],
    ['seats as text', stored({ choices: [{ ...line, seats: '5' }] }), ['lines_changed']],
    ['several seats for oneself', stored({ choices: [{ ...line, mode: 'self' }] }), ['lines_changed']],
    ['a code that is none', stored({ code: 'x' }), ['code_lost']],
    ['no checkout key', stored({ checkoutKey: 'x' }), []],
    [
      'wrong in every way',
      stored({ choices: [7, line, line], code: '?' }),
      ['lines_lost', 'lines_changed', 'code_lost'],
    ],
  ])('is repaired and reports the repair when it is %s', (_, text, shown) => {
    const { cart, repairs, rewrite } = readStoredCart(text, () => '00000000-0000-4000-8000-000000000099')
    expect({ repairs, rewrite }).toEqual({ repairs: shown, rewrite: true })
    expect(cart.checkoutKey).toBe('00000000-0000-4000-8000-000000000099')
    expect(readStoredCart(JSON.stringify(cart), () => 'nueva')).toEqual({ cart, repairs: [], rewrite: false })
  })

  it('ignores inherited property names', () => {
    const text = `{"version":1,"__proto__":{"choices":[${JSON.stringify(line)}],"code":"DEMO20"},"constructor":{"prototype":{"x":1}}}`
    expect(readStoredCart(text, () => KEY).cart).toMatchObject({ choices: [], code: null })
    expect(Object.hasOwn(Object.prototype, 'choices')).toBe(false)
  })

  it('is read quickly even when it is huge', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ ...line, product_id: `${A.slice(0, -5)}${10_000 + at}` }))
    const { cart, repairs } = readStoredCart(stored({ choices: many, code: 'x'.repeat(1_000_000) }), () => KEY)
    expect(cart.choices).toEqual(many.slice(0, 50))
    expect(repairs).toEqual(['lines_cut', 'code_lost'])
  })

  it('is cut to the maximum number of lines', () => {
    const many = Array.from({ length: 51 }, (_, at) => ({
      ...line,
      product_id: A.slice(0, -2) + String(at).padStart(2, '0'),
    }))
    const { cart, repairs } = readStoredCart(stored({ choices: many }), () => KEY)
    expect(cart.choices).toEqual(many.slice(0, 50))
    expect(repairs).toEqual(['lines_cut'])
  })

  it('keeps what is valid of an older version', () => {
    const old = JSON.stringify({
      choices: [{ product_id: A.toUpperCase(), mode: 'business', seats: 5.7, total_clp: 1 }],
      code: ' demo20 ',
    })
    expect(readStoredCart(old, () => KEY).cart).toMatchObject({ choices: [line], code: 'DEMO20' })
  })

  it('becomes a valid cart whatever it contains', () => {
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(
          {
            version: fc.oneof(fc.constant(1), fc.jsonValue()),
            choices: fc.oneof(
              fc.jsonValue(),
              fc.array(
                fc.record(
                  {
                    product_id: fc.oneof(fc.uuid(), fc.jsonValue()),
                    mode: fc.oneof(fc.constantFrom('self', 'business'), fc.jsonValue()),
                    seats: fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
                  },
                  { requiredKeys: [] },
                ),
                { maxLength: 80 },
              ),
            ),
            code: fc.oneof(fc.string(), fc.jsonValue()),
            checkoutKey: fc.oneof(fc.uuid(), fc.jsonValue()),
            seen: fc.oneof(fc.dictionary(fc.oneof(fc.uuid(), fc.string()), fc.jsonValue()), fc.jsonValue()),
          },
          { requiredKeys: [] },
        )
        .map(value => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(junk, text => {
        const { cart } = readStoredCart(text, () => KEY)
        expect(cart.version).toBe(1)
        expect(cart.choices.length).toBeLessThanOrEqual(50)
        expect(new Set(cart.choices.map(one => one.product_id + one.mode)).size).toBe(cart.choices.length)
        for (const { mode, seats } of cart.choices) {
          expect(Number.isInteger(seats)).toBe(true)
          expect(seats).toBeGreaterThanOrEqual(1)
          expect(seats).toBeLessThanOrEqual(mode === 'self' ? 1 : 1000)
        }
        expect(cart.code === null || /^[A-Z0-9_-]{3,40}$/.test(cart.code)).toBe(true)
        expect(Object.values(cart.seen).every(price => Number.isSafeInteger(price) && price >= 0)).toBe(true)
        expect(readStoredCart(JSON.stringify(cart), () => 'nueva')).toEqual({ cart, repairs: [], rewrite: false })
      }),
    )
  })
})
