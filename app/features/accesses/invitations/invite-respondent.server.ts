import type { Kysely } from 'kysely'
import { findPaidItem, lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { isExpired } from '#app/features/accesses/accesses.ts'
import type { InviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { type Invitation, writeInvitation } from './invitation.ts'
import { mayMail, seatViolation } from './invitations.server.ts'
import { invitePeople } from './invite-people.server.ts'

export type InviteFailure = { code: 'item_not_found' | 'no_seats' | 'already_invited' | 'expired' | 'too_many_mails' }

export type InviteDeps = { db: Kysely<DB>; settings: { appUrl: string } }

type Inviter = Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>

/** Assigns a seat of the buyer's item to another person and queues the invitation. The database generates the code. */
export async function inviteRespondent(
  { db, settings }: InviteDeps,
  input: { user: Inviter; itemId: string; form: InviteForm; now: Date },
): Promise<Result<Invitation, InviteFailure>> {
  const { user, itemId, form, now } = input
  try {
    return await asActor(db, { kind: 'user', userId: user.id }, async tx => {
      await lockSeats(tx, user.id, { itemId })
      await lockItemOrder(tx, itemId)
      const item = await findPaidItem(tx, user.id, itemId)
      if (!item) return err({ code: 'item_not_found' })
      if (isExpired(item, now)) return err({ code: 'expired' })
      if (item.used_seats >= item.seats) return err({ code: 'no_seats' })
      if (!(await mayMail(tx, form.email, now))) return err({ code: 'too_many_mails' })
      const buyer = { name: fullName(user), company: item.company_name ?? user.company }
      const [access] = await invitePeople(tx, { item, inviterId: user.id, buyer, people: [form], now })
      if (!access) throw new Error(`No access was made of item ${item.id}`)
      const mail = { accessId: access.id, email: form.email, buyer, product: item }
      const shownCode = item.result_mode === 'confidential' ? null : accessCode(access.access_code)
      const name = fullName({ first_name: form.firstName, last_name: form.lastName })
      return ok(
        writeInvitation(settings.appUrl, { ...mail, name, access_code: shownCode, expires_at: item.expires_at }),
      )
    })
  } catch (error) {
    const code = seatViolation(error)
    if (code === undefined) throw error
    return err({ code })
  }
}
