import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'
import { Badge, StatusBadge } from '#app/ui/badge.tsx'
import { ORDER_STATUSES, PARTIAL_REFUND } from './orders.ts'

type OrderState = { status: OrderStatus; refunded_clp: Pesos }

/** The status of an order; of a paid one with a partial refund its pesos. */
export const OrderStatusBadge = ({ order: { status, refunded_clp } }: { order: OrderState }) =>
  status === 'paid' && refunded_clp > 0 ? (
    <Badge tone="fair">
      {PARTIAL_REFUND} {formatPesos(refunded_clp)}
    </Badge>
  ) : (
    <StatusBadge of={ORDER_STATUSES} status={status} />
  )
