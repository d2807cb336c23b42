import { sql, type Transaction } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { SiiStatus, TaxDocumentKind } from '#app/platform/database/values.ts'
import type { DocumentFiles, DocumentProblem, IssuedDocument } from '#app/platform/tax-documents/tax-documents.ts'
import { LEASE_MS } from './tax-documents.ts'

/** A document that this worker alone asks the provider about, until its lease ends. */
export type ClaimedDocument = {
  id: string
  order_id: string
  order_number: string
  kind: TaxDocumentKind
  corrects_id: string | null
  refund_id: string | null
  receiver_rut: string
  receiver_name: string | null
  receiver_activity: string | null
  receiver_address: string | null
  receiver_commune: string | null
  net_clp: Pesos
  vat_clp: Pesos
  total_clp: Pesos
  generation: number
  attempts: number
  uncertain_since: Date
}

/**
 * Claims the next document that is due at a provider. A nota de crédito waits until the document that it corrects is
 * issued. Two workers never claim the same one.
 */
export function claimRequested(
  tx: Transaction<DB>,
  { isSandbox, now }: { isSandbox: boolean; now: Date },
): Promise<ClaimedDocument | undefined> {
  return tx
    .with('due', inner =>
      inner
        .selectFrom('tax_documents')
        .select('tax_documents.id')
        .where('tax_documents.next_attempt_at', '<=', now)
        .where('tax_documents.status', '=', 'requested')
        // What the sandbox was asked for is never asked for in production.
        .where('tax_documents.is_sandbox', '=', isSandbox)
        .where(
          sql<boolean>`(tax_documents.corrects_id is null or exists (
            select from tax_documents original where original.id = tax_documents.corrects_id and original.status = 'issued'))`,
        )
        .orderBy('tax_documents.next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('tax_documents')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: new Date(now.getTime() + LEASE_MS),
      // Until the answer is read: this process may be killed during the call.
      uncertain_since: sql`coalesce(uncertain_since, ${now})`,
    })
    .where('id', 'in', due => due.selectFrom('due').select('due.id'))
    .returning([
      'id',
      'order_id',
      'order_number',
      'kind',
      'corrects_id',
      'refund_id',
      'receiver_rut',
      'receiver_name',
      'receiver_activity',
      'receiver_address',
      'receiver_commune',
      'net_clp',
      'vat_clp',
      'total_clp',
      'generation',
      'attempts',
      sql<Date>`uncertain_since`.as('uncertain_since'),
    ])
    .executeTakeFirst()
}

