import { type Kysely, sql, type Transaction } from 'kysely'
import { dueAt } from '#app/features/accesses/accesses.db.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type QueuedMail, queueMails } from '#app/platform/mail/outbox.server.ts'
import { reminderMail } from './invitation-mail.ts'

const weekdayAndHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Santiago',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** Monday to Friday from 9:00 to 18:00 in Santiago, when business mail is appropriate. */
export function isWorkingHour(date: Date): boolean {
  const parts = weekdayAndHour.formatToParts(date)
  const part = (type: string): string => parts.find(found => found.type === type)?.value ?? ''
  const hour = Number(part('hour'))
  return !['Sat', 'Sun'].includes(part('weekday')) && hour >= 9 && hour < 18
}

/** Reminders per transaction. */
const BATCH = 100

/**
 * Reminds invited people who have not finished, where their buyer enabled it: on working days from 9 to 18 in Santiago,
 * at most three times each. Claiming and queueing happen in one transaction, so that nobody is reminded twice or
 * skipped.
 * @returns how many were reminded, so that the worker continues while there are more.
 */
export async function sendReminders(db: Kysely<DB>, now: Date): Promise<number> {
  if (!isWorkingHour(now)) return 0
  return asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<{ id: string }>`select id from private.claim_reminders(${now}, ${BATCH}) id`.execute(tx)
    if (rows.length === 0) return 0
    const reminded = await findReminded(
      tx,
      rows.map(({ id }) => id),
    )
    await queueMails(tx, reminded.map(mailOf))
    return rows.length
  })
}

const findReminded = (tx: Transaction<DB>, ids: readonly string[]) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .innerJoin('profiles as buyer', join =>
      join.on(sql<boolean>`buyer.id = coalesce(access.invited_by_user_id, access.user_id)`),
    )
    .leftJoin('organisations as organisation', 'organisation.id', 'access.organisation_id')
    .select([
      'access.id',
      'access.email',
      'access.access_code',
      'access.first_name as invited_name',
      'access.progress',
      'access.expires_at',
      'order.company_name',
      'buyer.first_name',
      'buyer.last_name',
      'buyer.company',
      'buyer.deleted_at',
      'organisation.name as organisation',
      'product.id as product_id',
      'product.slug',
      'product.name',
      'product.type',
      'product.duration_min',
      'product.duration_max',
      dueAt('item').as('due_at'),
    ])
    .where(({ eb, val }) => eb('access.id', '=', eb.fn.any(val([...ids]))))
    .execute()

function mailOf(row: Awaited<ReturnType<typeof findReminded>>[number]): QueuedMail {
  const company = row.company_name ?? row.organisation ?? row.company
  const name = row.deleted_at !== null && row.organisation !== null ? row.organisation : fullName(row)
  return reminderMail({
    access: { ...row, first_name: row.invited_name },
    buyer: { name, company },
    product: row,
  })
}
