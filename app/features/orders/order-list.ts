import type { Mode, OrderStatus } from '#app/platform/database/values.ts'

/** What the back office's list of orders is narrowed to. */
export type OrderFilters = {
  /** Beginnings of words of an order's number, a name, an e-mail, a company or a tax number. */
  search: string
  status: OrderStatus | undefined
  /** Orders that have an item of that mode. */
  mode: Mode | undefined
  /** From this instant on, and before that one. */
  from: Date | undefined
  until: Date | undefined
}

/** Columns that orders are sorted by; each has an index with the id. */
export type OrderSortColumn = 'created_at' | 'total_clp'

/** The modes of an order's items, as people read them: what a person bought, then what a company did. */
export const modesOf = (order: { has_self: boolean; has_business: boolean }): Mode[] => [
  ...(order.has_self ? (['self'] as const) : []),
  ...(order.has_business ? (['business'] as const) : []),
]
