import { Link } from 'react-router'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { documentTitle } from '#app/features/orders/order-documents.ts'
import { OrderSums } from '#app/features/orders/order-sums.tsx'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import type { OrderRefund } from '#app/features/payments/order-payments.server.ts'
import { DocumentState } from '#app/features/tax-documents/document-state.tsx'
import type { StaffDocument } from '#app/features/tax-documents/staff-documents.server.ts'
import { mayAskAgain, mayAttach, staffDocumentPath } from '#app/features/tax-documents/tax-documents.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos, sumPesos } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

/** The tax documents of an order: how each stands, and what has to be corrected. Nothing for an order without one. */
export function OrderDocuments({ documents }: { documents: readonly StaffDocument[] }) {
  if (documents.length === 0) return null
  return (
    <Panel title="Documentos tributarios">
      <ul className="grid gap-5">
        {documents.map(document => (
          <li key={document.id} className="grid gap-3">
            <h3 className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-base">
              <span>{documentTitle(document)}</span>
              <span className="font-normal tabular-nums">{formatPesos(document.total_clp)}</span>
            </h3>
            <DocumentState document={document} />
            <ButtonLink
              variant={document.status === 'rejected' ? 'primary' : 'secondary'}
              size="sm"
              to={staffDocumentPath(document.id)}
              aria-label={`${stepOf(document)}: ${documentTitle(document)}`}
              className="justify-self-start print:hidden"
            >
              {stepOf(document)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function stepOf(document: StaffDocument): string {
  if (mayAskAgain(document.status)) return 'Corregir y pedir de nuevo'
  return mayAttach(document) && document.status !== 'issued' ? 'Adjuntar el documento' : 'Ver el documento'
}

type Item = StaffOrder['items'][number]

const orderLink = 'wrap-anywhere text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

const columns: Column<Item>[] = [
  {
    key: 'product',
    header: 'Producto',
    primary: true,
    cell: item => (
      <>
        <Link
          to={`/admin/catalog/assessments/${item.assessment_id}`}
          className="decoration-copper/40 underline-offset-4 hover:underline"
        >
          {item.product_name}
        </Link>
        <span className="block text-sm font-normal text-muted">
          {`${item.addsTo ? 'Asientos adicionales' : MODE_LABELS[item.mode]}${item.result_mode === 'confidential' ? ', confidencial' : ''}`}
        </span>
        {item.addsTo && (
          <span className="block text-sm font-normal text-muted">
            Para la orden{' '}
            <Link to={`/admin/orders/${item.addsTo.orderId}`} className={orderLink}>
              {item.addsTo.number}
            </Link>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'seats',
    header: 'Personas',
    align: 'end',
    cell: item => (
      <>
        <span className="block">{item.seats}</span>
        {!item.addsTo && (
          <span className="block text-sm text-muted">{`${item.used_seats} de ${item.total_seats} en uso`}</span>
        )}
      </>
    ),
  },
  { key: 'unit', header: 'Por persona', align: 'end', cell: item => formatPesos(item.unit_price_clp) },
  { key: 'subtotal', header: 'Subtotal', align: 'end', cell: item => formatPesos(item.subtotal_clp) },
  {
    key: 'discount',
    header: 'Descuento',
    align: 'end',
    cell: item => (item.discount_clp === 0 ? '–' : formatPesos(pesos(-item.discount_clp))),
  },
  { key: 'total', header: 'Total', align: 'end', cell: item => formatPesos(item.total_clp) },
]

type OrderItemsProps = { order: StaffOrder; refunds: readonly OrderRefund[] }

/** The items, their prices, and how the total is calculated. */
export const OrderItems = ({ order, refunds }: OrderItemsProps) => (
  <Panel title="Items" padding="flush">
    <DataTable caption="Items de la orden" columns={columns} rows={order.items} rowKey={item => item.id} />
    <div className="px-5 pb-5 sm:px-6">
      <OrderSums
        order={{
          ...order,
          refunded_clp: sumPesos(refunds.filter(({ status }) => status === 'done').map(refund => refund.amount_clp)),
        }}
      />
    </div>
    {order.topUps.length > 0 && (
      <div className="border-t border-line px-5 py-4 text-md sm:px-6">
        <h3 className="text-base">Asientos agregados después</h3>
        <ul className="mt-2 grid gap-1">
          {order.topUps.map(({ id, order_number, status, total_clp, seats }) => (
            <li key={id}>
              <Link to={`/admin/orders/${id}`} className={orderLink}>
                {order_number}
              </Link>
              <span>{`: ${countOf(seats, 'asiento', 'asientos')}, ${formatPesos(total_clp)}, ${ORDER_STATUSES[status].label}`}</span>
            </li>
          ))}
        </ul>
      </div>
    )}
  </Panel>
)
