import { sql } from 'kysely'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { KIND_CODES, taxDocumentList } from './tax-document-list.tsx'

export const taxDocumentRows = listQuery(taxDocumentList, {
  keyset: query => keyset('tax_documents', query),
  period: 'tax_documents.requested_at',
  where: {
    kind: kind => sql`tax_documents.kind = ${KIND_CODES[kind]}`,
    status: status => sql`tax_documents.status = ${status}`,
  },
  search: { words: 'tax_documents.list_words' },
  counted: sql`tax_documents`,
  rows: (tx, page) =>
    tx
      .selectFrom('tax_documents')
      .select([
        'id',
        'order_id',
        'order_number',
        'kind',
        'status',
        'is_sandbox',
        'receiver_rut',
        'receiver_name',
        'net_clp',
        'vat_clp',
        'total_clp',
        'requested_at',
        'folio',
        'sii_status',
      ])
      .select(sql<string | null>`to_char(issued_on, 'DD-MM-YYYY')`.as('issued_on'))
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute(),
})
