import { writeAudit } from '#app/features/audit/audit.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { mailRejected } from './document-mails.server.ts'
import type { IssueDeps } from './issue-documents.server.ts'
import { findDocument } from './staff-documents.server.ts'
import { type CheckedDocument, claimIssued, keepFiles, recordSiiStatus } from './tax-documents.server.ts'
import { checkAfter } from './tax-documents.ts'

/**
 * Asks what the SII says about an issued document, and for files that did not come with it. One document the SII rejects
 * after it was issued is shown to the staff like one that was refused.
 * @returns 1, or 0 when none is due
 */
export async function checkDocuments(deps: IssueDeps, now: Date): Promise<number> {
  const document = await asActor(deps.db, SYSTEM, tx => claimIssued(tx, { isSandbox: deps.provider.isSandbox, now }))
  if (!document) return 0
  const { token, checks } = document
  if (token !== null && !(document.has_pdf && document.has_xml)) await fetchFiles(deps, document, token)
  const status = token === null ? undefined : await deps.provider.status(token)
  const wait = status === undefined ? checkAfter(checks) : undefined
  await asActor(deps.db, SYSTEM, async tx => {
    const nextCheckAt = wait === undefined ? null : new Date(now.getTime() + wait)
    if (!(await recordSiiStatus(tx, document, { status: status ?? 'pending', nextCheckAt }))) return
    if (status !== 'rejected') return
    await mailRejected(tx, document.id, 'sii_rejected', undefined)
    const found = await findDocument(tx, document.id)
    if (!found) return
    await writeAudit(tx, {
      action: 'tax_document_rejected',
      entity: 'orders',
      entity_id: found.order_id,
      after: { document_id: found.id, kind: found.kind, folio: found.folio, code: 'sii_rejected' },
    })
  })
  if (status === 'rejected') deps.log.error('tax_document_rejected', { document: document.id, code: 'sii_rejected' })
  return 1
}

async function fetchFiles({ db, provider }: IssueDeps, document: CheckedDocument, token: string): Promise<void> {
  const files = await provider.files(token)
  await asActor(db, SYSTEM, tx => keepFiles(tx, document.id, files))
}
