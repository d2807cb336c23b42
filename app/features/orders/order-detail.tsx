import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { splitVat } from '#app/kernel/money.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { PlacedOrder } from './orders.db.server.ts'

/** What was bought and for how much. */
export function OrderDetail({ order }: { order: PlacedOrder }) {
  const { net, vat } = splitVat(order.total_clp)
  return (
    <Panel title="Detalle de la orden" description={formatDateTime(order.created_at)}>
      <ul className="divide-y divide-line">
        {order.items.map(item => (
          <li
            key={`${item.assessment_id}-${item.mode}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3 first:pt-0"
          >
            <span>
              <span className="font-medium">{item.name}</span>
              <span className="block text-sm text-muted">
                {MODE_LABELS[item.mode]}, {countOf(item.seats, 'persona', 'personas')}
              </span>
            </span>
            <span className="tabular-nums">{formatPesos(item.subtotal_clp)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid gap-1.5 border-t border-line pt-4 text-md tabular-nums">
        {order.discount_clp > 0 && <Amount label="Descuento" value={`−${formatPesos(order.discount_clp)}`} />}
        <Amount label="Neto" value={formatPesos(net)} muted />
        <Amount label="IVA (19 %)" value={formatPesos(vat)} muted />
        <Amount label="Total (IVA incluido)" value={formatPesos(order.total_clp)} strong />
      </dl>
    </Panel>
  )
}

function Amount({ label, value, muted, strong }: { label: string; value: string; muted?: boolean; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-6 ${muted ? 'text-muted' : ''} ${strong ? 'text-lg font-semibold' : ''}`}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
