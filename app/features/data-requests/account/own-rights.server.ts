import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import {
  blockPersonalData,
  type Correction,
  correctPersonalData,
  erasePersonalData,
  fileDataRequest,
  filedLately,
  objectToMails,
} from '#app/features/data-requests/data-requests.server.ts'
import { deadlineOf, kindPhrase } from '#app/features/data-requests/data-requests.ts'
import { formatDate, MINUTE_MS } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DataRequestKind } from '#app/platform/database/values.ts'
import { askFields, correctionFields, ERASE_WORD, objectionFields } from './own-rights.ts'
import { type DataSubject, ownPersonalData } from './personal-data.server.ts'
import type { PersonalData } from './personal-data.ts'

const access_id = z.uuid()

/** The forms of the page of the own data. */
export const ownRightForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('correct'), access_id, ...shapeOf(correctionFields) }),
  z.object({ intent: z.literal('block') }),
  z.object({ intent: z.literal('unblock') }),
  z.object({ intent: z.literal('object'), ...shapeOf(objectionFields) }),
  z.object({ intent: z.literal('withdraw-objection') }),
  z.object({
    intent: z.literal('erase'),
    /** Absent: all of them. */
    access_id: access_id.nullable().catch(null),
    word: z
      .string()
      .default('')
      .refine(typed => typed.trim().toUpperCase() === ERASE_WORD, `Escribe ${ERASE_WORD} para confirmar`),
  }),
  z.object({ intent: z.literal('ask'), kind: schemaOf(askFields.kind), details: schemaOf(askFields.details) }),
])

export type OwnRight = z.output<typeof ownRightForm>

/** Open requests that one mailbox may have; more would only hide the earlier ones. */
const MAX_OPEN = 10

export type OwnRightFailure = {
  /** `signed_out`: the session has ended. `missing`: no such access of the person. `too_many`: too many open requests. */
  code: 'signed_out' | 'missing' | 'nothing' | 'too_many'
}

/**
 * Carries out a right of the actor at once (correct, block, erase, object), or records it for the staff with its legal
 * deadline. Every one is a request with a number; those that are carried out are closed with their proof.
 * @returns what was done, in Spanish.
 */
export function exerciseRight(
  db: Kysely<DB>,
  actor: DataSubject,
  right: OwnRight,
  now: Date,
): Promise<Result<string, OwnRightFailure>> {
  return asActor(db, actor, async tx => {
    const data = await ownPersonalData(tx)
    if (!data) return err({ code: 'signed_out' })
    const subject = { tx, data, now }
    switch (right.intent) {
      case 'correct':
        return correct(subject, right)
      case 'block':
        return block(subject, true)
      case 'unblock':
        return block(subject, false)
      case 'erase':
        return erase(subject, right.access_id)
      case 'object':
        return object(subject, right.details)
      case 'withdraw-objection':
        await objectToMails(tx, { objected: false, now })
        return ok('Volverás a recibir invitaciones y recordatorios en este correo.')
      case 'ask':
        return ask(subject, right.kind, right.details)
    }
  })
}

type Subject = { tx: Transaction<DB>; data: PersonalData; now: Date }

async function correct({ tx, now }: Subject, form: Extract<OwnRight, { intent: 'correct' }>) {
  const correction: Correction = {
    accessId: form.access_id,
    firstName: form.first_name,
    lastName: form.last_name,
    department: form.department,
    jobRole: form.job_role,
  }
  if (!(await correctPersonalData(tx, correction, now))) return err({ code: 'missing' as const })
  return textOf(
    await closed(tx, 'rectification', 'Corregimos tu nombre, área y cargo en esa evaluación.', now, {
      access_id: form.access_id,
      fields: ['first_name', 'last_name', 'department', 'job_role'],
    }),
  )
}

