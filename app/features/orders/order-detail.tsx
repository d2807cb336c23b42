import { BoughtLines } from '#app/features/cart/bought-lines.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { splitVat } from '#app/kernel/money.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sum, Sums } from '#app/ui/sums.tsx'
import type { PlacedOrder } from './orders.db.server.ts'

/** What was bought and for how much. */
export function OrderDetail({ order }: { order: PlacedOrder }) {
  const { net, vat } = splitVat(order.total_clp)
  return (
    <Panel title="Detalle de la orden" description={formatDateTime(order.created_at)}>
      <BoughtLines lines={order.items.map(item => ({ ...item, id: item.assessment_id, price: item.subtotal_clp }))} />
      <Sums>
        {order.discount_clp > 0 && <Sum label="Descuento" value={`−${formatPesos(order.discount_clp)}`} look="good" />}
        <Sum label="Neto" value={formatPesos(net)} look="muted" />
        <Sum label="IVA (19 %)" value={formatPesos(vat)} look="muted" />
        <Sum label="Total (IVA incluido)" value={formatPesos(order.total_clp)} look="total" />
      </Sums>
    </Panel>
  )
}
