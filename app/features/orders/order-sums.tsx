import { BoughtLines } from '#app/features/cart/drawer/bought-lines.tsx'
import { VatLine } from '#app/features/pricing/vat-line.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos, splitVat, ZERO } from '#app/kernel/money.ts'
import { Sum, Sums } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { PlacedOrder } from './orders.server.ts'

type OrderSumsProps = {
  order: {
    total_clp: Pesos
    discount_clp: Pesos
    discount_code?: string | null
    refunded_clp?: Pesos
    vat_text: string
  }
}

/** How an order's amount is calculated, with the tax included (spec D7). */
export function OrderSums({ order }: OrderSumsProps) {
  const { total_clp, discount_clp, discount_code, refunded_clp = ZERO, vat_text } = order
  const { net, vat } = splitVat(total_clp)
  return (
    <>
      <Sums>
        {discount_clp > 0 && (
          <>
            <Sum label="Subtotal" value={formatPesos(pesos(total_clp + discount_clp))} variant="muted" />
            <Sum
              label={discount_code ? `Descuento (${discount_code})` : 'Descuento'}
              value={formatPesos(pesos(-discount_clp))}
            />
          </>
        )}
        <Sum label={`Total (${vat_text})`} value={formatPesos(total_clp)} variant="total" />
        {refunded_clp > 0 && <Sum label="Reembolsado" value={formatPesos(refunded_clp)} />}
      </Sums>
      <VatLine net={net} vat={vat} className="mt-1.5" />
    </>
  )
}

/** The items of an order and their prices. */
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
