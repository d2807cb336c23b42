import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { CartChoice } from './cart.ts'
import { type CartHost, createCartStore, STORAGE_KEY } from './cart-store.ts'
import { readStoredCart } from './stored-cart.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const KEY = '7d1f0c5e-0000-4000-8000-000000000001'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const line: CartChoice = { product_id: A, mode: 'business', seats: 5 }
const kept = (given: object = {}) =>
  JSON.stringify({ version: 1, choices: [line], code: 'DEMO20', checkoutKey: KEY, seen: { [A]: 590_000 }, ...given })

/** A browser with any number of windows over one storage, which may refuse to be read or written. */
function browser(initial?: string) {
  const items = new Map(initial === undefined ? [] : [[STORAGE_KEY, initial]])
  const refuse = { read: false, write: false }
  const windows: CartHost[] = []
  const open = () => {
    const host: CartHost = Object.assign(new EventTarget(), {
      localStorage: {
        getItem(name: string) {
          if (refuse.read) throw new DOMException('blocked', 'SecurityError')
          return items.get(name) ?? null
        },
        setItem(name: string, value: string) {
          if (refuse.write) throw new DOMException('full', 'QuotaExceededError')
          items.set(name, value)
          for (const other of windows) {
            if (other !== host) other.dispatchEvent(Object.assign(new Event('storage'), { key: name }))
          }
        },
      },
    })
    windows.push(host)
    return createCartStore(() => host)
  }
  return { items, refuse, windows, open }
}

describe('what the storage holds', () => {
  it('is taken over as it is', () => {
    const { cart, repaired } = readStoredCart(kept(), () => 'nueva')
    expect(repaired).toBe(false)
    expect(cart).toEqual({ version: 1, choices: [line], code: 'DEMO20', checkoutKey: KEY, seen: { [A]: 590_000 } })
  })

  it('may be nothing yet', () => {
    expect(readStoredCart(null, () => KEY)).toEqual({
      cart: { version: 1, choices: [], code: null, checkoutKey: KEY, seen: {} },
      repaired: false,
    })
  })

  it.each([
    ['no JSON', '{"version":1,'],
    ['another type', '[1,2]'],
    ['null', 'null'],
    ['an older version', kept({ version: 0 })],
    ['no version', kept({ version: undefined })],
    ['an unknown mode', kept({ choices: [line, { ...line, mode: 'gratis' }] })],
    ['an id that is none', kept({ choices: [line, { ...line, product_id: '../admin' }] })],
    ['the same line twice', kept({ choices: [line, line] })],
    ['impossible seats', kept({ choices: [{ ...line, seats: -3 }] })],
    ['seats as text', kept({ choices: [{ ...line, seats: '5' }] })],
    ['several seats for oneself', kept({ choices: [{ ...line, mode: 'self' }] })],
    ['a code that is none', kept({ code: "'; drop table" })],
    ['no checkout key', kept({ checkoutKey: 'x' })],
  ])('is repaired and told when it is %s', (_, text) => {
    const { cart, repaired } = readStoredCart(text, () => '00000000-0000-4000-8000-000000000099')
    expect(repaired).toBe(true)
    expect(cart.checkoutKey).toBe('00000000-0000-4000-8000-000000000099')
    expect(readStoredCart(JSON.stringify(cart), () => 'nueva')).toEqual({ cart, repaired: false })
  })

  it('is cut to the lines that a cart holds', () => {
    const many = Array.from({ length: 51 }, (_, at) => ({
      ...line,
      product_id: A.slice(0, -2) + String(at).padStart(2, '0'),
    }))
    const { cart, repaired } = readStoredCart(kept({ choices: many }), () => KEY)
    expect(cart.choices).toEqual(many.slice(0, 50))
    expect(repaired).toBe(true)
  })

  it('keeps what can be kept of an older version', () => {
    const old = JSON.stringify({
      choices: [{ product_id: A.toUpperCase(), mode: 'business', seats: 5.7, total_clp: 1 }],
      code: ' demo20 ',
    })
    expect(readStoredCart(old, () => KEY).cart).toMatchObject({ choices: [line], code: 'DEMO20' })
  })

  it('gives a valid cart whatever it is', () => {
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
        expect(readStoredCart(JSON.stringify(cart), () => 'nueva')).toEqual({ cart, repaired: false })
      }),
    )
  })
})

