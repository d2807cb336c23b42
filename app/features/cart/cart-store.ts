import { type StoredCart, sameChoices } from './cart.ts'
import { emptyCart, type Repair, readStoredCart } from './stored-cart.ts'

export const STORAGE_KEY = 'alhena.cart'

/** What a cart asks for. */
export type CartContents = Pick<StoredCart, 'choices' | 'code' | 'quotation'>

/** Whether two carts ask for the same, code included. */
export const sameContents = (a: CartContents, b: CartContents): boolean =>
  a.code === b.code && a.quotation === b.quotation && sameChoices(a.choices, b.choices)

/** The cart of this browser, one for all its tabs: a plain external store for useSyncExternalStore. */
export type CartStore = {
  subscribe(listener: () => void): () => void
  current(): StoredCart
  /** What had to be repaired in the storage since this was last asked. */
  takeRepairs(): Repair[]
  /** Changes choices or code and draws a new checkout key, so that the cart is never taken for an earlier one's checkout. */
  change(work: Change): void
  /** A change that means the same on top of another tab's, made at the same moment: then it is made there too. */
  add(work: Change): void
  /** Keeps the base prices (pesos) that were just shown. */
  see(prices: Record<string, number>): void
}

type Change = (cart: StoredCart) => Partial<CartContents>

/** The part of a browser's window that the store uses. */
export type CartHost = EventTarget & { localStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** What is shown before the browser's storage can be read: on the server and while a page comes to life. */
export const UNREAD_CART = emptyCart('')

/** @param host opened late, because a server has no window; reading `localStorage` of it may throw where storage is blocked. */
export function createCartStore(host: () => CartHost = () => window): CartStore {
  const listeners = new Set<() => void>()
  /** What the storage held when it was last looked at: null for nothing, undefined when it can't be read. */
  let text: string | null | undefined
  let cart = UNREAD_CART
  let repairs: Repair[] = []
  /** This tab's last addition: the cart that it started from and the one that it made, by their keys. */
  let addition: { from: string; to: string; work: Change } | undefined

  function readText(): string | null | undefined {
    try {
      return host().localStorage.getItem(STORAGE_KEY)
    } catch {
      return undefined
    }
  }

  // Storage that is blocked or full costs the memory of the cart, not the cart: it lives as long as the page does.
  function write() {
    const next = JSON.stringify(cart)
    try {
      host().localStorage.setItem(STORAGE_KEY, next)
      text = next
    } catch {
      text = readText()
    }
  }

  /** Takes over what another tab has written since. */
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
    cart = { ...cart, ...work(cart), base, checkoutKey: newKey() }
    write()
  }

  // Two tabs added to the same cart, neither having heard of the other: the later writer has covered this tab's line.
  function addAgain() {
    if (!addition || cart.base !== addition.from || cart.checkoutKey === addition.to) return
    const { work } = addition
    addition = undefined
    apply(work)
  }

  function onOutside(event: Event) {
    // A null key means that the storage was emptied whole.
    const key = 'key' in event ? event.key : null
    if ((key !== null && key !== STORAGE_KEY) || !refresh()) return
    addAgain()
    notify()
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        host().addEventListener('storage', onOutside)
        // A page that 'back' brings to life again has missed what happened in between.
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

/** A random UUID. `crypto.randomUUID` is missing where the shop is opened over plain http under a name other than localhost. */
function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
