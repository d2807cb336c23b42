import { expect, it } from 'vitest'
import { nextStep } from './orders.ts'
import { paymentText } from './payment-text.ts'

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
