import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { documentNote, type OrderDocument } from './order-documents.ts'
import { isOneOf, type OrderIds, PAID_ATTEMPTS } from './orders.ts'

/** The tax documents of orders, oldest first. Row-level security shows them to the staff and to whoever may see the receipt. */
export const documentsOfOrders = (
  tx: Transaction<DB>,
  orderIds: OrderIds,
): Promise<(OrderDocument & { order_id: string })[]> =>
  tx
    .selectFrom('tax_documents')
    .select(['id', 'order_id', 'kind', 'status', 'is_sandbox', 'total_clp', 'folio', 'has_pdf', 'has_xml'])
    .select(sql<string | null>`to_char(issued_on, 'DD-MM-YYYY')`.as('issued_on'))
    .where(isOneOf('tax_documents.order_id', orderIds))
    .orderBy('requested_at')
    .orderBy('id')
    .execute()

/** What a paid order's receipt says about its boleta or factura. For the transaction that has just paid it, too. */
export async function findDocumentNote(tx: Transaction<DB>, orderId: string): Promise<string> {
  const order = await tx
    .selectFrom('orders')
    .select(['document_type', 'total_clp'])
    .select(({ selectFrom }) =>
      selectFrom('payment_attempts')
        .select('gateway')
        .whereRef('payment_attempts.order_id', '=', 'orders.id')
        .where('status', 'in', PAID_ATTEMPTS)
        .orderBy('created_at', 'desc')
        .limit(1)
        .as('gateway'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const documents = await documentsOfOrders(tx, [orderId])
  return documentNote({
    ...order,
    gateway: order.gateway ?? undefined,
    document: documents.find(({ kind }) => kind !== 61),
  })
}
