import { beforeEach, describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import type { CartChoice } from './cart.ts'
import { createCartStore } from './cart-store.ts'
import { buildQuote, priceLines } from './quote.ts'
import { acceptQuote } from './quoting.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const line: CartChoice = { product_id: A, mode: 'business', seats: 5 }

const quoteOf = (choice: CartChoice) =>
  buildQuote({
    lines: priceLines([
      {
        choice,
        product: {
          id: A,
          slug: 'ia-madurez',
          name: 'Madurez en IA',
          image_url: null,
          category_slug: 'ia',
          type: 'assessment',
          format: 'Online',
          duration_min: 15,
          duration_max: null,
          base_price_clp: pesos(249_990),
          allow_business: true,
          min_seats: 1,
          max_seats: 200,
        },
      },
    ]),
    notices: [],
    discount: null,
    discountProblem: null,
    vatText: 'IVA incluido',
  })

let store: ReturnType<typeof createCartStore>
beforeEach(() => {
  const items = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  }
  const host = Object.assign(new EventTarget(), { localStorage })
  store = createCartStore(() => host)
  store.change(() => ({ choices: [line], code: 'DEMO20' }))
})

describe('an answer for the current cart', () => {
  it('settles the cart and stores the prices shown', () => {
    const requested = store.current()
    expect(acceptQuote(store, requested, quoteOf({ ...line, seats: 4 }))).toMatchObject({
      settled: { choices: [{ ...line, seats: 4 }], code: 'DEMO20' },
    })
    expect(store.current()).toMatchObject({ choices: [{ seats: 4 }], code: 'DEMO20', seen: { [A]: 249_990 } })
  })

  it('keeps the checkout key when it changes nothing', () => {
    const requested = store.current()
    acceptQuote(store, requested, quoteOf(line))
    expect(store.current().checkoutKey).toBe(requested.checkoutKey)
  })

  it('adds the code that it was requested to apply', () => {
    store.change(() => ({ code: null }))
    acceptQuote(store, store.current(), quoteOf(line), 'DEMO10')
    expect(store.current().code).toBe('DEMO10')
  })
})

describe('a late answer', () => {
  it.each([
    ['applied', 'DEMO10'],
    ['removed', null],
  ])('does not undo a code %s meanwhile', (_, code) => {
    const requested = store.current()
    store.change(() => ({ code }))
    expect(acceptQuote(store, requested, quoteOf(line))).toBeUndefined()
    expect(acceptQuote(store, requested, quoteOf(line), 'DEMO30')).toBeUndefined()
    expect(store.current().code).toBe(code)
  })

  it('does not undo a change of the seats', () => {
    const requested = store.current()
    store.change(() => ({ choices: [{ ...line, seats: 9 }] }))
    expect(acceptQuote(store, requested, quoteOf(line))).toBeUndefined()
    expect(store.current().choices).toEqual([{ ...line, seats: 9 }])
  })
})
