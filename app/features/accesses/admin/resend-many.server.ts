import type { Kysely } from 'kysely'
import { findAdminAccesses } from '#app/features/accesses/admin-access.db.server.ts'
import { MAX_IN_A_SEND, MAX_SENT_A_DAY } from '#app/features/accesses/admin-access.ts'
import { ADDRESS_MAILS_A_DAY, dayBefore } from '#app/features/accesses/invitations/invitation.ts'
import { mailRoom } from '#app/features/accesses/invitations/invitations.db.server.ts'
import { queueAgain, resendProblem } from '#app/features/accesses/invitations/resend-invitation.server.ts'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AdminActor, toInvited } from './manage-access.server.ts'
import {
  addProgress,
  claimSendRows,
  countUnfinished,
  endSend,
  insertSend,
  newestSend,
  nextSend,
  type SendTarget,
  sentSince,
} from './resend-many.db.server.ts'

export type StartFailure = { code: 'nobody' | 'too_many' | 'too_many_today' | 'already_running' }

type Start = { actor: AdminActor; target: SendTarget; now: Date }

/**
 * Starts sending invitations again to the people of a target who have not finished. The worker sends in batches; an
 * administrator has one open send, also for concurrent calls.
 * @returns the number of recipients
 */
export async function startResending(db: Kysely<DB>, input: Start): Promise<Result<{ total: number }, StartFailure>> {
  const { actor, target, now } = input
  try {
    return await asActor(db, actor, async tx => {
      const count = await countUnfinished(tx, target, now)
      if (count === 0) return err({ code: 'nobody' })
      if (count > MAX_IN_A_SEND) return err({ code: 'too_many' })
      if ((await sentSince(tx, actor.userId, dayBefore(now))) + count > MAX_SENT_A_DAY) {
        return err({ code: 'too_many_today' })
      }
      const send = await insertSend(tx, { startedBy: actor.userId, total: count, target, now })
      await writeAudit(tx, {
        action: 'invitations_resend_started',
        entity: 'invitation_sends',
        entity_id: send.id,
        after: { total: count, ...describe(target) },
      })
      return ok({ total: count })
    })
  } catch (error) {
    const isSecond = error instanceof Error && 'constraint' in error && error.constraint === 'invitation_sends_one_open'
    if (!isSecond) throw error
    return err({ code: 'already_running' })
  }
}

/** The target of a send without its search text, which may be a person's name. */
function describe(target: SendTarget) {
  if ('ids' in target) return { selected: target.ids.length }
  const { search, ...filters } = target.filters
  return { filters: { ...filters, searched: search !== '' } }
}

/** Ends the administrator's own send: mails not queued yet are not sent. False: it had ended. */
export const stopResending = (db: Kysely<DB>, input: { actor: AdminActor; now: Date }): Promise<boolean> =>
  asActor(db, input.actor, async tx => {
    const send = await newestSend(tx, input.actor.userId)
    if (!send || !(await endSend(tx, { id: send.id, now: input.now, stopped: true }))) return false
    await writeAudit(tx, {
      action: 'invitations_resend_stopped',
      entity: 'invitation_sends',
      entity_id: send.id,
      before: { total: send.total },
      after: { sent: send.sent, skipped: send.skipped },
    })
    return true
  })

/** Mails per transaction. */
const BATCH = 100

/**
 * Queues the next mails of the oldest open send, in the name of the administrator who started it. Claiming recipients
 * and queueing their mails happen in one transaction: nobody gets two mails or is skipped, even after a crash.
 * @returns how many recipients it claimed, so that the worker continues while there are more.
 */
export async function resendNext(db: Kysely<DB>, now: Date): Promise<number> {
  const next = await asActor(db, SYSTEM, async tx => {
    const send = await nextSend(tx)
    if (send && !send.may) await endSend(tx, { id: send.id, now, stopped: true })
    return send?.may ? send : undefined
  })
  if (!next) return 0
  return asActor(db, { kind: 'admin', userId: next.started_by }, async tx => {
    const ids = await claimSendRows(tx, next.id, BATCH)
    if (!ids) return 0
    const people = await findAdminAccesses(tx, ids)
    const { sentTo } = await mailRoom(
      tx,
      people.map(({ email }) => email),
      now,
    )
    const counts = new Map(sentTo)
    const due = people
      .map(access => toInvited(access, now))
      .filter(invited => {
        const { email } = invited.mail
        const sent = counts.get(email) ?? 0
        if (resendProblem(invited, now) || sent >= ADDRESS_MAILS_A_DAY) return false
        counts.set(email, sent + 1)
        return true
      })
    await queueAgain(tx, due, next.id)
    await addProgress(tx, next.id, { sent: due.length, skipped: ids.length - due.length })
    if (ids.length < BATCH) await endSend(tx, { id: next.id, now, stopped: false })
    return ids.length
  })
}
