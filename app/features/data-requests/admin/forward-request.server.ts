import type { Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { kindPhrase } from '#app/features/data-requests/data-requests.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { invitersOf, type OpenRequest } from './staff-requests.db.server.ts'

/**
 * Passes an open request on to whoever invited the person, who decides as the controller, and tells the person. The deadline
 * stays the shop's.
 */
export async function forwardRequest(
  tx: Transaction<DB>,
  request: OpenRequest,
  now: Date,
): Promise<Result<string, { code: 'nobody' | 'forwarded' }>> {
  if (request.forwarded_at !== null) return err({ code: 'forwarded' })
  const inviters = await invitersOf(tx, request.email)
  if (inviters.length === 0) return err({ code: 'nobody' })
  await tx.updateTable('data_requests').set({ forwarded_at: now }).where('id', '=', request.id).execute()
  await writeAudit(tx, {
    action: 'data_request_forwarded',
    entity: 'data_requests',
    entity_id: request.id,
    after: { count: inviters.length },
  })
  const params = {
    numero_solicitud: request.number,
    tipo_solicitud: kindPhrase(request.kind),
    destinatarios: inviters.map(inviter => fullName(inviter)).join(', '),
    fecha_limite_respuesta: formatDate(request.due_at),
  }
  const template = 'data_request_forwarded' as const
  await queueMails(tx, [
    ...inviters.map(({ email, first_name }) => ({
      template,
      recipient: email,
      params: {
        ...params,
        nombre: first_name,
        persona: request.email,
        ...(request.details !== null && { detalle: request.details }),
      },
    })),
    {
      template,
      recipient: request.email,
      params: { ...params, ...(request.person_name !== null && { nombre: request.person_name }) },
    },
  ])
  return ok(`Solicitud derivada a ${params.destinatarios}. Avisamos a la persona.`)
}
