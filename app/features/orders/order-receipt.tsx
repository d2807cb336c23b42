import { Link } from 'react-router'
import { BoughtLines } from '#app/features/cart/drawer/bought-lines.tsx'
import { quotationPath } from '#app/features/quotations/quotations.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { OrderSums } from './order-sums.tsx'
import type { OwnReceipt, ReceiptPayment } from './own-receipt.server.ts'
import { instalmentsText, paymentText } from './payment-text.ts'
import { legalNote } from './receipt.ts'

export type ReceiptBuyer = { name: string; email: string }

type OrderReceiptProps = { order: OwnReceipt; buyer: ReceiptBuyer }

/** An order with everything that a buyer's bookkeeping needs, for screen and print. */
export function OrderReceipt({ order, buyer }: OrderReceiptProps) {
  const { seller } = order
  return (
    <div className="grid gap-6 print:gap-4">
      <Panel title="Detalle">
        <BoughtLines
          lines={order.items.map(({ subtotal_clp, added_to, ...item }) => ({
            ...item,
            id: item.slug,
            name: (
              <Link to={`/assessment/${item.slug}`} className="decoration-copper/40 underline-offset-4 hover:underline">
                {item.name}
              </Link>
            ),
            price: subtotal_clp,
            ...(added_to !== null && { addedTo: added_to }),
          }))}
        />
        <OrderSums order={order} />
      </Panel>
      <div className="grid gap-6 md:grid-cols-2 print:grid-cols-2 print:gap-4">
        <Panel title="Compra">
          <Facts>
            <Fact label="Orden">{order.order_number}</Fact>
            {order.quotation && (
              <Fact label="Cotización">
                <Link
                  to={quotationPath(order.quotation.id)}
                  className="decoration-copper/40 underline-offset-4 hover:underline"
                >
                  {order.quotation.number}
                </Link>
              </Fact>
            )}
            {order.purchase_order && <Fact label="Orden de compra">{order.purchase_order}</Fact>}
            <Fact label="Fecha">{formatDateTime(order.created_at)}</Fact>
            <Fact label="Estado">
              <OrderStatusBadge order={order} />
            </Fact>
            {order.paid_at && <Fact label="Pagada el">{formatDateTime(order.paid_at)}</Fact>}
            {order.status === 'paid' && order.items.some(item => item.added_to === null) && (
              <Fact label="Vigencia de los accesos">
                {`${countOf(order.access_days, 'día', 'días')} desde el pago`}
              </Fact>
            )}
            {order.payment && order.paid_at && <Fact label="Medio de pago">{paymentText(order.payment)}</Fact>}
            {order.payment && order.paid_at && <CardFacts payment={order.payment} />}
          </Facts>
        </Panel>
        <Panel title={order.document_type === 'factura' ? 'Datos para la factura' : 'Quién compró'}>
          <Facts>
            {order.document_type === 'factura' ? (
              <>
                <Fact label="Razón social">{order.billing_name}</Fact>
                <Fact label="RUT">{order.billing_rut && formatRut(order.billing_rut)}</Fact>
                <Fact label="Giro">{order.billing_activity}</Fact>
                <Fact label="Dirección">{`${order.billing_address}, ${order.billing_commune}`}</Fact>
              </>
            ) : (
              <Fact label="Nombre">{buyer.name}</Fact>
            )}
            <Fact label="Email">{buyer.email}</Fact>
            {order.company_name && <Fact label="Empresa">{order.company_name}</Fact>}
            {order.company_url && <Fact label="Sitio de la empresa">{order.company_url}</Fact>}
            <Fact label="Documento pedido">{order.document_type === 'factura' ? 'Factura' : 'Boleta'}</Fact>
          </Facts>
        </Panel>
      </div>
      <div className="grid gap-2 text-sm text-muted">
        <p className="font-medium text-ink">{legalNote(order)}</p>
        <p>
          {`${seller.razon_social}, RUT ${seller.rut_empresa}, ${seller.direccion}. ¿Dudas con esta compra? Escribe a ${seller.correo_soporte} con el número de orden.`}
        </p>
      </div>
    </div>
  )
}

/** What Transbank asks a receipt to show of a card's payment, besides card and amount. */
function CardFacts({ payment }: { payment: ReceiptPayment }) {
  const instalments = instalmentsText(payment)
  return (
    <>
      {instalments && <Fact label="Cuotas">{instalments}</Fact>}
      {payment.authorization_code && <Fact label="Código de autorización">{payment.authorization_code}</Fact>}
      {payment.transaction_date && (
        <Fact label="Fecha de la transacción">{formatDateTime(payment.transaction_date)}</Fact>
      )}
    </>
  )
}
