import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { insertInvitations, type NewAccess, type PaidItem } from '#app/features/accesses/accesses.server.ts'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { checkPerson } from '#app/features/accesses/accesses-schema.server.ts'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ListedPerson } from './invitation-list.ts'
import { type CheckedPerson, type Plan, planInvitations } from './invitation-list.ts'
import { type Inviter, invitationMail } from './invitation-mail.ts'
import { mailRoom, takenEmails } from './invitations.server.ts'

type Situation = { itemId: string; free: number; people: readonly ListedPerson[]; now: Date }

/** What confirming a list would do now, and how many more invitations its buyer may send today. */
export type PlanToday = Plan & { mailsLeft: number }

/** Plans a list against the current seats, accesses and mails. */
export async function planToday(tx: Transaction<DB>, { itemId, free, people, now }: Situation): Promise<PlanToday> {
  const emails = people.map(checkPerson).flatMap(checked => (checked.ok ? [checked.person.email] : []))
  const { mailsLeft, flooded } = await mailRoom(tx, emails, now)
  const taken = await takenEmails(tx, itemId)
  return { ...planInvitations(people, checkPerson, { taken, seatsLeft: free, flooded }), mailsLeft }
}

export const LIST_CHANGED =
  'Los asientos o los accesos cambiaron entretanto, así que no invitamos a nadie. Revisa la lista y confirma otra vez.'

/**
 * Plans a list again when somebody confirms its dry run, which had the fingerprint `key`.
 * @throws Refusal where other people would be invited now, or nobody, or the item's time is over
 */
export async function planConfirmed(
  tx: Transaction<DB>,
  { item, people, key, now }: { item: PaidItem; people: readonly ListedPerson[]; key: string; now: Date },
): Promise<PlanToday> {
  if (isExpired(item, now)) refuse('El plazo para responder terminó: ya no se puede invitar.')
  const plan = await planToday(tx, { itemId: item.id, free: item.seats - item.used_seats, people, now })
  if (planKey(item.id, plan.invited) !== key) refuse(LIST_CHANGED)
  if (plan.invited.length === 0) refuse('La lista no tiene a nadie por invitar.')
  return plan
}

/** A fingerprint of item and invited people, so that a confirmation applies only to what was shown. */
export const planKey = (itemId: string, invited: readonly CheckedPerson[]): string =>
  createHash('sha256')
    .update([itemId, ...invited.map(({ email }) => email)].join('\n'))
    .digest('base64url')

type Invited = { item: PaidItem; inviterId: string; buyer: Inviter; people: readonly CheckedPerson[]; now: Date }

/** Creates each person's seat, code, mail and audit entry. The database generates the codes. */
export async function invitePeople(
  tx: Transaction<DB>,
  { item, inviterId, buyer, people, now }: Invited,
): Promise<NewAccess[]> {
  const invitees = people.map(person => ({
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    invitee_name: fullName({ first_name: person.firstName, last_name: person.lastName }),
    job_role: person.role,
    department: person.area,
  }))
  const made = await insertInvitations(tx, inviterId, item, invitees, now)
  const byEmail = new Map(invitees.map(invitee => [invitee.email, invitee]))
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
  return made
}
