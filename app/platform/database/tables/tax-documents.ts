import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { SiiStatus, TaxDocumentKind, TaxDocumentStatus } from '#app/platform/database/values.ts'

/** Inserted by the database alone, in the transaction that pays an order or completes a refund. */
type Inserted<Value> = ColumnType<Value, never, never>
type Changed<Value> = ColumnType<Value, never, Value>

type TaxDocumentsTable = {
  id: Inserted<string>
  order_id: Inserted<string>
  order_number: Inserted<string>
  kind: Inserted<TaxDocumentKind>
  /** Of a nota de crédito: the refund, and the document that it corrects. */
  refund_id: Inserted<string | null>
  corrects_id: Inserted<string | null>
  status: Changed<TaxDocumentStatus>
  /** `none`: issued by the shop's own means. */
  provider: Changed<'none' | 'openfactura'>
  is_sandbox: Inserted<boolean>
  receiver_rut: Changed<string>
  receiver_name: Changed<string | null>
  receiver_activity: Changed<string | null>
  receiver_address: Changed<string | null>
  receiver_commune: Changed<string | null>
  net_clp: Inserted<Pesos>
  vat_clp: Inserted<Pesos>
  total_clp: Inserted<Pesos>
  requested_at: Inserted<Date>
  /** Of the idempotency key: one more each time that the staff ask again. */
  generation: Changed<number>
  attempts: Changed<number>
  next_attempt_at: Changed<Date | null>
  /** Since when the provider may have issued it without the shop having read the answer. */
  uncertain_since: Changed<Date | null>
  /** The provider's name for it. */
  token: Changed<string | null>
  folio: Changed<number | null>
  /** A day of the calendar: queries read it as text. */
  issued_on: ColumnType<unknown, never, string | null>
  issued_at: Changed<Date | null>
  sii_status: Changed<SiiStatus | null>
  checks: Changed<number>
  /** The provider's objections that did not keep it from being issued. */
  warning: Changed<string | null>
  problem_code: Changed<string | null>
  problem: ColumnType<unknown, never, string | null>
  cancel_reason: Changed<string | null>
  has_pdf: Changed<boolean>
  has_xml: Changed<boolean>
  /** Written by the database; what searches of the back office look in. */
  list_words: GeneratedAlways<string>
}

type TaxDocumentFilesTable = {
  document_id: ColumnType<string, string, never>
  /** At most 2 MiB. */
  pdf: Buffer | null
  /** At most 1 MiB, as issued: in ISO 8859-1. */
  xml: Buffer | null
  /** SHA-256 (hex) of a file that is in the object store. */
  pdf_sha256: ColumnType<string | null, never, null>
  xml_sha256: ColumnType<string | null, never, null>
}

export type TaxDocumentsTables = {
  tax_documents: TaxDocumentsTable
  tax_document_files: TaxDocumentFilesTable
}
