import { z } from 'zod'
import { MAX_CODE } from '#app/features/cart/cart.ts'
import { noteForms } from '#app/features/clients/client-schema.server.ts'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { checkoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { pesos } from '#app/kernel/money.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { FINDINGS } from './resolution.ts'
import {
  cancelFields,
  heldFields,
  LOSS_NOT_CONFIRMED,
  MAX_PESOS,
  paymentFields,
  refundFields,
  settleFields,
} from './staff-order.ts'

/** Days that an order waits, as a select sends them; an invalid value means a week. */
const heldDays = schemaOf(heldFields.days).transform(Number).catch(7)

/** Why an order is cancelled; its buyer reads it. */
export const cancelReason = schemaOf(cancelFields.reason).transform(orNull)

const seen = z.coerce.number().int().min(0).max(MAX_PESOS).transform(pesos)

// Whether the password or the confirmation is needed depends on the refundable balance, which only the order knows.
const refund = {
  intent: z.literal('refund'),
  reason: schemaOf(refundFields.reason),
  seen,
  password: reauthenticationPassword,
  by_hand: z.literal('on').optional().catch(undefined),
}
const understood = z.literal('on', LOSS_NOT_CONFIRMED)

const refundForm = z.discriminatedUnion(
  'kind',
  [
    z.object({ ...refund, kind: z.literal('whole'), understood }),
    z.object({
      ...refund,
      kind: z.literal('part'),
      amount: schemaOf(refundFields.amount),
      understood: understood.optional().catch(undefined),
    }),
  ],
  'Elige cuánto se devuelve',
)

/**
 * The form that makes an order of a quotation. The client accepted the terms with the quotation, which the administrator confirms.
 */
export const quotedOrderForm = z.intersection(
  z.object({ days: heldDays, accepted: z.literal('on', 'Confirma que el cliente aceptó') }),
  z.preprocess(form => Object.assign({ terms: 'on' }, form), checkoutForm),
)

/** The form that makes an order without a quotation; its lines are read by `readLines`. */
export const handOrderForm = z.intersection(
  z.looseObject({
    client: z.uuid('Elige a quien compra'),
    key: z.uuid('Recarga la página e inténtalo otra vez'),
    total: z.coerce.number().int().min(0).max(MAX_PESOS),
    code: z.string().max(MAX_CODE).transform(orNull),
    days: heldDays,
    accepted: z.literal('on', 'Confirma que el cliente aceptó'),
  }),
  z.preprocess(form => Object.assign({ terms: 'on' }, form), checkoutForm),
)

/** The forms of an order's page, one per `intent`. */
export const staffOrderForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend-receipt') }),
  refundForm,
  z.object({
    intent: z.literal('register-payment'),
    ...shapeOf(paymentFields),
    note: schemaOf(paymentFields.note).transform(orNull),
    password: reauthenticationPassword,
  }),
  z.object({ intent: z.literal('keep-open'), days: heldDays }),
  z.object({ intent: z.literal('cancel'), reason: cancelReason }),
  z.object({ intent: z.literal('ask-gateway'), attempt: z.uuid() }),
  z.object({
    intent: z.literal('resolve-payment'),
    attempt: z.uuid(),
    finding: z.enum(FINDINGS, 'Elige qué pasó'),
    ...shapeOf(settleFields),
    password: reauthenticationPassword,
  }),
  ...noteForms,
])
