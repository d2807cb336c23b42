import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { type Day, dayOf } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DocumentReceiver } from '#app/platform/tax-documents/tax-documents.ts'
import { mailIssued } from './document-mails.server.ts'
import { lockDocument } from './staff-documents.db.server.ts'
import { forgetFiles, keepFiles } from './tax-documents.db.server.ts'
import { mayAskAgain, mayAttach, mayCancel } from './tax-documents.ts'

type Input = { actor: Extract<Actor, { kind: 'admin' }>; documentId: string; now: Date }
type Locked = NonNullable<Awaited<ReturnType<typeof lockDocument>>>

/** `not_now`: the document's state has changed since the form was shown. */
export type DocumentFailure = { code: 'document_not_found' | 'not_now' }

function change<Failure extends { code: string }>(
  db: Kysely<DB>,
  { actor, documentId }: Input,
  work: (tx: Transaction<DB>, document: Locked) => Promise<Result<void, Failure | DocumentFailure>>,
): Promise<Result<void, Failure | DocumentFailure>> {
  return asActor(db, actor, async tx => {
    const document = await lockDocument(tx, documentId)
    return document ? work(tx, document) : err({ code: 'document_not_found' })
  })
}

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
 * another request.
 */
export const askAgain = (
  db: Kysely<DB>,
  input: Input & { receiver: DocumentReceiver },
): Promise<Result<void, DocumentFailure>> =>
  change<DocumentFailure>(db, input, async (tx, document) => {
    if (!mayAskAgain(document.status)) return err({ code: 'not_now' })
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
    return ok(undefined)
  })

/** Cancels a document that the provider does not have, and the notas de crédito that wait for it. */
export const cancelDocument = (
  db: Kysely<DB>,
  input: Input & { reason: string },
): Promise<Result<void, DocumentFailure>> =>
  change<DocumentFailure>(db, input, async (tx, document) => {
    if (!mayCancel(document)) return err({ code: 'not_now' })
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
    return ok(undefined)
  })

/**
 * Attaches a document that the shop issued by its own means, so that the buyer finds it, and tells the buyer. Again: it
 * corrects what was attached.
 */
export const attachDocument = (
  db: Kysely<DB>,
  input: Input & { folio: number; issuedOn: Day; pdf: Buffer | undefined },
): Promise<Result<void, DocumentFailure | { code: 'future_day' }>> =>
  change<DocumentFailure | { code: 'future_day' }>(db, input, async (tx, document) => {
    if (!mayAttach(document)) return err({ code: 'not_now' })
    const { folio, issuedOn, pdf, now } = input
    if (issuedOn > dayOf(now)) return err({ code: 'future_day' })
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
    return ok(undefined)
  })
