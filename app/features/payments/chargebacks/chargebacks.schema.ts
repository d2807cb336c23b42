import { z } from 'zod'
import { stepUpPassword } from '#app/features/identity/identity.schema.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { ACCESS_CHOICES, answerFields, chargebackFields, settleChargebackFields } from './chargebacks.ts'

const understood = z
  .literal('on')
  .optional()
  .catch(undefined)
  .transform(box => box === 'on')
const accesses = z.enum(ACCESS_CHOICES, 'Elige qué pasa con los accesos')

/** The form that records a chargeback of an order. */
export const recordForm = z.object({
  intent: z.literal('record'),
  ...shapeOf(chargebackFields),
  reference: schemaOf(chargebackFields.reference).transform(orNull),
  note: schemaOf(chargebackFields.note).transform(orNull),
  accesses,
  understood,
  password: stepUpPassword,
})

/** The forms of a chargeback's page. */
export const chargebackForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), ...shapeOf(answerFields) }),
  z.object({
    intent: z.literal('settle'),
    result: z.enum(['won', 'lost'], 'Elige qué resolvió el banco'),
    ...shapeOf(settleChargebackFields),
    // Missing where the accesses are revoked already.
    accesses: accesses.default('keep'),
    understood,
    password: stepUpPassword,
  }),
])
