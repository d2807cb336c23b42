import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { type MovementToMatch, matchMovements, type PaymentToMatch } from './compare-day.ts'

const payment = (change: Partial<PaymentToMatch> = {}): PaymentToMatch => ({
  id: 'p',
  reference: 'ALH-1',
  authorizationCode: '001234',
  cardLast4: '6623',
  amount: pesos(10_000),
  day: '2026-11-20',
  ...change,
})
const movement = (change: Partial<MovementToMatch> = {}): MovementToMatch => ({
  id: 'm',
  kind: 'sale',
  reference: null,
  authorizationCode: '001234',
  cardLast4: null,
  total: pesos(10_000),
  day: '2026-11-20',
  ...change,
})
const match = (one: MovementToMatch, payments: PaymentToMatch[]) => matchMovements([one], payments)[0]

it('matches by our reference, whatever amount, code and day are', () => {
  const named = movement({ reference: 'alh-1', authorizationCode: null, total: pesos(1), day: '2026-12-31' })
  expect(match(named, [payment()])).toEqual({ movementId: 'm', paymentId: 'p', by: 'reference' })
})

it('takes no other payment for a reference that is not ours', () => {
  expect(match(movement({ reference: 'OTRA-1' }), [payment()])).toBeUndefined()
})

it('matches by code, card and day where there is no reference', () => {
  expect(match(movement(), [payment()])).toMatchObject({ paymentId: 'p', by: 'authorization' })
  expect(match(movement({ day: '2026-11-22' }), [payment()])).toBeDefined()
  expect(match(movement({ day: '2026-11-23' }), [payment()])).toBeUndefined()
  expect(match(movement({ cardLast4: '7763' }), [payment()])).toBeUndefined()
  expect(match(movement({ authorizationCode: '009999' }), [payment()])).toBeUndefined()
  expect(match(movement({ authorizationCode: null }), [payment({ authorizationCode: null })])).toBeUndefined()
})

it('prefers the same amount, and chooses none of several', () => {
  const other = payment({ id: 'q', reference: 'ALH-2', amount: pesos(5000) })
  expect(match(movement(), [other, payment()])).toMatchObject({ paymentId: 'p' })
  expect(match(movement({ total: pesos(7000) }), [payment()])).toMatchObject({ paymentId: 'p' })
  expect(match(movement({ total: pesos(7000) }), [other, payment()])).toBeUndefined()
  expect(match(movement(), [payment({ id: 'r', reference: 'ALH-3' }), payment()])).toBeUndefined()
})

it('matches refunds for months after the sale, up to its amount', () => {
  const refund = (change: Partial<MovementToMatch>) => movement({ kind: 'refund', day: '2027-02-10', ...change })
  expect(match(refund({ total: pesos(4000) }), [payment()])).toMatchObject({ paymentId: 'p' })
  expect(match(refund({ total: pesos(10_001) }), [payment()])).toBeUndefined()
  expect(match(refund({ day: '2026-11-01' }), [payment()])).toBeUndefined()
})
