import { z } from 'zod'
import { fromClock, toClock } from '#app/kernel/dates.ts'
import { schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { sessionFields } from './workshops.ts'

const revision = z.coerce.number().int().min(0).max(2_147_483_647)

const LINK = /^https:\/\/[^\s"<>]+$/

/** The staff's input for a session. `revision`: the one that was shown; 0 for none. */
export const sessionForm = z
  .object({
    intent: z.literal('set'),
    revision,
    time: z.string('Elige la hora').regex(/^\d{2}:\d{2}$/, 'Elige la hora'),
    ...shapeOf(sessionFields),
    link: schemaOf(sessionFields.link).refine(
      link => link === '' || LINK.test(link),
      'Escribe una dirección que comience con https://',
    ),
  })
  .superRefine((input, context) => {
    if (input.place === '' && input.link === '') {
      context.addIssue({ code: 'custom', path: ['place'], message: 'Escribe el lugar o el enlace' })
    }
  })
  .transform((input, context) => {
    const clock = `${input.day}T${input.time}`
    const startsAt = fromClock(clock)
    if (startsAt && toClock(startsAt) === clock) return { ...input, startsAt }
    context.addIssue({ code: 'custom', path: ['time'], message: 'Ese día no tiene esa hora en Santiago' })
    return z.NEVER
  })

export type SessionForm = z.infer<typeof sessionForm>

/** The forms of a session's page. */
export const sessionIntent = z.discriminatedUnion('intent', [
  sessionForm,
  z.object({ intent: z.literal('cancel'), revision }),
  z.object({ intent: z.literal('confirm'), person: z.array(z.uuid()).max(1000) }),
])
export const SESSION_INTENTS = ['set', 'cancel', 'confirm'] as const
