import { z } from 'zod'
import { fromClock } from '#app/kernel/dates.ts'
import { orNull, schemaOf } from '#app/kit/forms/schema.ts'
import { breachFields, proposedNotifyBy } from './data-breaches.ts'

const WRONG = 'Escribe una fecha y hora, como 21-11-2026 15:05'

const moment = (
  name: 'known_at' | 'occurred_at' | 'notify_by' | 'agency_notified_at' | 'people_notified_at' | 'buyers_notified_at',
) =>
  schemaOf(breachFields[name]).transform((typed, context) => {
    if (typed === '') return null
    const at = fromClock(typed)
    if (at !== undefined) return at
    context.addIssue({ code: 'custom', message: WRONG })
    return z.NEVER
  })

const breach = {
  title: schemaOf(breachFields.title),
  known_at: moment('known_at').pipe(z.date(WRONG)),
  occurred_at: moment('occurred_at'),
  notify_by: moment('notify_by'),
  description: schemaOf(breachFields.description),
  data_categories: schemaOf(breachFields.data_categories),
  people: schemaOf(breachFields.people),
  consequences: schemaOf(breachFields.consequences),
  measures: schemaOf(breachFields.measures),
  agency_notified_at: moment('agency_notified_at'),
  people_notified_at: moment('people_notified_at'),
  buyers_notified_at: moment('buyers_notified_at'),
  told: schemaOf(breachFields.told).transform(orNull),
  /** The box that closes it. */
  closed: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform(box => box === 'on'),
}

/** The form of a breach's page. */
export const breachForm = z
  .object({ intent: z.literal('save'), ...breach })
  .refine(({ closed, told }) => !closed || told !== null, {
    path: ['told'],
    error: 'Para cerrarla, escribe a quién se avisó o por qué no hacía falta',
  })
  .refine(({ known_at, occurred_at }) => occurred_at === null || occurred_at <= known_at, {
    path: ['occurred_at'],
    error: 'No pudo ocurrir después de saberse',
  })
  .transform(({ intent, notify_by, ...form }) => ({
    intent,
    ...form,
    notify_by: notify_by ?? proposedNotifyBy(form.known_at),
  }))

export type BreachCommand = z.output<typeof breachForm>
