import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { joinCells } from '#app/platform/sheets/delimited.ts'
import { findPaidItem, holdOrder, holdSeats, insertInvitations, type PaidItem } from './accesses.db.server.ts'
import { checkPerson, storedPeople } from './accesses.schema.ts'
import { findDraft, finishDraft, insertDraft, takenEmails } from './invitation-drafts.db.server.ts'
import { mailRoom } from './invitation-limits.db.server.ts'
import { type ListedPerson, TEMPLATE } from './invitation-list.ts'
import { invitationMail } from './invitation-mail.ts'
import { type CheckedPerson, type Plan, type PlannedRow, planInvitations } from './plan-invitations.ts'

export type ListItem = Pick<PaidItem, 'id' | 'name' | 'mode' | 'seats' | 'used_seats'> & { expired: boolean }

/** The item that a list is for; undefined for anybody else's. */
export const findListItem = (
  db: Kysely<DB>,
  userId: string,
  itemId: string,
  now: Date,
): Promise<ListItem | undefined> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const item = await findPaidItem(tx, userId, itemId)
    return item && toListItem(item, now)
  })

const toListItem = ({ id, name, mode, seats, used_seats, expires_at }: PaidItem, now: Date): ListItem => ({
  id,
  name,
  mode,
  seats,
  used_seats,
  expired: expires_at <= now,
})

/** Stores the people of a list for their dry run. @returns its id; undefined for anybody else's item. */
export const storeList = (
  db: Kysely<DB>,
  given: { userId: string; itemId: string; people: readonly ListedPerson[] },
): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId: given.userId }, async tx =>
    (await findPaidItem(tx, given.userId, given.itemId)) ? insertDraft(tx, given) : undefined,
  )

/** A list on its way: what confirming it would do now, or what it did. */
export type ListReview = { item: ListItem } & (
  | { confirmed: true; invited: number }
  | { confirmed: false; rows: PlannedRow[]; invites: number; key: string; mailsLeft: number }
)

type Wanted = { userId: string; itemId: string; draftId: string; now: Date }

/** The dry run of a list: it changes nothing. Undefined for anybody else's list. */
export const reviewList = (db: Kysely<DB>, wanted: Wanted): Promise<ListReview | undefined> =>
  asActor(db, { kind: 'user', userId: wanted.userId }, async tx => {
    const found = await findPaidItem(tx, wanted.userId, wanted.itemId)
    const draft = found && (await findDraft(tx, wanted))
    if (!draft) return undefined
    const item = toListItem(found, wanted.now)
    if (draft.invited !== null) return { item, confirmed: true, invited: draft.invited }
    const { rows, invited, mailsLeft } = await planOf(tx, wanted, found, draft.rows)
    return { item, confirmed: false, rows, invites: invited.length, key: keyOf(invited), mailsLeft }
  })

type PlanToday = Plan & { mailsLeft: number }

async function planOf(
  tx: Transaction<DB>,
  { userId, itemId, now }: Wanted,
  item: PaidItem,
  rows: unknown,
): Promise<PlanToday> {
  const people = storedPeople.parse(rows)
  const checked = people.map(checkPerson)
  const emails = checked.flatMap(outcome => (outcome.ok ? [outcome.person.email] : []))
  const { mailsLeft, flooded } = await mailRoom(tx, emails, now)
  const plan = planInvitations(people, checkPerson, {
    taken: await takenEmails(tx, userId, itemId),
    seatsLeft: item.seats - item.used_seats,
    flooded,
  })
  return { ...plan, mailsLeft }
}

/** Names who would be invited, so that a confirmation means the people that were shown and no others. */
const keyOf = (invited: readonly CheckedPerson[]): string =>
  createHash('sha256')
    .update(invited.map(({ email }) => email).join('\n'))
    .digest('base64url')

export type ConfirmFailure = { code: 'list_not_found' | 'changed' | 'nobody' | 'expired' | 'too_many_mails' }

type Confirmation = Wanted & { user: Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>; key: string }

/**
 * Invites the people of a list, all or nobody: seats, codes, mails and audit in one transaction. It checks everything anew, and
 * does nothing (`changed`) when others than those of `key` would be invited. Confirmed twice, also at once, it invites once.
 * @returns how many people were invited, now or by an earlier confirmation.
 */
export const confirmList = (
  db: Kysely<DB>,
  given: Confirmation,
): Promise<Result<{ invited: number }, ConfirmFailure>> =>
  asActor(db, { kind: 'user', userId: given.userId }, async tx => {
    const { user, userId, now } = given
    await holdSeats(tx, userId)
    await holdOrder(tx, given.itemId)
    const item = await findPaidItem(tx, userId, given.itemId)
    const draft = item && (await findDraft(tx, given))
    if (!draft) return err({ code: 'list_not_found' })
    if (draft.invited !== null) return ok({ invited: draft.invited })
    if (item.expires_at <= now) return err({ code: 'expired' })
    const { invited, mailsLeft } = await planOf(tx, given, item, draft.rows)
    if (keyOf(invited) !== given.key) return err({ code: 'changed' })
    if (invited.length === 0) return err({ code: 'nobody' })
    if (invited.length > mailsLeft) return err({ code: 'too_many_mails' })
    if (!(await finishDraft(tx, { userId, draftId: given.draftId, invited: invited.length, now }))) {
      return err({ code: 'changed' })
    }
    await invite(tx, { user, item, people: invited, now })
    return ok({ invited: invited.length })
  })

type Invited = { user: Confirmation['user']; item: PaidItem; people: readonly CheckedPerson[]; now: Date }

async function invite(tx: Transaction<DB>, { user, item, people, now }: Invited): Promise<void> {
  const invitees = people.map(person => ({
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    invitee_name: fullName({ first_name: person.firstName, last_name: person.lastName }),
    job_role: person.role,
    department: person.area,
  }))
  const made = await insertInvitations(tx, user.id, item, invitees, now)
  const byEmail = new Map(invitees.map(invitee => [invitee.email, invitee]))
  const buyer = { name: fullName(user), company: item.company_name ?? user.company }
  await queueMails(
    tx,
    made.map(access =>
      invitationMail({
        accessId: access.id,
        accessCode: access.access_code,
        email: access.email,
        firstName: byEmail.get(access.email)?.first_name ?? '',
        buyer,
        expiresAt: item.expires_at,
        product: item,
      }),
    ),
  )
  await writeAudits(
    tx,
    made.map(access => ({
      action: 'access_invited',
      entity: 'user_accesses',
      entity_id: access.id,
      after: { order_item_id: item.id, ...byEmail.get(access.email) },
    })),
  )
}

/** An unconfirmed list as text that can be corrected and pasted again; undefined for anybody else's. */
export const listText = (db: Kysely<DB>, wanted: Omit<Wanted, 'now'>): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId: wanted.userId }, async tx => {
    const draft = await findDraft(tx, wanted)
    if (!draft || draft.confirmed_at) return undefined
    const people = storedPeople.parse(draft.rows)
    const rows = people.map(person => [person.firstName, person.lastName, person.email, person.role, person.area])
    return joinCells([TEMPLATE[0] ?? [], ...rows])
  })
