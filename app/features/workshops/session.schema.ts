import { z } from 'zod'
import { fromSantiago } from '#app/kernel/dates.ts'
import { MAX_MINUTES, MIN_MINUTES, SESSION_LIMITS } from './workshops.ts'

/** Controls, and marks that turn the direction of text around; lines stay. PostgreSQL takes no NUL. */
const UNWANTED = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

const text = (most: number) =>
  z
    .string()
    .default('')
    .transform(typed => typed.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, ' ').trim())
    .pipe(z.string().max(most, `Usa ${most} caracteres como máximo`))

const revision = z.coerce.number().int().min(0).max(2_147_483_647)

const LINK = /^https:\/\/[^\s"<>]+$/

/** What staff writes about a session. `revision`: of the one that was on the screen; 0 for none. */
const sessionForm = z
  .object({
    intent: z.literal('set'),
    revision,
    day: z.string('Elige el día').regex(/^\d{4}-\d{2}-\d{2}$/, 'Elige el día'),
    time: z.string('Elige la hora').regex(/^\d{2}:\d{2}$/, 'Elige la hora'),
    minutes: z.coerce
      .number('Escribe los minutos')
      .int('Escribe minutos enteros')
      .min(MIN_MINUTES, `Al menos ${MIN_MINUTES} minutos`)
      .max(MAX_MINUTES, `${MAX_MINUTES} minutos como máximo`),
    place: text(SESSION_LIMITS.place),
    link: text(SESSION_LIMITS.link).refine(
      given => given === '' || LINK.test(given),
      'Escribe una dirección que comience con https://',
    ),
    notes: text(SESSION_LIMITS.notes),
  })
  .superRefine((given, context) => {
    if (given.place === '' && given.link === '') {
      context.addIssue({ code: 'custom', path: ['place'], message: 'Escribe el lugar o el enlace' })
    }
  })
  .transform((given, context) => {
    const startsAt = fromSantiago(given.day, given.time)
    if (startsAt) return { ...given, startsAt }
    context.addIssue({ code: 'custom', path: ['time'], message: 'Ese día no tiene esa hora en Santiago' })
    return z.NEVER
  })

export type SessionForm = z.infer<typeof sessionForm>

/** The forms of a session's page. */
export const sessionIntents = {
  set: sessionForm,
  cancel: z.object({ intent: z.literal('cancel'), revision }),
  confirm: z.object({ intent: z.literal('confirm'), accessIds: z.array(z.uuid()).min(1).max(1000) }),
} as const
