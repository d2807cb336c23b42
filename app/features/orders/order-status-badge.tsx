import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, ZERO } from '#app/kernel/money.ts'
import { Badge, StatusBadge } from '#app/kit/ui/badge.tsx'
import type { OrderStatus } from '#app/platform/database/values.ts'
import { ORDER_STATUSES, PARTIAL_REFUND } from './orders.ts'

type OrderState = { status: OrderStatus; refunded_clp: Pesos; charged_back_clp?: Pesos }

/** The status of an order; of a paid one with a chargeback or a partial refund its pesos. */
export const OrderStatusBadge = ({
  order: { status, refunded_clp, charged_back_clp = ZERO },
}: {
  order: OrderState
}) =>
  charged_back_clp > 0 ? (
    <Badge tone="poor">{`${ORDER_STATUSES.charged_back.label} ${formatPesos(charged_back_clp)}`}</Badge>
  ) : status === 'paid' && refunded_clp > 0 ? (
    <Badge tone="fair">{`${PARTIAL_REFUND} ${formatPesos(refunded_clp)}`}</Badge>
  ) : (
    <StatusBadge of={ORDER_STATUSES} status={status} />
  )