describe('the store', () => {
  it('survives a reload', () => {
    const shop = browser()
    shop.open().change(() => ({ choices: [line], code: 'DEMO20' }))
    const reloaded = shop.open()
    expect(reloaded.current()).toMatchObject({ choices: [line], code: 'DEMO20' })
    expect(reloaded.takeRepaired()).toBe(false)
  })

  it('gives the same snapshot until something changes', () => {
    const store = browser(kept()).open()
    expect(store.current()).toBe(store.current())
  })

  it('draws a new checkout key with every change of choices or code, and with nothing else', () => {
    const store = browser(kept()).open()
    expect(store.current().checkoutKey).toBe(KEY)
    store.see({ [A]: 600_000 })
    expect(store.current()).toMatchObject({ checkoutKey: KEY, seen: { [A]: 600_000 } })
    const keys = new Set([KEY])
    for (const code of [null, 'DEMO20', null]) {
      store.change(() => ({ code }))
      expect(store.current().checkoutKey).toMatch(UUID)
      keys.add(store.current().checkoutKey)
    }
    expect(keys.size).toBe(4)
  })

  it('draws a key where the browser offers no randomUUID', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xbc) })
    const store = browser().open()
    expect(store.current().checkoutKey).toMatch(UUID)
    vi.unstubAllGlobals()
  })

  it('follows the other tabs, and builds on what they wrote', () => {
    const shop = browser()
    const [one, two] = [shop.open(), shop.open()]
    const heard = vi.fn()
    two.current()
    const stop = two.subscribe(heard)
    one.change(() => ({ choices: [line] }))
    expect(heard).toHaveBeenCalledTimes(1)
    expect(two.current()).toEqual(one.current())
    stop()
    one.change(() => ({ code: 'DEMO20' }))
    expect(heard).toHaveBeenCalledTimes(1)
    two.change(now => ({ choices: [...now.choices, { ...line, mode: 'self', seats: 1 }] }))
    expect(two.current()).toMatchObject({ code: 'DEMO20', choices: [line, { mode: 'self' }] })
  })

  it('reads again when the page comes back to life, and when the storage was emptied', () => {
    const shop = browser(kept())
    const store = shop.open()
    store.subscribe(() => {})
    expect(store.current().choices).toHaveLength(1)
    shop.items.delete(STORAGE_KEY)
    shop.windows[0]?.dispatchEvent(Object.assign(new Event('storage'), { key: 'otra' }))
    expect(store.current().choices).toHaveLength(1)
    shop.windows[0]?.dispatchEvent(new Event('pageshow'))
    expect(store.current().choices).toHaveLength(0)
  })

  it('says once that it had to repair, and writes the repaired cart', () => {
    const shop = browser('no es un carrito')
    const store = shop.open()
    expect(store.current().choices).toEqual([])
    expect(store.takeRepaired()).toBe(true)
    expect(store.takeRepaired()).toBe(false)
    expect(readStoredCart(shop.items.get(STORAGE_KEY) ?? null, () => KEY).repaired).toBe(false)
  })

  it.each(['read', 'write'] as const)(
    'works for as long as the page lives where the storage refuses to %s',
    refused => {
      const shop = browser()
      shop.refuse[refused] = true
      if (refused === 'read') shop.refuse.write = true
      const store = shop.open()
      store.change(() => ({ choices: [line] }))
      store.change(() => ({ code: 'DEMO20' }))
      store.see({ [A]: 1 })
      expect(store.current()).toMatchObject({ choices: [line], code: 'DEMO20', seen: { [A]: 1 } })
    },
  )

  it('keeps the cart when the storage fills up later', () => {
    const shop = browser()
    const store = shop.open()
    store.change(() => ({ choices: [line] }))
    shop.refuse.write = true
    store.change(() => ({ code: 'DEMO20' }))
    store.change(now => ({ choices: [...now.choices, { ...line, mode: 'self', seats: 1 }] }))
    expect(store.current()).toMatchObject({ code: 'DEMO20', choices: [line, { mode: 'self' }] })
  })
})
