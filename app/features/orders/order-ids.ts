import { type RawBuilder, sql } from 'kysely'

/** Ids of orders, or a select of them: what belongs to orders is then read without waiting for the orders themselves. */
export type OrderIds = readonly string[] | RawBuilder<string>

/** Whether a column is one of some orders. @param column with its table's name in the query */
export const isOneOf = (column: `${string}.order_id`, ids: OrderIds): RawBuilder<boolean> =>
  // An array is computed first, and finds the rows by their index.
  sql<boolean>`${sql.ref(column)} = any (${isSelect(ids) ? sql`array(${ids})` : [...ids]}::uuid[])`

const isSelect = (ids: OrderIds): ids is RawBuilder<string> => !Array.isArray(ids)
