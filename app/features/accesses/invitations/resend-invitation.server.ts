import type { Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { MAX_RESENDS } from './invitation.ts'
import { type InvitationMail, invitationMail } from './invitation-mail.ts'
import { mayMail } from './invitations.server.ts'

/** Milliseconds between an invitation and the next time that it is sent. */
const RESEND_EVERY_MS = 10 * MINUTE_MS

/** Somebody who was invited, with how often and when. */
export type Invited = {
  mail: InvitationMail
  /** Invitations so far, the first among them. */
  invitations: number
  /** When the last invitation or reminder was queued. */
  mailedAt: Date | null
  /** Whether the access can still be answered. */
  isOpen: boolean
}

type ResendProblem = 'not_open' | 'too_soon' | 'too_often'
type ResendTexts = Readonly<Record<ResendProblem | 'too_many_mails', string>>

/** What buyers read. */
export const BUYER_TEXTS: ResendTexts = {
  not_open: 'Esta invitación ya no se puede reenviar.',
  too_soon: 'La enviamos hace menos de 10 minutos. Espera un poco antes de reenviarla.',
  too_often: `Ya se reenvió ${MAX_RESENDS} veces. Copia el texto y compártelo tú.`,
  too_many_mails: 'Ya se enviaron muchas invitaciones hoy, a esta dirección o desde tu cuenta. Inténtalo mañana.',
}

/** What the staff reads. */
export const STAFF_TEXTS: ResendTexts = {
  not_open: 'Este acceso no tiene invitación que reenviar: está completo, vencido, revocado o es de quien compró.',
  too_soon: 'La invitación salió hace menos de 10 minutos. Espera un poco antes de reenviarla.',
  too_often: `Ya se reenvió ${MAX_RESENDS} veces. Copia el enlace y el código, y compártelos tú.`,
  too_many_mails: 'Esa dirección ya recibió muchas invitaciones hoy. Inténtalo mañana.',
}

/** Why an invitation can't be sent again now, apart from the daily limits of addresses and buyers. */
export function resendProblem({ isOpen, invitations, mailedAt }: Invited, now: Date): ResendProblem | undefined {
  if (!isOpen) return 'not_open'
  if (invitations > MAX_RESENDS) return 'too_often'
  return mailedAt && mailedAt.getTime() > now.getTime() - RESEND_EVERY_MS ? 'too_soon' : undefined
}

/** Queues the mails with the same codes, and an entry of each. @param sendId the send of many that they belong to */
export async function queueAgain(tx: Transaction<DB>, people: readonly Invited[], sendId?: string): Promise<void> {
  if (people.length === 0) return
  await queueMails(
    tx,
    people.map(({ mail }) => invitationMail(mail)),
  )
  const entries = people.map(({ mail, invitations }) => ({
    action: 'invitation_resent',
    entity: 'user_accesses',
    entity_id: mail.accessId,
    before: { invitations },
    after: { invitations: invitations + 1, email: mail.email, ...(sendId !== undefined && { send_id: sendId }) },
  }))
  await writeAudits(tx, entries)
}

/**
 * Sends an invitation again with the same code: at most five times, ten minutes apart, and within the daily limits.
 * @param invited whose buyer's seats are locked, so that concurrent calls send it once.
 * @returns where it is sent @throws Refusal
 */
export async function resendInvitation(
  tx: Transaction<DB>,
  invited: Invited,
  texts: ResendTexts,
  now: Date,
): Promise<string> {
  const problem = resendProblem(invited, now)
  if (problem) refuse(texts[problem])
  if (!(await mayMail(tx, invited.mail.email, now))) refuse(texts.too_many_mails)
  await queueAgain(tx, [invited])
  return invited.mail.email
}
