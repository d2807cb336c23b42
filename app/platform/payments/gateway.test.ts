import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { isBuyOrder } from '#app/platform/payments/webpay/webpay-protocol.ts'
import { hrefOf, isApproved, newBuyOrder, refundableClp, type Snapshot } from './gateway.ts'

const paid: Snapshot = {
  status: 'AUTHORIZED',
  amountClp: pesos(1000),
  buyOrder: 'ALH-1',
  sessionId: 'session',
  authorizationCode: '123456',
  cardLast4: '6623',
  paymentTypeCode: 'VN',
  responseCode: 0,
  installments: 0,
  installmentsAmountClp: null,
  balance: null,
  transactionDate: null,
  accountingDate: null,
}

it('makes buy orders of 23 characters that Transbank accepts', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(newBuyOrder(now, bytes => new Uint8Array(bytes).fill(37))).toBe('ALH-MWQCVPC0-5555555555')
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2058-01-01'), noInvalidDate: true }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      (date, bytes) => {
        const buyOrder = newBuyOrder(date, () => bytes)
        expect(buyOrder).toMatch(/^ALH-[0-9A-Z]{8}-[0-9A-HJKMNP-TV-Z]{10}$/)
        expect(isBuyOrder(buyOrder)).toBe(true)
      },
    ),
  )
})

it('approves response code 0 with AUTHORIZED and nothing else', () => {
  expect(isApproved(paid)).toBe(true)
  for (const responseCode of [-1, -5, 1, null]) expect(isApproved({ ...paid, responseCode })).toBe(false)
  for (const status of ['INITIALIZED', 'FAILED', 'REVERSED', 'NULLIFIED', 'PARTIALLY_NULLIFIED', 'CAPTURED'] as const) {
    expect(isApproved({ ...paid, status })).toBe(false)
  }
})

it('returns what can still be refunded, or that it is unknown', () => {
  expect(refundableClp(paid)).toBe(1000)
  expect(refundableClp({ ...paid, status: 'PARTIALLY_NULLIFIED', balance: pesos(400) })).toBe(400)
  expect(refundableClp({ ...paid, status: 'PARTIALLY_NULLIFIED' })).toBeUndefined()
  for (const status of ['INITIALIZED', 'FAILED', 'REVERSED', 'NULLIFIED'] as const) {
    expect(refundableClp({ ...paid, status })).toBe(0)
  }
})

it("keeps the return address's own query", () => {
  const href = hrefOf({ method: 'GET', url: 'https://alhena.example/back?a=1', fields: { token_ws: 'x y' } })
  expect(href).toBe('https://alhena.example/back?a=1&token_ws=x+y')
})
