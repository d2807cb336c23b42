import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addChoice,
  badgeText,
  type CartChoice,
  MAX_LINES,
  mergeChoices,
  removeChoiceAt,
  totalItems,
  updateChoiceAt,
} from './cart.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'

const self = (product_id: string): CartChoice => ({ product_id, mode: 'self', seats: 1 })
const business = (product_id: string, seats: number): CartChoice => ({ product_id, mode: 'business', seats })

describe('adding', () => {
  // shows: S4.9, S4.10
  it('appends a new product or mode', () => {
    const { choices, outcome } = addChoice([self(A)], business(A, 3))
    expect(outcome).toBe('added')
    expect(choices).toEqual([self(A), business(A, 3)])
  })

  // shows: S4.10
  it('joins the line of the same product and mode', () => {
    expect(addChoice([business(A, 3), self(B)], business(A, 4))).toEqual({
      choices: [business(A, 7), self(B)],
      outcome: 'merged',
    })
  })

  it('leaves self mode at one seat and joined seats at the maximum', () => {
    expect(addChoice([self(A)], self(A)).choices).toEqual([self(A)])
    expect(addChoice([], { ...self(A), seats: 7 }).choices).toEqual([self(A)])
    expect(addChoice([business(A, 600)], business(A, 600)).choices).toEqual([business(A, 1000)])
  })

  it('refuses one line more than the maximum, but joins into a full cart', () => {
    const full = Array.from({ length: MAX_LINES }, (_, at) => self(A.slice(0, -2) + String(at).padStart(2, '0')))
    expect(addChoice(full, self(B))).toEqual({ choices: full, outcome: 'full' })
    expect(addChoice(full, full[3] ?? self(B)).outcome).toBe('merged')
  })
})

describe('changing and removing', () => {
  // shows: S4.9
  it('changes only the line at the index', () => {
    expect(updateChoiceAt([self(A), business(B, 2)], 1, { seats: 5 })).toEqual([self(A), business(B, 5)])
    expect(updateChoiceAt([self(A)], 4, { seats: 5 })).toEqual([self(A)])
  })

  it('joins a line whose new mode makes it equal to another one', () => {
    expect(updateChoiceAt([self(A), self(B), business(A, 4)], 0, { mode: 'business', seats: 2 })).toEqual([
      business(A, 6),
      self(B),
    ])
  })

  // shows: S4.15
  it('resets the seats when business mode is switched off', () => {
    expect(updateChoiceAt([business(A, 40)], 0, { mode: 'self' })).toEqual([self(A)])
  })

  // shows: S4.9
  it('removes by index', () => {
    expect(removeChoiceAt([self(A), self(B)], 0)).toEqual([self(B)])
    expect(removeChoiceAt([self(A)], 7)).toEqual([self(A)])
  })
})

describe('counts', () => {
  // shows: S9.10
  it('adds up the seats', () => {
    expect(totalItems([self(A), business(B, 12)])).toBe(13)
  })

  // shows: S2.27, S9.11
  it.each([
    [0, undefined],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [50_000, '99+'],
  ])('shows %i on the button as %j', (items, text) => {
    expect(badgeText(items)).toBe(text)
  })
})

describe('merging any list of choices', () => {
  const choice = fc.record({
    product_id: fc.constantFrom(A, B),
    mode: fc.constantFrom('self' as const, 'business' as const),
    seats: fc.integer({ min: 1, max: 1000 }),
  })

  it('leaves one line per product and mode, and merging again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(choice), choices => {
        const merged = mergeChoices(choices)
        const keys = merged.map(line => `${line.product_id}/${line.mode}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(keys)).toEqual(new Set(choices.map(line => `${line.product_id}/${line.mode}`)))
        expect(mergeChoices(merged)).toEqual(merged)
      }),
    )
  })
})