async function block({ tx, now }: Subject, blocked: boolean) {
  const changed = await blockPersonalData(tx, { blocked, now })
  if (changed === 0) return err({ code: 'nothing' as const })
  const count = countOf(changed, 'evaluación', 'evaluaciones')
  if (!blocked) return ok(`Quitaste el bloqueo de ${count}.`)
  const done = `Bloqueamos ${count}: nadie más que tú puede leer sus respuestas y resultados, y no te enviaremos mensajes sobre ellas.`
  return textOf(await closed(tx, 'blocking', done, now, { accesses: changed }))
}

async function erase({ tx, now, data }: Subject, accessId: string | null) {
  if (accessId !== null && !data.accesses.some(({ id }) => id === accessId)) return err({ code: 'missing' as const })
  const erased = await erasePersonalData(tx, { accessId, now })
  if (erased.accesses === 0) return err({ code: 'nothing' as const })
  const done = `Borramos tus datos de ${countOf(erased.accesses, 'evaluación', 'evaluaciones')} y ${countOf(erased.answers, 'respuesta', 'respuestas')}.`
  const filed = await closed(tx, 'erasure', done, now, erased)
  if (!filed.ok) return filed
  // What the person can show; it names nothing that was erased.
  await queueMail(tx, {
    template: 'data_request_done',
    recipient: data.email,
    params: { numero_solicitud: filed.value.number, tipo_solicitud: kindPhrase('erasure'), respuesta: done },
  })
  return ok(done)
}

/** Mails stop and the data are blocked at once; whether they are erased is decided by a person. */
async function object(subject: Subject, details: string) {
  const { tx, now } = subject
  await objectToMails(tx, { objected: true, now })
  await blockPersonalData(tx, { blocked: true, now })
  return ask(subject, 'objection', details)
}

async function ask({ tx, data, now }: Subject, kind: DataRequestKind, details: string) {
  if (data.requests.filter(({ status }) => status === 'open').length >= MAX_OPEN)
    return err({ code: 'too_many' as const })
  const dueAt = deadlineOf(kind, now)
  const filed = await fileDataRequest(tx, { kind, details, dueAt, now })
  if (!filed) return err({ code: 'signed_out' as const })
  await queueMail(tx, {
    template: 'privacy_request_received',
    recipient: data.email,
    params: {
      numero_solicitud: filed.number,
      tipo_solicitud: kindPhrase(kind),
      fecha_solicitud: formatDate(now),
      fecha_limite_respuesta: formatDate(dueAt),
    },
  })
  return ok(`Recibimos tu solicitud ${filed.number}. Te responderemos a más tardar el ${formatDate(dueAt)}.`)
}

type Closed = { number: string; text: string }

const textOf = (filed: Result<Closed, OwnRightFailure>): Result<string, OwnRightFailure> =>
  filed.ok ? ok(filed.value.text) : filed

/** Records a request that the shop has carried out. */
async function closed(
  tx: Transaction<DB>,
  kind: DataRequestKind,
  text: string,
  now: Date,
  proof: unknown,
): Promise<Result<Closed, OwnRightFailure>> {
  const filed = await fileDataRequest(tx, { kind, dueAt: deadlineOf(kind, now), answer: text, proof, now })
  return filed ? ok({ number: filed.number, text }) : err({ code: 'signed_out' })
}

/** Minutes in which looking or downloading again is the same request. */
const SAME_MINUTES = 10

const SHOWN = {
  access: 'Mostramos en pantalla todos los datos que guardamos, y quién puede leerlos.',
  pdf: 'Entregamos una copia legible de todos los datos que guardamos.',
  json: 'Entregamos todos los datos en un archivo para máquinas.',
} as const

/** Records that the actor saw or downloaded the own data, once in ten minutes for each right. */
export async function recordAccess(tx: Transaction<DB>, way: keyof typeof SHOWN, now: Date): Promise<void> {
  const kind = way === 'json' ? 'portability' : 'access'
  if (await filedLately(tx, kind, new Date(now.getTime() - SAME_MINUTES * MINUTE_MS))) return
  await fileDataRequest(tx, { kind, dueAt: deadlineOf(kind, now), answer: SHOWN[way], proof: { format: way }, now })
}
