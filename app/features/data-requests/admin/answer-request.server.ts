import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import {
  blockPersonalData,
  erasePersonalData,
  objectToMails,
} from '#app/features/data-requests/data-requests.db.server.ts'
import { CLAIM_WORKING_DAYS, extendedDeadline, kindPhrase } from '#app/features/data-requests/data-requests.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { storableJson } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import type { RequestCommand } from './answer-request.schema.ts'
import type { CarriedOut } from './answer-request.ts'
import { forwardRequest } from './forward-request.server.ts'
import { lockOpenRequest, type OpenRequest } from './staff-requests.db.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

export type AnswerRequestFailure = {
  /** `not_open`: answered meanwhile. `extended`, `overdue`, `short`: the deadline can't be extended (again, any more, at all). `nobody`, `forwarded`: nobody to pass it on to, or done. */
  code: 'not_open' | 'extended' | 'overdue' | 'short' | 'nobody' | 'forwarded'
}

/**
 * Takes, extends, fulfils or refuses an open request. The person is told by mail; who, when and what are the proof. A fulfilled
 * request may have the shop erase, block or stop mails in the same transaction.
 */
export function answerRequest(
  db: Kysely<DB>,
  { actor, id, command, now }: { actor: Admin; id: string; command: RequestCommand; now: Date },
): Promise<Result<string, AnswerRequestFailure>> {
  return asActor(db, actor, async tx => {
    const request = await lockOpenRequest(tx, id)
    if (!request) return err({ code: 'not_open' })
    switch (command.intent) {
      case 'take':
        await tx.updateTable('data_requests').set({ assigned_to: actor.userId }).where('id', '=', id).execute()
        await writeAudit(tx, { action: 'data_request_assigned', entity: 'data_requests', entity_id: id })
        return ok('Ahora respondes tú esta solicitud.')
      case 'forward':
        return forwardRequest(tx, request, now)
      case 'extend':
        return extend(tx, request, command.extension_reason, now)
      case 'fulfil':
        return fulfil(tx, actor, request, command, now)
      case 'refuse':
        return refuse(tx, actor, request, command.reason, now)
    }
  })
}

const named = ({ person_name, number, kind }: OpenRequest) => ({
  ...(person_name !== null && { nombre: person_name }),
  numero_solicitud: number,
  tipo_solicitud: kindPhrase(kind),
})

async function extend(
  tx: Transaction<DB>,
  request: OpenRequest,
  reason: string,
  now: Date,
): Promise<Result<string, AnswerRequestFailure>> {
  if (request.kind === 'blocking') return err({ code: 'short' })
  if (request.extended_at !== null) return err({ code: 'extended' })
  if (request.due_at <= now) return err({ code: 'overdue' })
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
  return ok(`Plazo extendido hasta el ${formatDate(due)}. Avisamos a la persona.`)
}

async function fulfil(
  tx: Transaction<DB>,
  actor: Admin,
  request: OpenRequest,
  { carry_out, answer }: Extract<RequestCommand, { intent: 'fulfil' }>,
  now: Date,
): Promise<Result<string, AnswerRequestFailure>> {
  const done = await carryOut(tx, carry_out, request.email, now)
  await close(tx, request.id, { status: 'done', answer, proof: { carried_out: carry_out, ...done }, actor, now })
  await queueMail(tx, {
    template: 'data_request_done',
    recipient: request.email,
    params: { ...named(request), respuesta: answer },
  })
  return ok('Solicitud cumplida. Avisamos a la persona.')
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

async function refuse(
  tx: Transaction<DB>,
  actor: Admin,
  request: OpenRequest,
  reason: string,
  now: Date,
): Promise<Result<string, AnswerRequestFailure>> {
  await close(tx, request.id, { status: 'refused', answer: reason, proof: null, actor, now })
  await queueMail(tx, {
    template: 'data_request_refused',
    recipient: request.email,
    params: { ...named(request), motivo_negativa: reason, dias_reclamo: String(CLAIM_WORKING_DAYS) },
  })
  return ok('Solicitud rechazada. Enviamos el motivo a la persona.')
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
