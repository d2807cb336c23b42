import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { compareDay, type DayToCompare, dayState, type UnknownMovement } from './compare-day.ts'
import type { ComparedPayment, ReportedMovement } from './compare-payment.ts'

const DAY = '2026-11-20'
const NEXT = '2026-11-21'

const movement = (change: Partial<ReportedMovement> = {}): ReportedMovement => {
  const amount = change.amount ?? pesos(10_000)
  return { id: 'm', source: 'sales', kind: 'sale', day: DAY, amount, total: amount, ...change }
}
const payment = (change: Partial<ComparedPayment> = {}): ComparedPayment => ({
  id: 'p',
  orderId: 'o',
  reference: 'ALH-1',
  authorizationCode: '001234',
  day: DAY,
  amount: pesos(10_000),
  isPaid: true,
  isReversed: false,
  refunds: [],
  movements: [],
  ...change,
})
const compare = (payments: ComparedPayment[], change: Partial<DayToCompare> = {}) =>
  compareDay({ day: DAY, isCovered: true, payments, unknown: [], ...change })
const kinds = (payments: ComparedPayment[], change: Partial<DayToCompare> = {}) =>
  compare(payments, change).differences.map(({ kind, our, their }) => [kind, our, their])

describe('a payment', () => {
  it('that both sides have makes no difference, also when midnight lies between them', () => {
    const both = payment({ movements: [movement({ day: NEXT })] })
    expect(compare([both])).toEqual({
      figures: {
        payment_count: 1,
        payments_clp: 10_000,
        refunds_clp: 0,
        reported_count: 1,
        reported_clp: 10_000,
        reported_refunds_clp: 0,
        settled_clp: 0,
      },
      differences: [],
      isWaiting: false,
    })
    expect(compare([both], { day: NEXT }).figures).toMatchObject({ payment_count: 0, reported_count: 0 })
  })

  it('that is not there is a difference on a covered day, and waits on another', () => {
    expect(kinds([payment()])).toEqual([['missing_there', 10_000, null]])
    expect(compare([payment()], { isCovered: false })).toMatchObject({ differences: [], isWaiting: true })
    const settled = payment({ movements: [movement({ source: 'settlement' })] })
    expect(compare([settled], { isCovered: false })).toMatchObject({ differences: [], isWaiting: false })
  })

  it('that is there and not paid here is a difference, unless it was given back there', () => {
    const unpaid = payment({ isPaid: false, movements: [movement()] })
    expect(compare([unpaid])).toMatchObject({
      differences: [{ kind: 'missing_here', orderId: 'o', their: 10_000, subject: 'here:m' }],
      figures: { payment_count: 0, reported_count: 1, reported_clp: 10_000 },
    })
    expect(kinds([payment({ isPaid: false, movements: [movement(), movement({ id: 'r', kind: 'refund' })] })])).toEqual(
      [],
    )
  })

  it('that has another amount there is one difference, in whichever report', () => {
    expect(kinds([payment({ movements: [movement({ amount: pesos(9000) })] })])).toEqual([
      ['other_amount', 10_000, 9000],
    ])
    const settled = movement({ id: 's', source: 'settlement', amount: pesos(9000) })
    expect(kinds([payment({ movements: [movement(), settled] })])).toEqual([['other_amount', 10_000, 9000]])
  })

  it('that is there twice was charged twice', () => {
    expect(kinds([payment({ movements: [movement(), movement({ id: 'm2' })] })])).toEqual([
      ['missing_here', null, 10_000],
    ])
  })

  it('in instalments is settled in parts, never above its amount', () => {
    const part = (id: string) => movement({ id, source: 'settlement', amount: pesos(5000), total: pesos(10_000) })
    const two = payment({ movements: [movement(), part('a'), part('b')] })
    expect(compare([two])).toMatchObject({ differences: [], figures: { settled_clp: 10_000 } })
    expect(kinds([payment({ movements: [movement(), part('a'), part('b'), part('c')] })])).toEqual([
      ['other_amount', 10_000, 15_000],
    ])
  })
})

describe('refunds', () => {
  const sold = movement()
  const back = (id: string, amount: number, change: Partial<ReportedMovement> = {}) =>
    movement({ id, kind: 'refund', amount: pesos(amount), ...change })
  const refund = (id: string, amount: number, day: typeof DAY | typeof NEXT = DAY) => ({
    id,
    day,
    amount: pesos(amount),
  })

  it('pair by amount, counted once though both reports have them', () => {
    const both = payment({
      refunds: [refund('a', 3000), refund('b', 2000)],
      movements: [sold, back('x', 2000), back('y', 3000), back('z', 3000, { source: 'settlement' })],
    })
    expect(compare([both])).toMatchObject({
      differences: [],
      figures: { refunds_clp: 5000, reported_refunds_clp: 5000 },
    })
  })

  it('are the same money when the bank made one of our two', () => {
    expect(
      kinds([payment({ refunds: [refund('a', 3000), refund('b', 2000)], movements: [sold, back('x', 5000)] })]),
    ).toEqual([])
  })

  it('differ on their own days', () => {
    const here = payment({ refunds: [refund('a', 3000, NEXT)], movements: [sold] })
    expect(kinds([here])).toEqual([])
    expect(kinds([here], { day: NEXT })).toEqual([['refund_missing_there', 3000, null]])
    expect(kinds([payment({ movements: [sold, back('x', 3000, { day: NEXT })] })], { day: NEXT })).toEqual([
      ['refund_missing_here', null, 3000],
    ])
    expect(kinds([payment({ refunds: [refund('a', 3000)], movements: [sold, back('x', 2000)] })])).toEqual([
      ['refund_other_amount', 3000, 2000],
    ])
  })

  it('of a reversal may be left out there together with the sale', () => {
    const reversed = payment({ isReversed: true, refunds: [refund('a', 10_000)] })
    expect(compare([reversed])).toMatchObject({
      differences: [],
      figures: { payment_count: 0, payments_clp: 0, refunds_clp: 0 },
    })
    expect(kinds([{ ...reversed, movements: [sold] }])).toEqual([['refund_missing_there', 10_000, null]])
  })
})

it('lists what is there and unknown here once, though both reports have it', () => {
  const unknown = (change: Partial<UnknownMovement>): UnknownMovement => ({
    ...movement(change),
    reference: null,
    authorizationCode: '777777',
    ...change,
  })
  const part = { source: 'settlement', amount: pesos(5000), total: pesos(10_000) } as const
  const strangers = [unknown({ id: 'a' }), unknown({ id: 'b', ...part }), unknown({ id: 'c', kind: 'charge' })]
  expect(compare([], { unknown: strangers })).toMatchObject({
    differences: [
      { kind: 'missing_here', subject: 'here:a', attemptId: null, their: 10_000, authorizationCode: '777777' },
    ],
    figures: { reported_count: 1, reported_clp: 10_000 },
  })
  expect(kinds([], { unknown: [unknown({ id: 'b', ...part }), unknown({ id: 'd', ...part })] })).toHaveLength(1)
})

it('a day is reconciled when nothing is open and nothing waits', () => {
  const day = { isCovered: true, isWaiting: false, open: 0, payments: 2 }
  expect(dayState(day)).toBe('reconciled')
  expect(dayState({ ...day, open: 1 })).toBe('different')
  expect(dayState({ ...day, isCovered: false })).toBe('reconciled')
  expect(dayState({ ...day, isCovered: false, isWaiting: true })).toBe('waiting')
  expect(dayState({ ...day, isCovered: false, payments: 0 })).toBe('waiting')
})
