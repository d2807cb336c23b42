import { z } from 'zod'
import { noteText } from '#app/features/identity/clients/client.schema.ts'
import { currentPassword } from '#app/features/identity/identity.schema.ts'
import { orNull, schemaOf, shapeOf } from '#app/forms/schema.ts'
import { parseDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { lineField } from '#app/platform/http/one-line.ts'
import { FINDINGS } from './review.ts'
import { cancelFields, HELD_DAYS, LOSS_NOT_CONFIRMED, MAX_PESOS, paymentFields, refundFields } from './staff-order.ts'

/** Days that an order waits, as a select sends them; an invalid value means a week. */
export const heldDays = z.coerce.number().pipe(z.literal(HELD_DAYS)).catch(7)

const paidOn = z
  .string()
  .default('')
  .transform((typed, context) => {
    const day = parseDay(typed)
    if (day) return day
    context.addIssue({ code: 'custom', message: 'Ingresa el día del pago' })
    return z.NEVER
  })

/** Why an order is cancelled; its buyer reads it. */
export const cancelReason = schemaOf(cancelFields.reason).transform(orNull)

const seen = z.coerce.number().int().min(0).max(MAX_PESOS).transform(pesos)

// Whether the password or the confirmation is needed depends on the refundable balance, which only the order knows.
const refund = {
  intent: z.literal('refund'),
  reason: schemaOf(refundFields.reason),
  seen,
  password: z.string().default(''),
  by_hand: z.literal('on').optional().catch(undefined),
}
const understood = z.literal('on', LOSS_NOT_CONFIRMED)

const refundForm = z.discriminatedUnion('kind', [
  z.object({ ...refund, kind: z.literal('whole'), understood }),
  z.object({
    ...refund,
    kind: z.literal('part'),
    amount: schemaOf(refundFields.amount),
    understood: understood.optional().catch(undefined),
  }),
])

/** The forms of an order's page, one per `intent`. */
export const staffOrderForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend-receipt') }),
  refundForm,
  z.object({
    intent: z.literal('register-payment'),
    ...shapeOf(paymentFields),
    note: schemaOf(paymentFields.note).transform(orNull),
    paid_on: paidOn,
    password: currentPassword,
  }),
  z.object({ intent: z.literal('keep-open'), days: heldDays }),
  z.object({ intent: z.literal('cancel'), reason: cancelReason }),
  z.object({ intent: z.literal('ask-gateway'), attempt: z.uuid() }),
  z.object({
    intent: z.literal('settle-review'),
    attempt: z.uuid(),
    finding: z.enum(FINDINGS, 'Elige qué pasó'),
    note: lineField(300).pipe(z.string().min(1, 'Escribe qué viste y dónde')),
    password: currentPassword,
  }),
  z.object({ intent: z.literal('add-note'), body: noteText }),
  z.object({ intent: z.literal('delete-note'), note: z.uuid() }),
])
