import { type Kysely, sql } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { DAY_MS } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { KEPT_DAYS } from './result-links.ts'

/** Links that one run deletes. */
const BATCH = 500

type Purged = { order_item_id: string; links: number; openings: number }

/**
 * Deletes links some days after they expired or were revoked. The audit log keeps how many of a purchase, and how often they were opened.
 * @returns how many were deleted.
 */
export const purgeLinks = (db: Kysely<DB>, now: Date): Promise<number> =>
  asActor(db, SYSTEM, async tx => {
    const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
    const { rows } = await sql<Purged>`select * from private.purge_result_links(${before}, ${BATCH})`.execute(tx)
    if (rows.length === 0) return 0
    await writeAudits(
      tx,
      rows.map(({ order_item_id, links, openings }) => ({
        action: 'result_links_purged',
        entity: 'order_items',
        entity_id: order_item_id,
        after: { links, openings },
      })),
    )
    return rows.reduce((sum, { links }) => sum + links, 0)
  })
