import { isCode, normalizeCode } from '#app/features/discounts/discounts.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { type CartChoice, MAX_LINES, mergeChoices, type StoredCart } from './cart.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A cart with nothing in it. */
export const emptyCart = (checkoutKey: string): StoredCart => ({
  version: 1,
  choices: [],
  code: null,
  quotation: null,
  checkoutKey,
  seen: {},
})

/** What was wrong with a stored cart, as far as it changes what the visitor has. */
export type Repair = 'unreadable' | 'lines_lost' | 'lines_cut' | 'lines_changed' | 'code_lost'

/**
 * Reads what browser storage holds, whoever wrote it: an older release, a person's hand, another program. Never throws.
 * @returns a valid cart, what had to be dropped or changed, so that it can be told, and whether the text has to be written anew.
 */
export function readStoredCart(
  text: string | null,
  newKey: () => string,
): { cart: StoredCart; repairs: Repair[]; rewrite: boolean } {
  if (text === null) return { cart: emptyCart(newKey()), repairs: [], rewrite: false }
  const kept = parseObject(text)
  const lines = listOf(kept?.choices)
  const read = lines.flatMap(readChoice)
  const merged = mergeChoices(read)
  const choices = merged.slice(0, MAX_LINES)
  const typed = typeof kept?.code === 'string' ? normalizeCode(kept.code) : ''
  const key = typeof kept?.checkoutKey === 'string' && UUID.test(kept.checkoutKey) ? kept.checkoutKey : undefined
  const cart: StoredCart = {
    version: 1,
    choices,
    code: isCode(typed) ? typed : null,
    // Carts of earlier releases have none.
    quotation: typeof kept?.quotation === 'string' && UUID.test(kept.quotation) ? kept.quotation : null,
    checkoutKey: key ?? newKey(),
    ...(typeof kept?.base === 'string' && UUID.test(kept.base) && { base: kept.base }),
    seen: readSeen(kept?.seen),
  }
  const same = kept?.version === 1 && key !== undefined && kept.code === cart.code && isSameList(kept.choices, choices)
  if (same) return { cart, repairs: [], rewrite: false }
  const repairs: Repair[] = []
  if (!kept || (kept.choices !== undefined && !Array.isArray(kept.choices))) repairs.push('unreadable')
  if (read.length < lines.length) repairs.push('lines_lost')
  if (merged.length > MAX_LINES) repairs.push('lines_cut')
  if (merged.length < read.length || isChanged(lines, read)) repairs.push('lines_changed')
  if (typed !== '' && cart.code === null) repairs.push('code_lost')
  // Repaired choices are another cart: the key of the earlier one must not stand for them.
  return { cart: { ...cart, checkoutKey: newKey() }, repairs, rewrite: true }
}

/** Whether a line that could be read asks for other seats than it said. */
function isChanged(lines: readonly unknown[], read: readonly CartChoice[]): boolean {
  const said = lines.filter(line => readChoice(line).length > 0)
  return read.some(({ seats }, at) => {
    const line = said[at]
    return isObject(line) && line.seats !== seats
  })
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
