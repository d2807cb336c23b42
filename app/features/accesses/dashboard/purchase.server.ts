import { sql, type Transaction } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import type { DashboardGroup } from '#app/features/accesses/accesses.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { OWN } from '#app/features/organisations/organisations.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { toGroup } from './dashboard.server.ts'
import { findPurchases } from './purchases.server.ts'

/** A purchase with what each tab of its page shows. */
export type Purchase = {
  group: DashboardGroup
  /** The dashboard with the purchases among which this one is. */
  dashboard: string
}

/**
 * One purchase by the rules of the dashboard, for whoever may see its results; undefined for anybody else. Two statements side by side, however
 * many purchases its holder has.
 */
export async function findPurchase(
  tx: Transaction<DB>,
  { userId, itemId, now }: { userId: string; itemId: string; now: Date },
): Promise<Purchase | undefined> {
  const holderId = sql<string>`(select held.holder_id from order_items held where held.id = ${itemId}::uuid)`
  const { rows, place } = await allKeyed({
    rows: findPurchases(tx, { userId, holderId, now, itemId }, 1),
    place: paidItem(tx, userId, itemId, 'results')
      .select([
        'item.organisation_id',
        canActSql('item.holder_id', userId, 'coordinator').as('manages'),
        canActSql('item.holder_id', userId, 'buyer').as('buys'),
        sql<boolean>`exists (select from private.roles_of(${userId}::uuid))`.as('belongs'),
      ])
      .executeTakeFirst(),
  })
  const [row] = rows
  if (!row || !place) return undefined
  const role = place.buys ? 'buyer' : place.manages ? 'coordinator' : 'results'
  return { group: toGroup(row, { role, now }), dashboard: dashboardOf(place) }
}

/** Who belongs to no organisation has no choice of whose purchases the dashboard shows. */
function dashboardOf({ organisation_id: id, belongs }: { organisation_id: string | null; belongs: boolean }): string {
  const owner = id ?? (belongs ? OWN : undefined)
  return owner === undefined ? '/account/dashboard' : `/account/dashboard?${new URLSearchParams({ de: owner })}`
}
