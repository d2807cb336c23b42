import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CartChoice } from './cart.ts'
import { createCartStore } from './cart-store.ts'
import { leaveIfBought } from './quoting.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const QUOTATION = '00000000-0000-4000-8000-0000000000c0'
const line: CartChoice = { product_id: A, mode: 'business', seats: 5 }

let store: ReturnType<typeof createCartStore>
/** The carts that the shop was asked about. */
let asked: unknown[]

/** The shop says this of the quotation that a cart names; `meanwhile` happens before its answer arrives. */
function answerWith(quotation: object, meanwhile: () => void = () => undefined) {
  asked = []
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    meanwhile()
    return Response.json({ quotation })
  })
}

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
afterEach(() => vi.unstubAllGlobals())

const BOUGHT = { state: 'bought', number: 'COT-2026-000001', is_same: true }

describe('a cart of a quotation that was paid by its link', () => {
  it('is emptied where the quotation was made of it', async () => {
    store.markQuoted(QUOTATION)
    answerWith(BOUGHT)
    expect(await leaveIfBought(store)).toBe('COT-2026-000001')
    expect(asked).toEqual([{ intent: 'quote', choices: [line], code: 'DEMO20', quotation: QUOTATION }])
    expect(store.current()).toMatchObject({ choices: [], code: null, quotation: null })
  })

  it('is emptied where it was opened from the quotation', async () => {
    store.change(() => ({ quotation: QUOTATION }))
    answerWith(BOUGHT)
    expect(await leaveIfBought(store)).toBe('COT-2026-000001')
    expect(store.current().choices).toEqual([])
  })

  it.each([
    ['is not paid', { ...BOUGHT, state: 'applied', is_same: undefined }],
    ['has other lines', { ...BOUGHT, is_same: false }],
    ["is another buyer's", { state: 'not_found', id: QUOTATION }],
  ])('stays where the quotation %s', async (_, about) => {
    store.markQuoted(QUOTATION)
    const before = store.current()
    answerWith(about)
    expect(await leaveIfBought(store)).toBeUndefined()
    expect(store.current()).toEqual(before)
  })

  it('stays with what is added to it, before the answer and while it comes', async () => {
    store.markQuoted(QUOTATION)
    answerWith(BOUGHT, () => store.change(() => ({ choices: [{ ...line, seats: 6 }] })))
    expect(await leaveIfBought(store)).toBeUndefined()
    expect(store.current().choices).toEqual([{ ...line, seats: 6 }])
    answerWith(BOUGHT)
    expect(await leaveIfBought(store)).toBeUndefined()
    expect(asked).toEqual([])
  })
})
