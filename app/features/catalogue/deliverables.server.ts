import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { withLawDates } from '#app/platform/texts/law-dates.ts'
import { type Deliverables, NO_DELIVERABLES } from './deliverables.ts'
import { deliverablesSchema } from './deliverables-schema.server.ts'

/** What a product delivers as people read it, from its column `deliverables`. */
export const readDeliverables = (stored: unknown): Deliverables => withLawDates(deliverablesSchema.parse(stored))

/** The guides and materials of a product, of any status, as people read them; none of a product that there is not. */
export async function findDeliverables(db: Kysely<DB>, productId: string): Promise<Deliverables> {
  const row = await db.selectFrom('assessments').select('deliverables').where('id', '=', productId).executeTakeFirst()
  return row ? readDeliverables(row.deliverables) : NO_DELIVERABLES
}

/** The same as they are stored, for a copy of the product. */
export async function findStoredDeliverables(db: Kysely<DB>, productId: string): Promise<Deliverables> {
  const row = await db.selectFrom('assessments').select('deliverables').where('id', '=', productId).executeTakeFirst()
  return row ? deliverablesSchema.parse(row.deliverables) : NO_DELIVERABLES
}
