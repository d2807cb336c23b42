import { BoughtLines } from '#app/features/cart/bought-lines.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Panel } from '#app/ui/panel.tsx'
import { OrderSums } from './order-sums.tsx'
import type { PlacedOrder } from './orders.db.server.ts'

/** What was bought and for how much. */
export function OrderDetail({ order }: { order: PlacedOrder }) {
  return (
    <Panel title="Detalle de la orden" description={formatDateTime(order.created_at)}>
      <BoughtLines
        lines={order.items.map(({ assessment_id, subtotal_clp, tops_up_item_id, ...item }) => ({
          ...item,
          id: assessment_id,
          price: subtotal_clp,
          ...(tops_up_item_id !== null && { addedTo: true as const }),
        }))}
      />
      <OrderSums order={order} />
    </Panel>
  )
}
