import { type Kysely, sql, type Transaction } from 'kysely'
import { dueAt, findPaidItem, lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { consultantSql } from '#app/features/organisations/client-companies.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type QueuedMail, queueMails } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { isReminderDue } from './due-reminders.ts'
import { ADDRESS_MAILS_A_DAY, dayBefore } from './invitation.ts'
import { reminderMail } from './invitation-mail.ts'
import { mailRoom } from './invitations.server.ts'

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
    await queueMails(tx, reminded.map(toReminder))
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
      consultantSql('access.organisation_id', sql.ref('buyer.id')).as('consultant'),
    ])
    .where(({ eb, val }) => eb('access.id', '=', eb.fn.any(val([...ids]))))
    .execute()

function toReminder(row: Awaited<ReturnType<typeof findReminded>>[number]): QueuedMail {
  const company = row.company_name ?? row.organisation ?? row.company
  const name = row.deleted_at !== null && row.organisation !== null ? row.organisation : fullName(row)
  return reminderMail({
    access: { ...row, first_name: row.invited_name },
    buyer: { name, company },
    product: row,
  })
}

type Input = {
  user: Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>
  itemId: string
  now: Date
  /** Leaves out who had three reminders, or one more recently than the buyer chose: what the dashboard proposes. */
  onlyDue?: boolean
}

/** People who got a reminder, and pending people who did not: mailed in the last 24 hours, or a limit was reached. */
export type Reminded = { sent: number; skipped: number }

/**
 * Reminds the invited people of an item who have not finished, at once and at any hour, because somebody asks for it.
 * Nobody who got an invitation or a reminder in the last 24 hours gets another one, so a repeated or concurrent call
 * sends nothing twice. The limits per day of buyers and addresses apply. @throws Refusal
 */
export const remindPending = (db: Kysely<DB>, input: Input): Promise<Reminded> =>
  asActor(db, { kind: 'user', userId: input.user.id }, async tx => {
    const { user, itemId, now, onlyDue = false } = input
    await lockSeats(tx, user.id, { itemId })
    await lockItemOrder(tx, itemId)
    const item = await findPaidItem(tx, user.id, itemId)
    if (!item) refuse('No encontramos esta compra. Recarga la página.')
    const pending = await findPending(tx, itemId, now)
    if (pending.length === 0) refuse('Nadie está pendiente: no hay a quién recordar.')
    const asked = onlyDue ? pending.filter(person => isReminderDue(person, item.reminder_days, now)) : pending
    if (asked.length === 0) return { sent: 0, skipped: pending.length }
    const due = await withinLimits(
      tx,
      asked.filter(({ mailed_at }) => mailed_at === null || mailed_at <= dayBefore(now)),
      now,
    )
    const claimed = await claim(
      tx,
      due.map(({ id }) => id),
      now,
    )
    const buyer = { name: fullName(user), company: item.company_name ?? user.company }
    await queueMails(
      tx,
      due.filter(({ id }) => claimed.has(id)).map(access => reminderMail({ access, buyer, product: item })),
    )
    const reminded = { sent: claimed.size, skipped: asked.length - claimed.size }
    if (claimed.size > 0)
      await writeAudit(tx, { action: 'people_reminded', entity: 'order_items', entity_id: itemId, after: reminded })
    return reminded
  })

/** Invited people who can still answer, with the time of their last mail; whoever has waited longest first. */
const findPending = (tx: Transaction<DB>, itemId: string, now: Date) =>
  tx
    .selectFrom('user_accesses as access')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('mails')
          .whereRef('mails.access_id', '=', 'access.id')
          .where('mails.template', 'in', ['respondent_invitation', 'respondent_reminder'])
          .select(({ fn }) => fn.max('mails.created_at').as('mailed_at'))
          .as('mailed'),
      join => join.onTrue(),
    )
    .select([
      'access.id',
      'access.email',
      'access.access_code',
      'access.first_name',
      'access.progress',
      'access.expires_at',
      'access.created_at',
      'access.reminded_at',
      'access.reminders_sent',
      'mailed.mailed_at',
    ])
    .where('access.order_item_id', '=', itemId)
    .where('access.invited_by_user_id', 'is not', null)
    .where('access.status', 'in', ['active', 'in_use'])
    .where('access.expires_at', '>', now)
    .orderBy('mailed.mailed_at', order => order.asc().nullsFirst())
    .orderBy('access.id')
    .execute()

type Pending = Awaited<ReturnType<typeof findPending>>[number]

async function withinLimits(tx: Transaction<DB>, people: readonly Pending[], now: Date): Promise<Pending[]> {
  const { mailsLeft, sentTo } = await mailRoom(
    tx,
    people.map(({ email }) => email),
    now,
  )
  return people.filter(({ email }) => (sentTo.get(email) ?? 0) < ADDRESS_MAILS_A_DAY).slice(0, mailsLeft)
}

async function claim(tx: Transaction<DB>, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from private.claim_reminders_of(${[...ids]}::uuid[], ${dayBefore(now)}, ${now}) id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
