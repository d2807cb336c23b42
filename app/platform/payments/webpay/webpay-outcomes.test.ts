import fc from 'fast-check'
import { expect, it } from 'vitest'
import { confirmOutcome, queryResult, refundOutcome, startResult } from './webpay-outcomes.ts'
import { type Answer, MESSAGES } from './webpay-protocol.ts'

const sold = {
  vci: 'TSY',
  amount: 10_000,
  status: 'AUTHORIZED',
  buy_order: 'ALH-1',
  session_id: 'session',
  card_detail: { card_number: '6623' },
  accounting_date: '0522',
  transaction_date: '2019-05-22T16:41:21.063Z',
  authorization_code: '1213',
  payment_type_code: 'VN',
  response_code: 0,
  installments_number: 0,
}
const success = (change: object): Answer => ({ status: 200, body: { ...sold, ...change } })
const refused = (message: string, status = 422): Answer => ({ status, body: { error_message: message } })

it("parses the manual's example", () => {
  expect(confirmOutcome(success({}))).toMatchObject({
    kind: 'approved',
    snapshot: { amountClp: 10_000, cardLast4: '6623', transactionDate: new Date('2019-05-22T16:41:21.063Z') },
  })
})

it('stores the last four digits of a full card number', () => {
  const outcome = confirmOutcome(success({ card_detail: { card_number: '4051885600446623' } }))
  expect(outcome).toMatchObject({ snapshot: { cardLast4: '6623' } })
  expect(JSON.stringify(outcome)).not.toContain('4051')
})

it.each<[string, Answer]>([
  ['FAILED with code 0', success({ status: 'FAILED' })],
  ['AUTHORIZED with a rejection code', success({ response_code: -1 })],
  ['AUTHORIZED without a code', success({ response_code: null })],
  ['a status of tomorrow', success({ status: 'SOMETHING_NEW' })],
  ['half a peso', success({ amount: 0.5 })],
  ['an empty body', { status: 200, body: {} }],
  ['another interface version', refused('Api mismatch error, required version is 1.2')],
  ['a redirect', { status: 302, body: undefined }],
  ['too many requests', refused(MESSAGES.locked, 429)],
])('treats %s neither as an approval nor as a rejection', (_, answer) => {
  expect(confirmOutcome(answer).kind).toBe('unknown')
})

it.each([
  [53, 'partial_with_instalments'],
  [284, 'period_exceeded'],
  [310, 'already_refunded'],
  [311, 'over_balance'],
  [274, 'not_found'],
  [999, 'other'],
])('parses the refund code %s', (code, expected) => {
  const body = { type: 'NULLIFIED', response_code: code, balance: 1000, nullified_amount: 0 }
  expect(refundOutcome({ status: 200, body })).toEqual({ kind: 'declined', code: expected })
})

it('parses the known refund refusals', () => {
  expect(refundOutcome(refused('Transaction not found', 400))).toEqual({ kind: 'declined', code: 'not_found' })
  expect(refundOutcome(refused('Something new'))).toEqual({ kind: 'declined', code: 'other' })
  expect(refundOutcome(refused('Api mismatch error, required version is 1.2')).kind).toBe('unknown')
})

it('never throws on any input, and approves only explicit approvals', () => {
  const answer = fc.oneof(fc.constant('lost' as const), fc.record({ status: fc.integer(), body: fc.anything() }))
  fc.assert(
    fc.property(answer, input => {
      expect(confirmOutcome(input).kind).not.toBe('approved')
      expect(queryResult(input).ok).toBe(false)
      expect(startResult(input, 'GET').ok).toBe(false)
      expect(refundOutcome(input).kind).not.toBe('refunded')
    }),
  )
})
