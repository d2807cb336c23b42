import type { OrderStatus } from '#app/platform/database/values.ts'
import { ORDER_STATUS_LABELS } from './orders.ts'

/** How a use of a code stands: as its order, unless it was given back. */
export type UseState = OrderStatus | 'released'

export const USE_LABELS: Readonly<Record<UseState, string>> = { ...ORDER_STATUS_LABELS, released: 'Uso devuelto' }

/** How a use stands. */
export const useStateOf = (use: { released_at: Date | null; order: { status: OrderStatus } }): UseState =>
  use.released_at === null ? use.order.status : 'released'
