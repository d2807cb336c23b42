import { Link, useNavigation } from 'react-router'
import type { Membership } from '#app/features/organisations/organisations.ts'
import { MoveOrder } from '#app/features/organisations/owner-tabs.tsx'
import { endOfDay, formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { BuyAgain, GoneNote } from './buy-again.tsx'
import type { ItemProgress } from './item-progress.server.ts'
import { itemSteps, seatsOf, yieldText } from './item-steps.ts'
import { OrderDocumentLinks } from './order-document-links.tsx'
import type { OrderInHistory } from './order-history.server.ts'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { receiptPath, wasPaid } from './orders.ts'

type OrderHistoryProps = {
  orders: readonly OrderInHistory[]
  now: Date
  /** The organisations that own purchases can be moved into. */
  organisations?: readonly Membership[]
}

/** A buyer's orders, each linked to its receipt, with what it gave and what to do next. */
export function OrderHistory({ orders, now, organisations = [] }: OrderHistoryProps) {
  return (
    <ul aria-label="Compras, la más reciente primero" className="grid gap-4">
      {orders.map(order => (
        <li key={order.order_number}>
          <Panel>
            <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <h2 className="text-base">
                  <Link
                    to={`/account/orders/${order.order_number}`}
                    aria-label={`${titleOf(order)}, orden ${order.order_number}`}
                    className="decoration-copper/40 underline-offset-4 hover:underline"
                  >
                    {titleOf(order)}
                  </Link>
                </h2>
                <p className="mt-0.5 text-sm text-muted tabular-nums">
                  <span>{formatDateTime(order.created_at)}</span>
                  <span className="max-sm:block sm:before:content-['_·_']">{order.order_number}</span>
                </p>
                {order.status === 'pending' && order.held_until && (
                  <p className="text-sm font-medium tabular-nums">
                    {`Espera tu pago hasta el ${formatDate(order.held_until)}`}
                  </p>
                )}
              </div>
              <div className="flex items-center gap-x-4 gap-y-1 sm:flex-col sm:items-end">
                <span className="font-medium tabular-nums">{formatPesos(order.total_clp)}</span>
                <OrderStatusBadge order={order} />
              </div>
            </div>
            <div className="not-empty:mt-4">
              <ItemsProgress order={order} now={now} />
            </div>
            <div className="mt-4 empty:hidden">
              <OrderDocumentLinks orderNumber={order.order_number} documents={order.documents} />
            </div>
            <Actions order={order} />
            {order.movable && organisations.length > 0 && (
              <MoveOrder orderNumber={order.order_number} organisations={organisations} />
            )}
          </Panel>
        </li>
      ))}
    </ul>
  )
}

type ItemsProgressProps = {
  order: Pick<OrderInHistory, 'status' | 'paid_at' | 'access_days'> & { items: readonly ItemProgress[] }
  now: Date
}

/** What each item of an order gave; nothing while it is not paid. */
export function ItemsProgress({ order: { status, paid_at, access_days, items }, now }: ItemsProgressProps) {
  if (status !== 'paid') return null
  const isOpen = paid_at !== null && endOfDay(paid_at, access_days) > now
  return (
    <ul className="divide-y divide-line border-y border-line text-md">
      {items.map(item => (
        <li key={item.item_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
          <span className="min-w-0 flex-1 basis-64">
            {items.length > 1 && <span className="block text-pretty">{item.name}</span>}
            <span className="block text-muted tabular-nums">
              {item.tops_up_item_id === null
                ? yieldText(item)
                : `${countOf(item.seats, 'asiento agregado', 'asientos agregados')} a una compra anterior`}
            </span>
          </span>
          <span className="flex flex-wrap gap-x-5">
            {itemSteps(item, isOpen).map(step => (
              <ButtonLink
                key={step.label}
                to={step.to}
                variant="link"
                size="sm"
                aria-label={`${step.label}: ${item.name}`}
              >
                {step.label}
              </ButtonLink>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Actions({ order }: { order: OrderInHistory }) {
  const isPaid = wasPaid(order.status)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      {order.step === 'pay' && <Pay orderNumber={order.order_number} />}
      {order.step === 'wait' && <p className="text-sm text-muted">El banco está confirmando el pago.</p>}
      {order.step === 'theirs' && <p className="text-sm text-muted">Espera el pago de quien la hizo.</p>}
      <OrderAgain order={order} />
      {isPaid && (
        <DownloadLink
          to={receiptPath(order.order_number)}
          variant="secondary"
          size="sm"
          pendingLabel="Preparando…"
          aria-label={`Comprobante en PDF: ${order.order_number}`}
        >
          Comprobante en PDF
        </DownloadLink>
      )}
      {order.status !== 'pending' && <GoneNote items={order.items} />}
    </div>
  )
}

/** Continues the payment; the order's page tells when that is not possible. */
function Pay({ orderNumber }: { orderNumber: string }) {
  const path = `/account/orders/${orderNumber}`
  const { formAction } = useNavigation()
  return (
    <Form method="post" action={path}>
      <Button
        type="submit"
        size="sm"
        pending={formAction === path}
        pendingLabel="Abriendo el pago…"
        aria-label={`Continuar al pago: ${orderNumber}`}
      >
        Continuar al pago
      </Button>
    </Form>
  )
}

/** Buys the same again; added seats have a page of their own, which prices today's difference. */
export function OrderAgain({ order }: { order: Pick<OrderInHistory, 'order_number' | 'status' | 'items'> }) {
  if (order.status === 'pending') return null
  const [first] = order.items
  if (!first?.tops_up_item_id) return <BuyAgain order={order} />
  return (
    <ButtonLink
      to={`/account/items/${first.tops_up_item_id}/seats?mas=${first.seats}`}
      variant={order.status === 'failed' ? 'primary' : 'secondary'}
      size="sm"
      aria-label={`Agregar asientos otra vez: ${order.order_number}`}
    >
      Agregar asientos otra vez
    </ButtonLink>
  )
}

/** The first product, and how many others. */
function titleOf({ items }: OrderInHistory): string {
  const [first, ...others] = items
  if (!first) return 'Compra'
  if (first.tops_up_item_id !== null) return `Asientos adicionales: ${first.name}`
  const people = countOf(seatsOf({ items }), 'persona', 'personas')
  return `${first.name}${others.length > 0 ? ` y ${countOf(others.length, 'producto más', 'productos más')}` : ''}, ${people}`
}
