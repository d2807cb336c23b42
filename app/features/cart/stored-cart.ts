import { isCode } from '#app/features/discounts/discounts.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { type CartChoice, MAX_LINES, mergeChoices, type StoredCart } from './cart.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined

/** An empty cart. */
export const emptyCart = (checkoutKey: string): StoredCart => ({
  version: 1,
  choices: [],
  code: null,
  quotation: null,
  checkoutKey,
  seen: {},
})

/** A defect of a stored cart that changes what the visitor has. */
export type Repair = 'unreadable' | 'lines_lost' | 'lines_cut' | 'lines_changed' | 'code_lost'

/**
 * Reads the cart from browser storage, whoever wrote it: an older release, a person, another program. Never throws.
 * @returns a valid cart, what had to be dropped or changed, and whether the text has to be rewritten.
 */
export function readStoredCart(
  text: string | null,
  newKey: () => string,
): { cart: StoredCart; repairs: Repair[]; rewrite: boolean } {
  if (text === null) return { cart: emptyCart(newKey()), repairs: [], rewrite: false }
  const stored = parseObject(text)
  const lines = listOf(stored?.choices)
  const read = lines.flatMap(readChoice)
  const merged = mergeChoices(read)
  const choices = merged.slice(0, MAX_LINES)
  // Not folded (typed-code.ts): what is stored came from the server's quote.
  const typed = typeof stored?.code === 'string' ? stored.code.trim().toUpperCase() : ''
  const key = readId(stored?.checkoutKey)
  const base = readId(stored?.base)
  const quoted = readId(stored?.quoted)
  const cart: StoredCart = {
    version: 1,
    choices,
    code: isCode(typed) ? typed : null,
    // Carts of earlier releases have none.
    quotation: readId(stored?.quotation) ?? null,
    ...(quoted && { quoted }),
    checkoutKey: key ?? newKey(),
    ...(base && { base }),
    seen: readSeen(stored?.seen),
  }
  const same =
    stored?.version === 1 && key !== undefined && stored.code === cart.code && isSameList(stored.choices, choices)
  if (same) return { cart, repairs: [], rewrite: false }
  const repairs: Repair[] = []
  if (!stored || (stored.choices !== undefined && !Array.isArray(stored.choices))) repairs.push('unreadable')
  if (read.length < lines.length) repairs.push('lines_lost')
  if (merged.length > MAX_LINES) repairs.push('lines_cut')
  if (merged.length < read.length || isChanged(lines, read)) repairs.push('lines_changed')
  if (typed !== '' && cart.code === null) repairs.push('code_lost')
  // Repaired choices make another cart, which must not reuse the earlier one's key and is not what was quoted.
  const { quoted: _, ...repaired } = cart
  return { cart: { ...repaired, checkoutKey: newKey() }, repairs, rewrite: true }
}

/** Whether a readable line has other seats than the stored text. */
function isChanged(lines: readonly unknown[], read: readonly CartChoice[]): boolean {
  const readable = lines.filter(line => readChoice(line).length > 0)
  return read.some(({ seats }, at) => {
    const line = readable[at]
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
  const repeats = readId(value.repeats)
  return [{ product_id, mode: 'business', seats: Math.min(Math.max(seats, 1), MAX_SEATS), ...(repeats && { repeats }) }]
}

const isSameList = (stored: unknown, choices: readonly CartChoice[]): boolean =>
  Array.isArray(stored) &&
  stored.length === choices.length &&
  choices.every(({ product_id, mode, seats }, at) => {
    const other: unknown = stored[at]
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
