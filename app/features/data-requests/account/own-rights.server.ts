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
import { kindPhrase, legalDeadline } from '#app/features/data-requests/data-requests.ts'
import { formatDate, MINUTE_MS } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
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

export const SIGNED_OUT = 'La página se cerró por seguridad. Pide otro enlace para continuar.'

const TOO_MANY = 'Ya tienes diez solicitudes por responder. Espera la respuesta o escríbenos por correo.'

const missing = () => new Refusal('Esa evaluación ya no está entre tus datos.')
const unchanged = () => new Refusal('No había nada que cambiar.')

/**
 * Carries out a right of the actor at once (correct, block, erase, object), or records it for the staff with its legal
 * deadline. Every one is a request with a number; those that are carried out are closed with their proof.
 * @returns what was done, in Spanish. @throws Refusal
 */
export async function exerciseRight(db: Kysely<DB>, actor: DataSubject, right: OwnRight, now: Date): Promise<string> {
  const done = await asActor(db, actor, async tx => {
    const data = await ownPersonalData(tx)
    if (!data) refuse(SIGNED_OUT)
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
        return 'Volverás a recibir invitaciones y recordatorios en este correo.'
      case 'ask':
        return ask(subject, right.kind, right.details)
    }
  })
  if (done instanceof Refusal) throw done
  return done
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
  if (!(await correctPersonalData(tx, correction, now))) throw missing()
  const done = 'Corregimos tu nombre, área y cargo en esa evaluación.'
  await recordDone(tx, 'rectification', done, now, {
    access_id: form.access_id,
    fields: ['first_name', 'last_name', 'department', 'job_role'],
  })
  return done
}

async function block({ tx, now }: Subject, blocked: boolean) {
  const changed = await blockPersonalData(tx, { blocked, now })
  if (changed === 0) throw unchanged()
  const count = countOf(changed, 'evaluación', 'evaluaciones')
  if (!blocked) return `Quitaste el bloqueo de ${count}.`
  const done = `Bloqueamos ${count}: nadie más que tú puede leer sus respuestas y resultados, y no te enviaremos mensajes sobre ellas.`
  await recordDone(tx, 'blocking', done, now, { accesses: changed })
  return done
}

async function erase({ tx, now, data }: Subject, accessId: string | null) {
  if (accessId !== null && !data.accesses.some(({ id }) => id === accessId)) throw missing()
  const erased = await erasePersonalData(tx, { accessId, now })
  if (erased.accesses + erased.plan_actions === 0) throw unchanged()
  const answers = `Borramos tus datos de ${countOf(erased.accesses, 'evaluación', 'evaluaciones')} y ${countOf(erased.answers, 'respuesta', 'respuestas')}.`
  const named = `Quitamos tu nombre de ${countOf(erased.plan_actions, 'acción de un plan', 'acciones de planes')}.`
  const done = [...(erased.accesses > 0 ? [answers] : []), ...(erased.plan_actions > 0 ? [named] : [])].join(' ')
  const { number } = await recordDone(tx, 'erasure', done, now, erased)
  // What the person can show; it names nothing that was erased.
  await queueMail(tx, {
    template: 'data_request_done',
    recipient: data.email,
    params: { numero_solicitud: number, tipo_solicitud: kindPhrase('erasure'), respuesta: done },
  })
  return done
}

/**
 * Stops mails and blocks the data at once; whether they are erased is decided by a person. Where that person can't be asked,
 * because of too many open requests, mails stop all the same: the refusal is returned, so that nothing is rolled back.
 */
async function object(subject: Subject, details: string) {
  const { tx, data, now } = subject
  await objectToMails(tx, { objected: true, now })
  await blockPersonalData(tx, { blocked: true, now })
  return hasTooManyOpen(data) ? new Refusal(TOO_MANY) : ask(subject, 'objection', details)
}

const hasTooManyOpen = ({ requests }: PersonalData): boolean =>
  requests.filter(({ status }) => status === 'open').length >= MAX_OPEN

async function ask({ tx, data, now }: Subject, kind: DataRequestKind, details: string) {
  if (hasTooManyOpen(data)) refuse(TOO_MANY)
  const dueAt = legalDeadline(kind, now)
  const filed = await fileDataRequest(tx, { kind, details, dueAt, now })
  if (!filed) refuse(SIGNED_OUT)
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
  return `Recibimos tu solicitud ${filed.number}. Te responderemos a más tardar el ${formatDate(dueAt)}.`
}

/** Records a request that the shop has carried out. @throws Refusal where the session has ended meanwhile */
async function recordDone(tx: Transaction<DB>, kind: DataRequestKind, answer: string, now: Date, proof: unknown) {
  const filed = await fileDataRequest(tx, { kind, dueAt: legalDeadline(kind, now), answer, proof, now })
  return filed ?? refuse(SIGNED_OUT)
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
  await fileDataRequest(tx, { kind, dueAt: legalDeadline(kind, now), answer: SHOWN[way], proof: { format: way }, now })
}
