import type { Kysely, Transaction } from 'kysely'
import { findPaidItem, holdOrder, holdSeats, waitingInvitees } from '#app/features/accesses/accesses.db.server.ts'
import { invitationMail } from '#app/features/accesses/invitations/invitation-mail.ts'
import { mailRoom } from '#app/features/accesses/invitations/invitations.db.server.ts'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { chooseMode, type ModeOutcome } from './consolidated.db.server.ts'

export type ChooseModeFailure = { code: Exclude<ModeOutcome, 'changed' | 'unchanged'> | 'too_many_mails' }

type Wish = {
  user: Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>
  itemId: string
  mode: ResultMode
  now: Date
}

/**
 * Sets whether a business item is nominative or confidential (decision 18): until the first answer of an invited
 * person, and back to nominative only until somebody has started, because that person was promised confidentiality.
 * Codes known to the buyer become invalid when the item becomes confidential (`private.choose_result_mode`); new ones
 * are mailed, within the daily limits.
 */
export function chooseResultMode(
  db: Kysely<DB>,
  { user, itemId, mode, now }: Wish,
): Promise<Result<void, ChooseModeFailure>> {
  return asActor(db, { kind: 'user', userId: user.id }, async tx => {
    await holdSeats(tx, user.id, { itemId })
    await holdOrder(tx, itemId)
    const item = await findPaidItem(tx, user.id, itemId)
    const renewed = item && mode === 'confidential' && item.result_mode !== mode
    if (renewed && !(await mayMailAll(tx, itemId, now))) return err({ code: 'too_many_mails' })
    const outcome = await chooseMode(tx, itemId, mode)
    switch (outcome) {
      case 'unchanged':
        return ok(undefined)
      case 'changed':
        if (renewed) {
          const buyer = { name: fullName(user), company: item.company_name ?? user.company }
          await queueMails(
            tx,
            (await waitingInvitees(tx, itemId, now)).map(person =>
              invitationMail({
                accessId: person.id,
                accessCode: person.access_code,
                email: person.email,
                firstName: person.first_name ?? '',
                buyer,
                expiresAt: person.expires_at,
                product: { ...item, result_mode: mode },
              }),
            ),
          )
        }
        await writeAudit(tx, {
          action: 'result_mode_chosen',
          entity: 'order_items',
          entity_id: itemId,
          before: { result_mode: mode === 'confidential' ? 'nominative' : 'confidential' },
          after: { result_mode: mode },
        })
        return ok(undefined)
      case 'answered':
      case 'promised':
      case 'missing':
        return err({ code: outcome })
    }
  })
}

async function mayMailAll(tx: Transaction<DB>, itemId: string, now: Date): Promise<boolean> {
  const emails = (await waitingInvitees(tx, itemId, now)).map(person => person.email)
  const { mailsLeft, flooded } = await mailRoom(tx, emails, now)
  return emails.length <= mailsLeft && flooded.size === 0
}
