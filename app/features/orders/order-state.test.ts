import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { nextStep } from './orders.ts'
import { instalmentsText, paymentText } from './payment-text.ts'

it.each([
  ['pending', undefined, 'pay'],
  ['pending', 'initiated', 'pay'],
  ['pending', 'expired', 'pay'],
  ['pending', 'committing', 'wait'],
  ['pending', 'unknown', 'wait'],
  ['pending', 'manual_resolution', 'wait'],
  ['paid', 'paid', 'use'],
  ['failed', 'rejected', 'buy_again'],
  ['refunded', 'refunded', 'none'],
] as const)('maps an order in state %s with last attempt %s to %s', (status, attempt, step) => {
  expect(nextStep(status, attempt)).toBe(step)
})

it.each([
  [{ gateway: 'free', payment_type_code: null, card_last4: null, installments: null }, 'Sin cobro'],
  [
    { gateway: 'webpay', payment_type_code: 'VD', card_last4: '6623', installments: 0 },
    'Webpay, tarjeta de débito terminada en 6623',
  ],
  [
    { gateway: 'simulator', payment_type_code: 'VC', card_last4: '0002', installments: 3 },
    'Pago simulado, tarjeta de crédito terminada en 0002, 3 cuotas',
  ],
  [{ gateway: 'webpay', payment_type_code: 'VP', card_last4: null, installments: null }, 'Webpay, tarjeta de prepago'],
])('shows how an order was paid: %j', (payment, text) => expect(paymentText(payment)).toBe(text))

it.each([
  ['VN', 0, null, 'Sin cuotas'],
  ['VC', 6, null, 'Cuotas normales, 6'],
  ['VC', 6, pesos(20_834), 'Cuotas normales, 6 de $20.834'],
  ['SI', 3, pesos(41_666), '3 cuotas sin interés de $41.666'],
  ['S2', 2, pesos(62_500), '2 cuotas sin interés de $62.500'],
  ['NC', 10, pesos(12_500), 'Cuotas sin interés, 10 de $12.500'],
  ['VD', 0, null, undefined],
  ['VP', 0, null, undefined],
  [null, null, null, undefined],
] as const)('shows the instalments of %s with %s of %s', (code, installments, amount, text) => {
  const payment = { gateway: 'webpay', payment_type_code: code, card_last4: '6623' }
  expect(instalmentsText({ ...payment, installments, installments_amount_clp: amount })).toBe(text)
})
