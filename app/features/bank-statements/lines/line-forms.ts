import { z } from 'zod'
import { stepUpPassword } from '#app/features/identity/identity.schema.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { asideFields, type LINE_INTENTS, returnFields } from './line-fields.ts'

/** Credits that are taken together for one order. */
const MOST_TOGETHER = 10

/** The forms of a credit's page, one per `intent`. */
export const lineForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('settle'),
    order: z.uuid('Elige la orden'),
    with: z.array(z.uuid()).max(MOST_TOGETHER, 'Son demasiados abonos para una orden'),
    surplus: z.literal('on').optional().catch(undefined),
    password: stepUpPassword,
  }),
  z.object({ intent: z.literal('set-aside'), note: schemaOf(asideFields.note) }),
  z.object({ intent: z.literal('return'), note: schemaOf(returnFields.note), password: stepUpPassword }),
  z.object({ intent: z.literal('take-back') }),
  z.object({ intent: z.literal('return-surplus'), password: stepUpPassword }),
]) satisfies z.ZodType<{ intent: (typeof LINE_INTENTS)[number] }>

/** Credits that are confirmed at once. */
export const MOST_PAIRS = 100

const pair = z
  .string()
  .regex(/^[0-9a-f-]{36} [0-9a-f-]{36}$/)
  .transform(text => text.split(' '))
  .pipe(z.tuple([z.uuid(), z.uuid()]))

/** The confirmation of sure proposals: pairs of a credit and its order. */
export const confirmForm = z.object({
  pair: z.array(pair).min(1, 'Elige al menos un abono').max(MOST_PAIRS),
  password: stepUpPassword,
})
