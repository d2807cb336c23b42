import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/database/schema.ts'
import { FILE_COLUMNS, type FileLocation, fileLocation } from '#app/platform/objects/file-columns.ts'
import type { DocumentProblem } from '#app/platform/tax-documents/tax-documents.ts'

const problem = z.object({
  message: z.string(),
  details: z.array(z.object({ field: z.string(), issue: z.string() })),
})
const readProblem = (stored: unknown): DocumentProblem | undefined => problem.safeParse(stored).data

const documents = (tx: Transaction<DB>) =>
  tx
    .selectFrom('tax_documents as document')
    .innerJoin('orders', 'orders.id', 'document.order_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'orders.user_id')
    .select([
      'document.id',
      'document.order_id',
      'document.order_number',
      'document.kind',
      'document.corrects_id',
      'document.status',
      'document.provider',
      'document.is_sandbox',
      'document.receiver_rut',
      'document.receiver_name',
      'document.receiver_activity',
      'document.receiver_address',
      'document.receiver_commune',
      'document.net_clp',
      'document.vat_clp',
      'document.total_clp',
      'document.requested_at',
      'document.attempts',
      'document.next_attempt_at',
      'document.uncertain_since',
      'document.folio',
      'document.sii_status',
      'document.warning',
      'document.problem_code',
      'document.problem',
      'document.cancel_reason',
      'document.has_pdf',
      'document.has_xml',
      'buyer.email',
      'buyer.first_name',
      'buyer.deleted_at',
    ])
    .select(sql<string | null>`document.issued_on::text`.as('issued_on'))

type Row = Awaited<ReturnType<ReturnType<typeof documents>['execute']>>[number]

const toDocument = ({ email, first_name, deleted_at, problem: stored, ...document }: Row) => ({
  ...document,
  problem: readProblem(stored),
  buyer: { email, first_name, isGone: deleted_at !== null },
})

/** A tax document as the staff see it. */
export type StaffDocument = ReturnType<typeof toDocument>

/** A document by its id; undefined when it is unknown. For the staff and the shop. */
export async function findDocument(tx: Transaction<DB>, id: string): Promise<StaffDocument | undefined> {
  const row = await documents(tx).where('document.id', '=', id).executeTakeFirst()
  return row && toDocument(row)
}

/** The documents of an order, oldest first. */
export async function documentsOfOrder(tx: Transaction<DB>, orderId: string): Promise<StaffDocument[]> {
  const rows = await documents(tx)
    .where('document.order_id', '=', orderId)
    .orderBy('document.requested_at')
    .orderBy('document.id')
    .execute()
  return rows.map(toDocument)
}

/** A document's row, locked until the transaction ends. */
export const lockDocument = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('tax_documents')
    .select([
      'id',
      'order_id',
      'order_number',
      'kind',
      'status',
      'provider',
      'generation',
      'folio',
      'uncertain_since',
      'receiver_rut',
      'receiver_name',
      'receiver_activity',
      'receiver_address',
      'receiver_commune',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Format = 'pdf' | 'xml'
export type StoredFile = { kind: Selectable<DB['tax_documents']>['kind']; folio: number | null; location: FileLocation }

const COLUMNS = { pdf: FILE_COLUMNS.documentPdf, xml: FILE_COLUMNS.documentXml }

/**
 * Where the file of an issued document is. Row-level security shows it to the staff and to whoever may see the order's receipt.
 * @param orderNumber the order that it has to belong to; undefined: any, for the staff
 */
export async function findFile(
  tx: Transaction<DB>,
  { id, orderNumber, format }: { id: string; orderNumber: string | undefined; format: Format },
): Promise<StoredFile | undefined> {
  const row = await tx
    .selectFrom('tax_documents as document')
    .innerJoin('tax_document_files as file', 'file.document_id', 'document.id')
    .select([
      'document.id',
      'document.kind',
      'document.folio',
      `file.${format} as bytes`,
      `file.${format}_sha256 as digest`,
    ])
    .where('document.id', '=', id)
    .where('document.status', '=', 'issued')
    .$if(orderNumber !== undefined, query => query.where('document.order_number', '=', orderNumber ?? ''))
    .executeTakeFirst()
  const location = fileLocation(COLUMNS[format], row)
  return row && location ? { kind: row.kind, folio: row.folio, location } : undefined
}
