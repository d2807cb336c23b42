import { describe, expect, it, vi } from 'vitest'
import { addChoice, type CartChoice } from './cart.ts'
import { type CartHost, createCartStore, STORAGE_KEY } from './cart-store.ts'
import { readStoredCart } from './stored-cart.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const KEY = '7d1f0c5e-0000-4000-8000-000000000001'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const line: CartChoice = { product_id: A, mode: 'business', seats: 5 }
const stored = (input: object = {}) =>
  JSON.stringify({ version: 1, choices: [line], code: 'DEMO20', checkoutKey: KEY, seen: { [A]: 590_000 }, ...input })

/** A browser with several windows over one storage that may refuse reads or writes. */
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

/** A tab whose view of the storage lags: it sees others' writes only when it gets the event. */
function separateTab(initial: string) {
  let text = initial
  const host: CartHost = Object.assign(new EventTarget(), {
    localStorage: {
      getItem: () => text,
      setItem: (_: string, value: string) => {
        text = value
      },
    },
  })
  const store = createCartStore(() => host)
  store.subscribe(() => {})
  store.current()
  return {
    store,
    text: () => text,
    hear(settled: string) {
      text = settled
      host.dispatchEvent(Object.assign(new Event('storage'), { key: STORAGE_KEY }))
    },
  }
}

describe('the cart store', () => {
  // shows: S4.13
  it('survives a reload', () => {
    const shop = browser()
    shop.open().change(() => ({ choices: [line], code: 'DEMO20' }))
    const reloaded = shop.open()
    expect(reloaded.current()).toMatchObject({ choices: [line], code: 'DEMO20' })
    expect(reloaded.takeRepairs()).toEqual([])
  })

  it('returns the same snapshot until something changes', () => {
    const store = browser(stored()).open()
    expect(store.current()).toBe(store.current())
  })

  it('draws a new checkout key with every change of choices or code, and only then', () => {
    const store = browser(stored()).open()
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

  it('draws a key in browsers without randomUUID', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xbc) })
    const store = browser().open()
    expect(store.current().checkoutKey).toMatch(UUID)
    vi.unstubAllGlobals()
  })

  it('follows the other tabs and builds on what they wrote', () => {
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

  it('loses and duplicates no line when two tabs add at the same moment', () => {
    const self: CartChoice = { ...line, mode: 'self', seats: 1 }
    const stored = { version: 1, choices: [], code: null, checkoutKey: KEY, seen: {} }
    const [one, two] = [separateTab(JSON.stringify(stored)), separateTab(JSON.stringify(stored))]
    one.store.add(now => ({ choices: addChoice(now.choices, line).choices }))
    two.store.add(now => ({ choices: addChoice(now.choices, self).choices }))
    // The browser keeps the later text and notifies the tabs in its order.
    two.hear(two.text())
    one.hear(two.text())
    two.hear(one.text())
    expect(one.store.current().choices).toEqual([self, line])
    expect(two.store.current()).toEqual(one.store.current())
  })

  it('does not add again to a cart that another tab derived from this one', () => {
    const shop = browser(stored({ choices: [] }))
    const [one, two] = [shop.open(), shop.open()]
    one.subscribe(() => {})
    one.add(now => ({ choices: addChoice(now.choices, line).choices }))
    two.change(() => ({ choices: [] }))
    expect(one.current().choices).toEqual([])
  })

  it('reads again when the page is restored, and when the storage was cleared', () => {
    const shop = browser(stored())
    const store = shop.open()
    store.subscribe(() => {})
    expect(store.current().choices).toHaveLength(1)
    shop.items.delete(STORAGE_KEY)
    shop.windows[0]?.dispatchEvent(Object.assign(new Event('storage'), { key: 'otra' }))
    expect(store.current().choices).toHaveLength(1)
    shop.windows[0]?.dispatchEvent(new Event('pageshow'))
    expect(store.current().choices).toHaveLength(0)
  })

  // shows: S8.20
  it('reports a repair once, and writes the repaired cart', () => {
    const shop = browser('no es un carrito')
    const store = shop.open()
    expect(store.current().choices).toEqual([])
    expect(store.takeRepairs()).toEqual(['unreadable'])
    expect(store.takeRepairs()).toEqual([])
    expect(readStoredCart(shop.items.get(STORAGE_KEY) ?? null, () => KEY).rewrite).toBe(false)
  })

  // shows: S8.20
  it.each(['read', 'write'] as const)('works in memory where the storage refuses to %s', refused => {
    const shop = browser()
    shop.refuse[refused] = true
    if (refused === 'read') shop.refuse.write = true
    const store = shop.open()
    store.change(() => ({ choices: [line] }))
    store.change(() => ({ code: 'DEMO20' }))
    store.see({ [A]: 1 })
    expect(store.current()).toMatchObject({ choices: [line], code: 'DEMO20', seen: { [A]: 1 } })
  })

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
