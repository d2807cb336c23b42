import { z } from 'zod'
import { PASSWORD_MISSING } from '#app/features/identity/identity.schema.ts'
import { parseDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { lineField, optionalLineField } from '#app/platform/http/one-line.ts'
import { HELD_DAYS } from './staff-order.ts'

const MOST_PESOS = 1_000_000_000_000

/** Pesos as people type them: `100000`, `100.000`, `$100.000`. */
const amount = z
  .string()
  .default('')
  .transform((typed, context) => {
    const text = typed.replaceAll(/[\s$]/g, '')
    const value = /^(\d{1,13}|\d{1,3}(\.\d{3}){1,4})$/.test(text) ? Number(text.replaceAll('.', '')) : Number.NaN
    if (Number.isSafeInteger(value) && value > 0 && value <= MOST_PESOS) return pesos(value)
    context.addIssue({ code: 'custom', message: 'Ingresa un monto en pesos, como 100.000' })
    return z.NEVER
  })

const reason = lineField(300).pipe(z.string().min(1, 'Escribe el motivo: se lo contamos a quien compró'))

/** Days that an order waits, as a select sends them; what makes no sense is a week. */
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

const seen = z.coerce.number().int().min(0).max(MOST_PESOS).transform(pesos)

const refundForm = z.discriminatedUnion('kind', [
  z.object({
    intent: z.literal('refund'),
    kind: z.literal('whole'),
    reason,
    seen,
    understood: z.literal('on', 'Confirma que entiendes lo que se revoca'),
  }),
  z.object({ intent: z.literal('refund'), kind: z.literal('part'), reason, seen, amount }),
])

/** The forms of an order's page, one per `intent`. */
export const staffOrderForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend-receipt') }),
  refundForm,
  z.object({
    intent: z.literal('register-payment'),
    method: z.enum(['transfer', 'purchase_order'], 'Elige cómo pagó'),
    amount,
    paid_on: paidOn,
    reference: lineField(80).pipe(z.string().min(1, 'Escribe el número de la transferencia o de la orden de compra')),
    note: optionalLineField(500),
    password: z.string(PASSWORD_MISSING).min(1, PASSWORD_MISSING),
  }),
  z.object({ intent: z.literal('keep-open'), days: heldDays }),
  z.object({ intent: z.literal('cancel'), reason: optionalLineField(300) }),
])
