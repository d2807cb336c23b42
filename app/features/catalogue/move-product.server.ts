import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { lockProductOrder, type Place, placeOf, spreadProducts, stepProduct } from './product-order.db.server.ts'

/** Moves a product one place up or down in the shop's own order; featured ones stay before the others. At an end nothing changes. */
export const moveProduct = (
  { db }: { db: Kysely<DB> },
  given: { actor: Extract<Actor, { kind: 'admin' }>; id: string; direction: 'up' | 'down' },
): Promise<Result<Place, { code: 'not_found' }>> =>
  asActor(db, given.actor, async tx => {
    const { id, direction } = given
    await lockProductOrder(tx)
    const before = await placeOf(tx, id)
    if (!before) return err({ code: 'not_found' })
    if (!(await stepProduct(tx, id, direction))) {
      await spreadProducts(tx)
      await stepProduct(tx, id, direction)
    }
    const after = (await placeOf(tx, id)) ?? before
    if (after.place !== before.place) {
      await writeAudit(tx, {
        action: 'assessment_moved',
        entity: 'assessment',
        entity_id: id,
        before: { place: before.place },
        after: { place: after.place },
      })
    }
    return ok(after)
  })
