import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { fromClock } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { orNull, schemaOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
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

/** Breaches on a page; a shop with more has other troubles. */
const MAX_SHOWN = 200

/** The register of breaches, newest first. For the staff. */
export const listBreaches = (tx: Transaction<DB>) =>
  tx
    .selectFrom('data_breaches')
    .select(['id', 'title', 'known_at', 'notify_by', 'people', 'agency_notified_at', 'people_notified_at', 'closed_at'])
    .orderBy('known_at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()

export const findBreach = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom('data_breaches').selectAll().where('id', '=', id).executeTakeFirst()

/** Records a breach, or changes one. A new deadline lets the owner be warned again. @returns its id */
export function saveBreach(
  db: Kysely<DB>,
  {
    actor,
    id,
    command,
    now,
  }: { actor: Extract<Actor, { kind: 'admin' }>; id: string | undefined; command: BreachCommand; now: Date },
): Promise<string> {
  const { intent: _, closed, ...fields } = command
  return asActor(db, actor, async tx => {
    if (id === undefined) {
      const added = await tx
        .insertInto('data_breaches')
        .values({ ...fields, closed_at: closed ? now : null, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(tx, {
        action: 'data_breach_recorded',
        entity: 'data_breaches',
        entity_id: added.id,
        after: fields,
      })
      return added.id
    }
    const before = await findBreach(tx, id)
    if (!before) refuse('Esta brecha ya no existe.')
    const isLater = +before.notify_by !== +fields.notify_by
    await tx
      .updateTable('data_breaches')
      .set({
        ...fields,
        closed_at: closed ? (before.closed_at ?? now) : null,
        updated_at: now,
        ...(isLater && { warned_at: null }),
      })
      .where('id', '=', id)
      .execute()
    const old = Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(fields, name)))
    await writeAudit(tx, {
      action: 'data_breach_changed',
      entity: 'data_breaches',
      entity_id: id,
      before: old,
      after: fields,
    })
    return id
  })
}
