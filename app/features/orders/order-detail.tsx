import { BoughtLines } from '#app/features/cart/bought-lines.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Panel } from '#app/ui/panel.tsx'
import { OrderSums } from './order-sums.tsx'
import type { PlacedOrder } from './orders.db.server.ts'

/** What was bought and for how much. */
export function OrderDetail({ order }: { order: PlacedOrder }) {
  return (
    <Panel title="Detalle de la orden" description={formatDateTime(order.created_at)}>
      <BoughtLines lines={order.items.map(item => ({ ...item, id: item.assessment_id, price: item.subtotal_clp }))} />
      <OrderSums order={order} />
    </Panel>
  )
}
