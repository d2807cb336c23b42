import { type Kysely, sql, type Transaction } from 'kysely'
import { findParticipantsItem } from '#app/features/accesses/dashboard/participants.server.ts'
import { findPurchase, type Purchase } from '#app/features/accesses/dashboard/purchase.server.ts'
import { findResultLinks } from '#app/features/results/links/manage-links.server.ts'
import { findSharing } from '#app/features/results/sharing/share-results.server.ts'
import { findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ItemSettings } from './item-settings.tsx'

type Input = { userId: string; itemId: string; now: Date }

/** What the settings of a purchase show; undefined for who doesn't coordinate it. */
export async function findItemSettings(
  db: Kysely<DB>,
  input: Input,
): Promise<(Purchase & { settings: ItemSettings }) | undefined> {
  const { userId, itemId, now } = input
  const { found, targets, sharing, links } = await allKeyed({
    found: readAs(db, { kind: 'user', userId }, tx =>
      allKeyed({
        purchase: findPurchase(tx, input),
        item: findParticipantsItem(tx, userId, itemId),
        round: findOpenRound(tx, itemId),
      }),
    ),
    targets: findItemTargets(db, input),
    sharing: findSharing(db, input),
    links: findResultLinks(db, input),
  })
  const { purchase, item, round } = found
  if (!purchase || !item) return undefined
  const { group } = purchase
  const isOfCompany = group.mode === 'business' && group.has_questionnaire
  const settings: ItemSettings = {
    item: {
      id: itemId,
      seats: group.total_seats,
      used_seats: group.used_seats,
      mode: group.result_mode,
      frozen: group.mode_fixed,
      isOfCompany,
    },
    followUp: group.has_questionnaire && !group.expired ? followUpOf(item, now) : undefined,
    round,
    targets,
    sharing: isOfCompany ? sharing : undefined,
    links,
  }
  return { ...purchase, settings }
}

type Dated = { reminder_days: number | null; selected_due_at: Date | null; expires_at: Date }

const followUpOf = ({ reminder_days, selected_due_at: due, expires_at }: Dated, now: Date) => ({
  reminderDays: reminder_days,
  due: {
    day: due ? dayOf(due) : undefined,
    min: dayOf(now),
    max: dayOf(expires_at),
    passed: due !== null && due <= now,
  },
})

/** The number of the next round of a confidential purchase and who waits for it, as the actor may see them. */
async function findOpenRound(tx: Transaction<DB>, itemId: string): Promise<{ next: number; waiting: number }> {
  const { rows } = await sql<{ next: number; waiting: number }>`
    select 1 + (select count(*) from private.item_rounds(array[item.id]))::integer as next,
      coalesce((select (counted.tallies ->> 'waiting')::integer from private.item_tallies(array[item.id]) counted), 0) as waiting
    from order_items item where item.id = ${itemId}::uuid and item.result_mode = 'confidential'`.execute(tx)
  return rows[0] ?? { next: 1, waiting: 0 }
}
