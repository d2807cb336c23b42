import { Link } from 'react-router'
import type { LineOfOrder } from '#app/features/bank-statements/lines/bank-lines.server.ts'
import { OrderStatusBadge } from '#app/features/orders/order-status-badge.tsx'
import { instalmentsText, paymentText } from '#app/features/orders/payment-text.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import type { OrderPayment } from '#app/features/payments/order-payments.server.ts'
import { formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { EmailText } from '#app/kit/lists/list-cells.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

const link = 'text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

type OrderFactsProps = {
  order: StaffOrder
  /** The payment that paid it, refunded or not. */
  payment: OrderPayment | undefined
  /** The bank's credits that are its money. */
  credits: readonly LineOfOrder[]
}

/** State and payment of the order. */
export function OrderFacts({ order, payment, credits }: OrderFactsProps) {
  const instalments = payment && instalmentsText(payment)
  return (
    <Panel title="Orden">
      <Facts>
        <Fact label="Estado">
          <OrderStatusBadge order={order} />
        </Fact>
        {payment && (
          <Fact label="Pago">
            <span>{paymentText(payment)}</span>
            <span className="block text-sm text-muted">
              {payment.manual
                ? `Referencia ${payment.manual.reference}, del ${payment.manual.paidOn}`
                : [payment.buy_order, payment.authorization_code && `autorización ${payment.authorization_code}`]
                    .filter(Boolean)
                    .join(', ')}
            </span>
            {instalments && <span className="block text-sm text-muted">{instalments}</span>}
            {payment.transaction_date && (
              <span className="block text-sm text-muted">
                {`Transacción del ${formatDateTime(payment.transaction_date)}`}
              </span>
            )}
          </Fact>
        )}
        {credits.length > 0 && (
          <Fact label={credits.length === 1 ? 'Abono del banco' : 'Abonos del banco'}>
            {credits.map(({ id, amount, bookedOn, account, surplus }) => (
              <span key={id} className="block">
                <Link to={`/admin/finance/transfers/${id}`} className={link}>
                  {`${formatPesos(amount)} del ${formatDay(bookedOn)}`}
                </Link>
                <span>{`, ${account}${surplus > 0 ? `. Por devolver: ${formatPesos(surplus)}` : ''}`}</span>
              </span>
            ))}
          </Fact>
        )}
        {order.paid_at && <Fact label="Pagada">{formatDateTime(order.paid_at)}</Fact>}
        {order.status === 'pending' && order.held_until && (
          <Fact label="Espera su pago hasta">{formatDateTime(order.held_until)}</Fact>
        )}
        {order.quotation_number && (
          <Fact label="Cotización">
            {order.client.isGone ? (
              order.quotation_number
            ) : (
              <Link to={`/admin/quotations/${order.quotation_id}/order`} className={link}>
                {order.quotation_number}
              </Link>
            )}
          </Fact>
        )}
        {order.approved_by && order.approved_at && (
          <Fact label="Aprobada por">
            <span>{`${order.approved_by}, ${order.approved_as ?? ''}`}</span>
            <span className="block text-sm text-muted">{formatDateTime(order.approved_at)}</span>
            {order.approval_comment && (
              <span className="block text-sm whitespace-pre-line">{order.approval_comment}</span>
            )}
          </Fact>
        )}
        {order.purchase_order && <Fact label="Orden de compra">{order.purchase_order}</Fact>}
        {order.discount_code && (
          <Fact label="Código de descuento">
            <Link to={`/admin/discounts?${new URLSearchParams({ search: order.discount_code })}`} className={link}>
              {order.discount_code}
            </Link>
            {!order.usesCode && <span className="block text-sm text-muted">Su uso quedó libre</span>}
          </Fact>
        )}
        <Fact label="Condiciones aceptadas">
          <span>{`Versión ${order.terms_version}, ${formatDateTime(order.terms_accepted_at)}`}</span>
          {order.processing_terms_version !== null && (
            <span className="block text-sm text-muted">
              {`y contrato de encargo, versión ${order.processing_terms_version}`}
            </span>
          )}
        </Fact>
      </Facts>
    </Panel>
  )
}

/** The buyer, and whom the tax document is for. */
export const OrderClient = ({ order, order: { client, company_name, company_url } }: { order: StaffOrder }) => (
  <Panel title="Cliente">
    <Facts>
      <Fact label="Nombre">
        <Link to={`/admin/clients/${client.id}`} className={link}>
          {client.name}
        </Link>
      </Fact>
      <Fact label="Email">{client.isGone ? 'Eliminó su cuenta' : <EmailText email={client.email} />}</Fact>
      {order.organisation_name && <Fact label="Organización">{order.organisation_name}</Fact>}
      {company_name && company_name !== order.billing_name && <Fact label="Empresa">{company_name}</Fact>}
      {company_url && <Fact label="Sitio de la empresa">{company_url}</Fact>}
      <Fact label="Documento pedido">{order.document_type === 'factura' ? 'Factura' : 'Boleta'}</Fact>
      {order.document_type === 'factura' && (
        <>
          <Fact label="Razón social">{order.billing_name}</Fact>
          <Fact label="RUT">{order.billing_rut && formatRut(order.billing_rut)}</Fact>
          <Fact label="Giro">{order.billing_activity}</Fact>
          <Fact label="Dirección">{`${order.billing_address}, ${order.billing_commune}`}</Fact>
        </>
      )}
    </Facts>
  </Panel>
)
