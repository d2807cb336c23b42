import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import {
  blockPersonalData,
  erasePersonalData,
  objectToMails,
} from '#app/features/data-requests/data-requests.server.ts'
import { CLAIM_WORKING_DAYS, extendedDeadline, kindPhrase } from '#app/features/data-requests/data-requests.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { storableJson } from '#app/kernel/text.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { queueMail, queueMails } from '#app/mails/outbox.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CarriedOut, extensionFields, fulfilFields, refusalFields } from './answer-request.ts'
import { findInviters, lockOpenRequest, type OpenRequest } from './staff-requests.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

/** The forms of a request's page. */
export const requestForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('take') }),
  z.object({ intent: z.literal('forward') }),
  z.object({ intent: z.literal('extend'), ...shapeOf(extensionFields) }),
  z.object({ intent: z.literal('fulfil'), ...shapeOf(fulfilFields) }),
  z.object({ intent: z.literal('refuse'), ...shapeOf(refusalFields) }),
])

export type RequestCommand = z.output<typeof requestForm>

/**
 * Takes, extends, fulfils or refuses an open request. The person is told by mail; who, when and what are the proof. A fulfilled
 * request may have the shop erase, block or stop mails in the same transaction.
 * @returns what was done, for the staff. @throws Refusal
 */
export function answerRequest(
  db: Kysely<DB>,
  { actor, id, command, now }: { actor: Admin; id: string; command: RequestCommand; now: Date },
): Promise<string> {
  return asActor(db, actor, async tx => {
    const request = await lockOpenRequest(tx, id)
    if (!request) refuse('No se guardó: otra persona ya la respondió. Mira abajo cómo quedó.')
    switch (command.intent) {
      case 'take':
        await tx.updateTable('data_requests').set({ assigned_to: actor.userId }).where('id', '=', id).execute()
        await writeAudit(tx, { action: 'data_request_assigned', entity: 'data_requests', entity_id: id })
        return 'Ahora respondes tú esta solicitud.'
      case 'forward':
        return forwardRequest(tx, request, now)
      case 'extend':
        return extend(tx, request, command.extension_reason, now)
      case 'fulfil':
        return fulfil(tx, actor, request, command, now)
      case 'refuse':
        return decline(tx, actor, request, command.reason, now)
    }
  })
}

const named = ({ person_name, number, kind }: OpenRequest) => ({
  ...(person_name !== null && { nombre: person_name }),
  numero_solicitud: number,
  tipo_solicitud: kindPhrase(kind),
})

/**
 * Passes an open request on to whoever invited the person, who decides as the controller, and tells the person. The deadline
 * stays the shop's.
 */
async function forwardRequest(tx: Transaction<DB>, request: OpenRequest, now: Date): Promise<string> {
  if (request.forwarded_at !== null) refuse('Esta solicitud ya se derivó.')
  const inviters = await findInviters(tx, request.email)
  if (inviters.length === 0) refuse('Con este correo no hay invitaciones de nadie: no hay a quién derivarla.')
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
  return `Solicitud derivada a ${params.destinatarios}. Avisamos a la persona.`
}

async function extend(tx: Transaction<DB>, request: OpenRequest, reason: string, now: Date): Promise<string> {
  if (request.kind === 'blocking') refuse('El plazo de un bloqueo no se puede extender.')
  if (request.extended_at !== null) refuse('El plazo ya se extendió una vez, y la ley no permite otra.')
  if (request.due_at <= now) refuse('El plazo ya venció: solo se puede extender antes.')
  const due = extendedDeadline(request.due_at)
  await tx
    .updateTable('data_requests')
    .set({ due_at: due, extended_at: now, extension_reason: reason })
    .where('id', '=', request.id)
    .execute()
  await writeAudit(tx, {
    action: 'data_request_extended',
    entity: 'data_requests',
    entity_id: request.id,
    before: { due_at: request.due_at },
    after: { due_at: due },
  })
  await queueMail(tx, {
    template: 'data_request_extended',
    recipient: request.email,
    params: { ...named(request), fecha_limite_respuesta: formatDate(due), motivo_prorroga: reason },
  })
  return `Plazo extendido hasta el ${formatDate(due)}. Avisamos a la persona.`
}

async function fulfil(
  tx: Transaction<DB>,
  actor: Admin,
  request: OpenRequest,
  { carry_out, answer }: Extract<RequestCommand, { intent: 'fulfil' }>,
  now: Date,
): Promise<string> {
  const done = await carryOut(tx, carry_out, request.email, now)
  await close(tx, request.id, { status: 'done', answer, proof: { carried_out: carry_out, ...done }, actor, now })
  await queueMail(tx, {
    template: 'data_request_done',
    recipient: request.email,
    params: { ...named(request), respuesta: answer },
  })
  return 'Solicitud cumplida. Avisamos a la persona.'
}

async function carryOut(tx: Transaction<DB>, what: CarriedOut, email: string, now: Date): Promise<object> {
  switch (what) {
    case 'nothing':
      return {}
    case 'erase':
      return erasePersonalData(tx, { email, now })
    case 'block':
      return { accesses: await blockPersonalData(tx, { email, blocked: true, now }) }
    case 'unblock':
      return { accesses: await blockPersonalData(tx, { email, blocked: false, now }) }
    case 'stop-mails':
      await objectToMails(tx, { email, objected: true, now })
      return {}
  }
}

async function decline(
  tx: Transaction<DB>,
  actor: Admin,
  request: OpenRequest,
  reason: string,
  now: Date,
): Promise<string> {
  await close(tx, request.id, { status: 'refused', answer: reason, proof: null, actor, now })
  await queueMail(tx, {
    template: 'data_request_refused',
    recipient: request.email,
    params: { ...named(request), motivo_negativa: reason, dias_reclamo: String(CLAIM_WORKING_DAYS) },
  })
  return 'Solicitud rechazada. Enviamos el motivo a la persona.'
}

async function close(
  tx: Transaction<DB>,
  id: string,
  closed: { status: 'done' | 'refused'; answer: string; proof: object | null; actor: Admin; now: Date },
): Promise<void> {
  const { status, answer, proof, actor, now } = closed
  await tx
    .updateTable('data_requests')
    .set({ status, answer, answered_at: now, answered_by: actor.userId, proof: proof && storableJson(proof) })
    .where('id', '=', id)
    .execute()
  // Without the words: the request itself has them, and it is deleted when nothing needs its proof.
  await writeAudit(tx, {
    action: status === 'done' ? 'data_request_done' : 'data_request_refused',
    entity: 'data_requests',
    entity_id: id,
    ...(proof && { after: proof }),
  })
}
