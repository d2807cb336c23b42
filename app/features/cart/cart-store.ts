import { type StoredCart, sameChoices } from './cart.ts'
import { emptyCart, type Repair, readStoredCart } from './stored-cart.ts'

export const STORAGE_KEY = 'alhena.cart'

/** The contents of a cart without its bookkeeping. */
export type CartContents = Pick<StoredCart, 'choices' | 'code' | 'quotation'>

/** Whether two carts have the same contents, code included. */
export const sameContents = (a: CartContents, b: CartContents): boolean =>
  a.code === b.code && a.quotation === b.quotation && sameChoices(a.choices, b.choices)

/** The cart of this browser, shared by its tabs: an external store for useSyncExternalStore. */
export type CartStore = {
  subscribe(listener: () => void): () => void
  current(): StoredCart
  /** Repairs of the storage since the last call. */
  takeRepairs(): Repair[]
  /**
   * Changes choices or code and draws a new checkout key, so that the cart is never mistaken for an earlier one at
   * checkout.
   */
  change(work: Change): void
  /** A change that can be repeated on another tab's concurrent change: then it is applied there too. */
  add(work: Change): void
  /** Notes the quotation that was made of this cart, until it changes. */
  markQuoted(quotation: string): void
  /** Stores the base prices (pesos) that were just shown. */
  see(prices: Record<string, number>): void
}

type Change = (cart: StoredCart) => Partial<CartContents>

/** The part of `window` that the store uses. */
export type CartHost = EventTarget & { localStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** Shown until the browser's storage can be read: on the server and during hydration. */
export const UNREAD_CART = emptyCart('')

/**
 * @param host called lazily, because a server has no window; reading its `localStorage` may throw where storage is
 * blocked.
 */
export function createCartStore(host: () => CartHost = () => window): CartStore {
  const listeners = new Set<() => void>()
  /** The stored text at the last read: null for nothing, undefined when it can't be read. */
  let text: string | null | undefined
  let cart = UNREAD_CART
  let repairs: Repair[] = []
  /** This tab's last addition: the keys of the cart before and after it. */
  let addition: { from: string; to: string; work: Change } | undefined

  function readText(): string | null | undefined {
    try {
      return host().localStorage.getItem(STORAGE_KEY)
    } catch {
      return undefined
    }
  }

  // When storage is blocked or full the cart lives in memory, as long as the page.
  function write() {
    const next = JSON.stringify(cart)
    try {
      host().localStorage.setItem(STORAGE_KEY, next)
      text = next
    } catch {
      text = readText()
    }
  }

  /** Reads what another tab has written since. */
  function refresh(): boolean {
    const stored = readText()
    if (stored === undefined || (stored === text && cart !== UNREAD_CART)) return false
    text = stored
    const read = readStoredCart(stored, newKey)
    cart = read.cart
    repairs = [...repairs, ...read.repairs]
    if (read.rewrite) write()
    return true
  }

  function notify() {
    for (const listener of listeners) listener()
  }

  function apply(work: Change) {
    const base = cart.checkoutKey
    const { quoted: _, ...kept } = cart
    cart = { ...kept, ...work(cart), base, checkoutKey: newKey() }
    write()
  }

  // Two tabs added to the same cart concurrently: the later write has overwritten this tab's line.
  function addAgain() {
    if (!addition || cart.base !== addition.from || cart.checkoutKey === addition.to) return
    const { work } = addition
    addition = undefined
    apply(work)
  }

  function onOutside(event: Event) {
    // A null key means that the whole storage was cleared.
    const key = 'key' in event ? event.key : null
    if ((key !== null && key !== STORAGE_KEY) || !refresh()) return
    addAgain()
    notify()
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        host().addEventListener('storage', onOutside)
        // A page restored from the back-forward cache has missed storage events.
        host().addEventListener('pageshow', onOutside)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        host().removeEventListener('storage', onOutside)
        host().removeEventListener('pageshow', onOutside)
      }
    },
    current() {
      if (cart === UNREAD_CART && !refresh()) cart = emptyCart(newKey())
      return cart
    },
    takeRepairs() {
      const were = repairs
      repairs = []
      return were
    },
    change(work) {
      refresh()
      addition = undefined
      apply(work)
      notify()
    },
    add(work) {
      refresh()
      const from = cart.checkoutKey
      apply(work)
      addition = { from, to: cart.checkoutKey, work }
      notify()
    },
    markQuoted(quotation) {
      refresh()
      if (cart.quoted === quotation) return
      cart = { ...cart, quoted: quotation }
      write()
      notify()
    },
    see(prices) {
      refresh()
      const inCart = new Set(cart.choices.map(choice => choice.product_id))
      const seen = Object.fromEntries(Object.entries({ ...cart.seen, ...prices }).filter(([id]) => inCart.has(id)))
      if (JSON.stringify(seen) === JSON.stringify(cart.seen)) return
      cart = { ...cart, seen }
      write()
      notify()
    },
  }
}

/** A random UUID, without `crypto.randomUUID`: that is missing on plain http under a name other than localhost. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