/** What the lines of a document are made of, and how its order was paid. */
export async function materialOf(tx: Transaction<DB>, { order_id, corrects_id, refund_id }: ClaimedDocument) {
  const items = await tx
    .selectFrom('order_items')
    .select(['product_name', 'mode', 'seats', 'tops_up_item_id', 'discount_clp', 'total_clp'])
    .where('order_id', '=', order_id)
    .orderBy('product_name')
    .orderBy('mode')
    .execute()
  const payment = await tx
    .selectFrom('payment_attempts')
    .select('gateway')
    .where('order_id', '=', order_id)
    .where('status', 'in', ['paid', 'partially_refunded', 'refund_pending', 'refunded'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const original = corrects_id === null ? undefined : await findOriginal(tx, corrects_id)
  const refund =
    refund_id === null
      ? undefined
      : await tx.selectFrom('refunds').select('reason').where('id', '=', refund_id).executeTakeFirst()
  return { items, gateway: payment?.gateway, original, reason: refund?.reason }
}

const findOriginal = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('tax_documents')
    .select(['kind', 'folio', 'total_clp', sql<string | null>`issued_on::text`.as('issued_on')])
    .where('id', '=', id)
    .executeTakeFirst()

/** The claim that a result belongs to: a later one of another worker has more attempts, and its result counts. */
type Claim = Pick<ClaimedDocument, 'id' | 'attempts'>

const ofClaim = (tx: Transaction<DB>, { id, attempts }: Claim) =>
  tx
    .updateTable('tax_documents')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'requested')

/** Records an issued document with its files. False: another worker recorded it. */
export async function recordIssued(
  tx: Transaction<DB>,
  claim: Claim,
  document: IssuedDocument,
  at: { now: Date; nextCheckAt: Date },
): Promise<boolean> {
  const { token, folio, day, warning, ...files } = document
  const row = await ofClaim(tx, claim)
    .set({
      status: 'issued',
      token,
      folio,
      issued_on: day,
      issued_at: at.now,
      sii_status: 'pending',
      checks: 0,
      warning: warning ?? null,
      problem_code: null,
      problem: null,
      uncertain_since: null,
      next_attempt_at: at.nextCheckAt,
    })
    .returning('id')
    .executeTakeFirst()
  if (row) await keepFiles(tx, claim.id, files)
  return row !== undefined
}

/** Records that the provider refused a document for good. False: another worker recorded something. */
export async function recordRejected(
  tx: Transaction<DB>,
  claim: Claim,
  { code, problem, isUncertain }: { code: string; problem: DocumentProblem | undefined; isUncertain: boolean },
): Promise<boolean> {
  const row = await ofClaim(tx, claim)
    .set({
      status: 'rejected',
      problem_code: code,
      problem: problem ? storableJson(problem) : null,
      next_attempt_at: null,
      ...(!isUncertain && { uncertain_since: null }),
    })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts a request off. @param uncertainSince null: the provider certainly does not have it */
export async function postpone(
  tx: Transaction<DB>,
  claim: Claim,
  { code, until, uncertainSince }: { code: string; until: Date; uncertainSince: Date | null },
): Promise<void> {
  await ofClaim(tx, claim)
    .set({ problem_code: code, next_attempt_at: until, uncertain_since: uncertainSince })
    .execute()
}

/** Keeps the files of a document; those that are undefined stay as they were. */
export async function keepFiles(tx: Transaction<DB>, id: string, { pdf, xml }: DocumentFiles): Promise<void> {
  const files = { ...(pdf && { pdf, pdf_sha256: null }), ...(xml && { xml, xml_sha256: null }) }
  if (!pdf && !xml) return
  await tx
    .insertInto('tax_document_files')
    .values({ document_id: id, pdf: pdf ?? null, xml: xml ?? null })
    .onConflict(conflict => conflict.column('document_id').doUpdateSet(files))
    .execute()
  await tx
    .updateTable('tax_documents')
    .set({ ...(pdf && { has_pdf: true }), ...(xml && { has_xml: true }) })
    .where('id', '=', id)
    .execute()
}

/** Forgets the files of a document that the SII rejected: it is issued anew. */
export async function forgetFiles(tx: Transaction<DB>, id: string): Promise<void> {
  const nowhere = { pdf: null, pdf_sha256: null, xml: null, xml_sha256: null }
  await tx.updateTable('tax_document_files').set(nowhere).where('document_id', '=', id).execute()
  await tx.updateTable('tax_documents').set({ has_pdf: false, has_xml: false }).where('id', '=', id).execute()
}

export type CheckedDocument = { id: string; token: string | null; checks: number; has_pdf: boolean; has_xml: boolean }

/** Claims an issued document about which the SII is to be asked. */
export function claimIssued(
  tx: Transaction<DB>,
  { isSandbox, now }: { isSandbox: boolean; now: Date },
): Promise<CheckedDocument | undefined> {
  return tx
    .with('due', inner =>
      inner
        .selectFrom('tax_documents')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .where('status', '=', 'issued')
        .where('is_sandbox', '=', isSandbox)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('tax_documents')
    .set({ checks: sql`checks + 1`, next_attempt_at: new Date(now.getTime() + LEASE_MS) })
    .where('id', 'in', due => due.selectFrom('due').select('due.id'))
    .returning(['id', 'token', 'checks', 'has_pdf', 'has_xml'])
    .executeTakeFirst()
}

/** Records what the SII said about an issued document. @returns whether it was still the claimed check */
export async function recordSiiStatus(
  tx: Transaction<DB>,
  { id, checks }: Pick<CheckedDocument, 'id' | 'checks'>,
  to: { status: SiiStatus; nextCheckAt: Date | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('tax_documents')
    .set({
      sii_status: to.status,
      next_attempt_at: to.nextCheckAt,
      ...(to.status === 'rejected' && { status: 'rejected' as const, problem_code: 'sii_rejected', problem: null }),
    })
    .where('id', '=', id)
    .where('checks', '=', checks)
    .where('status', '=', 'issued')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
