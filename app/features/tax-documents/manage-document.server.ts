import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { type Day, dayOf } from '#app/kernel/dates.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DocumentReceiver } from '#app/platform/tax-documents/tax-documents.ts'
import { mailIssued } from './document-mails.server.ts'
import { lockDocument } from './staff-documents.server.ts'
import { forgetFiles, keepFiles } from './tax-documents.server.ts'
import { mayAskAgain, mayAttach, mayCancel } from './tax-documents.ts'

type Input = { actor: Extract<Actor, { kind: 'admin' }>; documentId: string; now: Date }
type Locked = NonNullable<Awaited<ReturnType<typeof lockDocument>>>

/** The document's state has changed since the form was shown. */
const notNow = () => new Refusal('No se hizo: el documento cambió mientras lo tenías abierto. Abajo está cómo quedó.')

const change = (
  db: Kysely<DB>,
  { actor, documentId }: Input,
  work: (tx: Transaction<DB>, document: Locked) => Promise<void>,
): Promise<void> =>
  asActor(db, actor, async tx => {
    const document = await lockDocument(tx, documentId)
    if (!document) refuse('Este documento no existe.')
    await work(tx, document)
  })

const receiverOf = (document: Locked) => ({
  receiver_rut: document.receiver_rut,
  receiver_name: document.receiver_name,
  receiver_activity: document.receiver_activity,
  receiver_address: document.receiver_address,
  receiver_commune: document.receiver_commune,
})

/**
 * Asks for a rejected document again, with the receiver as corrected by the staff. The order keeps its own data, which
 * are frozen; notas de crédito that wait for the document get the same receiver. A new key: the provider treats it as
 * another request. @throws Refusal
 */
export const askAgain = (db: Kysely<DB>, input: Input & { receiver: DocumentReceiver }): Promise<void> =>
  change(db, input, async (tx, document) => {
    if (!mayAskAgain(document.status)) throw notNow()
    const { rut, name, activity, address, commune } = input.receiver
    const receiver = {
      receiver_rut: rut,
      receiver_name: name,
      receiver_activity: activity,
      receiver_address: address,
      receiver_commune: commune,
    }
    await tx
      .updateTable('tax_documents')
      .set({
        ...receiver,
        status: 'requested',
        generation: document.generation + 1,
        attempts: 0,
        next_attempt_at: input.now,
        uncertain_since: null,
        token: null,
        folio: null,
        issued_on: null,
        issued_at: null,
        sii_status: null,
        warning: null,
        problem_code: null,
        problem: null,
      })
      .where('id', '=', document.id)
      .execute()
    await forgetFiles(tx, document.id)
    await tx
      .updateTable('tax_documents')
      .set(receiver)
      .where('corrects_id', '=', document.id)
      .where('status', '=', 'requested')
      .where('attempts', '=', 0)
      .execute()
    await writeAudit(tx, {
      action: 'tax_document_asked_again',
      entity: 'orders',
      entity_id: document.order_id,
      before: { ...receiverOf(document), ...(document.folio !== null && { folio: document.folio }) },
      after: { document_id: document.id, kind: document.kind, ...receiver },
    })
  })

/** Cancels a document that the provider does not have, and the notas de crédito that wait for it. @throws Refusal */
export const cancelDocument = (db: Kysely<DB>, input: Input & { reason: string }): Promise<void> =>
  change(db, input, async (tx, document) => {
    if (!mayCancel(document)) throw notNow()
    await tx
      .updateTable('tax_documents')
      .set({ status: 'cancelled', next_attempt_at: null, cancel_reason: input.reason })
      .where(({ or, eb, and }) =>
        or([
          eb('id', '=', document.id),
          and([eb('corrects_id', '=', document.id), eb('status', '=', 'requested'), eb('uncertain_since', 'is', null)]),
        ]),
      )
      .execute()
    await writeAudit(tx, {
      action: 'tax_document_cancelled',
      entity: 'orders',
      entity_id: document.order_id,
      before: { status: document.status },
      after: { document_id: document.id, kind: document.kind, status: 'cancelled', reason: input.reason },
    })
  })

/**
 * Attaches a document that the shop issued by its own means, so that the buyer finds it, and tells the buyer. Again: it
 * corrects what was attached. @throws Refusal
 */
export const attachDocument = (
  db: Kysely<DB>,
  input: Input & { folio: number; issuedOn: Day; pdf: Buffer | undefined },
): Promise<void> =>
  change(db, input, async (tx, document) => {
    if (!mayAttach(document)) throw notNow()
    const { folio, issuedOn, pdf, now } = input
    if (issuedOn > dayOf(now)) refuse('Esa fecha todavía no llega.', { field: 'issued_on' })
    await tx
      .updateTable('tax_documents')
      .set({
        status: 'issued',
        provider: 'none',
        folio,
        issued_on: issuedOn,
        issued_at: now,
        token: null,
        sii_status: null,
        next_attempt_at: null,
        uncertain_since: null,
        problem_code: null,
        problem: null,
        warning: null,
        cancel_reason: null,
      })
      .where('id', '=', document.id)
      .execute()
    if (document.provider !== 'none') await forgetFiles(tx, document.id)
    await keepFiles(tx, document.id, { pdf, xml: undefined })
    await mailIssued(tx, document.id)
    await writeAudit(tx, {
      action: 'tax_document_attached',
      entity: 'orders',
      entity_id: document.order_id,
      before: { status: document.status, folio: document.folio },
      after: { document_id: document.id, kind: document.kind, folio, issued_on: issuedOn, file: pdf !== undefined },
    })
  })
