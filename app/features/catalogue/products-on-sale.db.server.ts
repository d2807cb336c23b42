import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** More products than a shop of this kind has. */
const MAX_PRODUCTS = 1000

/** The products that can be bought, by name, for a select. */
export const productsOnSale = (tx: Transaction<DB>): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('assessments')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_PRODUCTS)
    .execute()
