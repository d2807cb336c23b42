import type { Kysely } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { kindPhrase, legalDeadline } from '#app/features/data-requests/data-requests.ts'
import { accountEmail } from '#app/features/identity/identity-schema.server.ts'
import { type Day, dayOf, endOfDay, formatDate, startOfDay } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DataRequestKind } from '#app/platform/database/values.ts'
import { recordFields } from './answer-request.ts'

export type RecordedRequest = {
  kind: DataRequestKind
  received_on: Day
  email: string
  person_name: string | null
  details: string
}

/** The form that records a request which came by letter, call or mail. */
export const recordRequestForm = z.object({
  intent: z.literal('record'),
  ...shapeOf(recordFields),
  email: accountEmail,
  person_name: schemaOf(recordFields.person_name).transform(orNull),
})

/** Records a request that came by letter, call or mail; its time counts from the day it came. The person gets the acknowledgement. @returns its id. @throws Refusal */
export async function recordRequest(
  db: Kysely<DB>,
  { actor, request, now }: { actor: Extract<Actor, { kind: 'admin' }>; request: RecordedRequest; now: Date },
): Promise<string> {
  const { received_on, ...fields } = request
  if (received_on > dayOf(now)) refuse('El día no puede ser posterior a hoy', { field: 'received_on' })
  const receivedAt = received_on === dayOf(now) ? now : new Date(Math.min(+now, +endOfDay(startOfDay(received_on))))
  const dueAt = legalDeadline(fields.kind, receivedAt)
  return asActor(db, actor, async tx => {
    const { id, number } = await tx
      .insertInto('data_requests')
      .values({
        ...fields,
        channel: 'staff',
        received_at: receivedAt,
        acknowledged_at: now,
        due_at: dueAt,
        recorded_by: actor.userId,
        assigned_to: actor.userId,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await writeAudit(tx, { action: 'data_request_recorded', entity: 'data_requests', entity_id: id })
    await queueMail(tx, {
      template: 'privacy_request_received',
      recipient: fields.email,
      params: {
        ...(fields.person_name !== null && { nombre: fields.person_name }),
        numero_solicitud: number,
        tipo_solicitud: kindPhrase(fields.kind),
        fecha_solicitud: formatDate(receivedAt),
        fecha_limite_respuesta: formatDate(dueAt),
      },
    })
    return id
  })
}
