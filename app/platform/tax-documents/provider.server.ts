import type { Pool } from 'pg'
import type { TaxDocumentSettings } from '#app/platform/env/tax-documents.server.ts'
import { createOpenFactura } from './openfactura.server.ts'
import type { TaxDocuments } from './tax-documents.ts'

/** The configured provider; undefined: the shop issues its documents by its own means. */
export const createTaxDocuments = (settings: TaxDocumentSettings): TaxDocuments | undefined =>
  settings && createOpenFactura(settings)

/**
 * Tells the database which provider new documents are for: it inserts them in the transaction that pays an order, in
 * which no setting of the process is known.
 */
export async function storeTaxDocumentProvider(ownerPool: Pool, settings: TaxDocumentSettings): Promise<void> {
  await ownerPool.query(
    `insert into private.tax_document_provider (provider, is_sandbox) values ($1, $2)
     on conflict (is_only) do update set provider = excluded.provider, is_sandbox = excluded.is_sandbox`,
    [settings?.provider ?? 'none', settings?.environment === 'sandbox'],
  )
}
