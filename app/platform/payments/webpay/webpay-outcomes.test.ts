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

it('parses a refund code without anything else, and believes no refund without its balance', () => {
  const nullified = (code: number) => refundOutcome({ status: 200, body: { type: 'NULLIFIED', response_code: code } })
  expect(nullified(310)).toEqual({ kind: 'declined', code: 'already_refunded' })
  expect(nullified(0)).toEqual({ kind: 'unknown', reason: 'unreadable' })
})

it('parses the known refund refusals', () => {
  expect(refundOutcome(refused('Transaction not found', 400))).toEqual({ kind: 'declined', code: 'not_found' })
  expect(refundOutcome(refused('Something new'))).toEqual({ kind: 'declined', code: 'other' })
  expect(refundOutcome(refused('Api mismatch error, required version is 1.2')).kind).toBe('unknown')
})

it('asks for the status when a commit is refused for any end but an abort', () => {
  expect(confirmOutcome(refused(MESSAGES.aborted))).toEqual({ kind: 'notConfirmable', code: 'ended' })
  expect(confirmOutcome(refused('Transaction has an invalid finished state: authorized')).kind).toBe('alreadyProcessed')
})

it.each([
  ['0522', '2019-05-22T16:41:21.063Z', '2019-05-22'],
  ['0102', '2026-12-31T23:30:00Z', '2027-01-02'],
  ['1231', '2027-01-01T03:30:00Z', '2026-12-31'],
  ['0229', '2028-03-01T12:00:00Z', '2028-02-29'],
  ['1340', '2026-11-24T12:00:00Z', null],
  ['24-11', '2026-11-24T12:00:00Z', null],
])('reads the accounting day %s of %s as %s', (accounting_date, transaction_date, day) => {
  expect(confirmOutcome(success({ accounting_date, transaction_date }))).toMatchObject({
    kind: 'approved',
    snapshot: { accountingDate: day },
  })
})

it('approves a payment whose details are unreadable', () => {
  const odd = { accounting_date: 1124, transaction_date: 'yesterday', installments_amount: '1.000' }
  expect(confirmOutcome(success(odd))).toMatchObject({
    kind: 'approved',
    snapshot: { accountingDate: null, transactionDate: null, installmentsAmountClp: null },
  })
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
