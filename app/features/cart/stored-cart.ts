import { isCode, normalizeCode } from '#app/features/discounts/discounts.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { type CartChoice, MAX_LINES, mergeChoices, type StoredCart } from './cart.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A cart with nothing in it. */
export const emptyCart = (checkoutKey: string): StoredCart => ({
  version: 1,
  choices: [],
  code: null,
  checkoutKey,
  seen: {},
})

/**
 * Reads what browser storage holds, whoever wrote it: an older release, a person's hand, another program. Never throws.
 * @returns a valid cart, and whether anything in the text had to be dropped or changed, so that it can be told.
 */
export function readStoredCart(text: string | null, newKey: () => string): { cart: StoredCart; repaired: boolean } {
  if (text === null) return { cart: emptyCart(newKey()), repaired: false }
  const kept = parseObject(text)
  const choices = mergeChoices(listOf(kept?.choices).flatMap(readChoice)).slice(0, MAX_LINES)
  const typed = typeof kept?.code === 'string' ? normalizeCode(kept.code) : ''
  const key = typeof kept?.checkoutKey === 'string' && UUID.test(kept.checkoutKey) ? kept.checkoutKey : undefined
  const cart: StoredCart = {
    version: 1,
    choices,
    code: isCode(typed) ? typed : null,
    checkoutKey: key ?? newKey(),
    seen: readSeen(kept?.seen),
  }
  const same = kept?.version === 1 && key !== undefined && kept.code === cart.code && isSameList(kept.choices, choices)
  // Repaired choices are another cart: the key of the earlier one must not stand for them.
  return same ? { cart, repaired: false } : { cart: { ...cart, checkoutKey: newKey() }, repaired: true }
}

type Unknowns = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Unknowns =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function parseObject(text: string): Unknowns | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readChoice(value: unknown): CartChoice[] {
  if (!isObject(value) || typeof value.product_id !== 'string') return []
  const product_id = value.product_id.toLowerCase()
  if (!UUID.test(product_id)) return []
  if (value.mode === 'self') return [{ product_id, mode: 'self', seats: 1 }]
  if (value.mode !== 'business') return []
  const seats = typeof value.seats === 'number' && Number.isFinite(value.seats) ? Math.trunc(value.seats) : 1
  return [{ product_id, mode: 'business', seats: Math.min(Math.max(seats, 1), MAX_SEATS) }]
}

const isSameList = (kept: unknown, choices: readonly CartChoice[]): boolean =>
  Array.isArray(kept) &&
  kept.length === choices.length &&
  choices.every(({ product_id, mode, seats }, at) => {
    const other: unknown = kept[at]
    return isObject(other) && other.product_id === product_id && other.mode === mode && other.seats === seats
  })

const readSeen = (value: unknown): Record<string, number> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] =>
            UUID.test(entry[0]) && Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0,
        ),
      )
    : {}
