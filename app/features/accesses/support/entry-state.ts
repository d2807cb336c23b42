import type { AccessChange, AccessMail, AccessRefusal } from '#app/features/accesses/access-events.server.ts'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { adminActions } from '#app/features/accesses/admin-access.ts'
import { formatDate, formatDateTime, formatTime, MINUTE_MS } from '#app/kernel/dates.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** What helps: its form or link is beside the sentence. */
export type Fix = 'resend' | 'extend' | 'correct' | 'unblock'

/** Whether a person can enter now, what stops them in a sentence, and what helps, best first. */
export type EntryState = { blocked: boolean; text: string; fixes: readonly Fix[] }

type Access = {
  status: AccessStatus
  own: boolean
  email: string
  expires_at: Date
  opened_at: Date | null
  accessed_at: Date | null
}

type Input = {
  access: Access
  mails: readonly AccessMail[]
  refusals: readonly AccessRefusal[]
  changes: readonly Pick<AccessChange, 'action' | 'at'>[]
  /** Whether the mail server reports mails that come back. */
  bouncesAreRead: boolean
  now: Date
}

/** Minutes that a code is blocked after too many refused attempts (private.check_invitation). */
const BLOCKED_MINUTES = 15

const INVITATIONS: readonly string[] = ['respondent_invitation', 'respondent_reminder']

/** What keeps the person of an access from entering, as support says it. Mails, refusals and changes are newest first. */
export function entryState(input: Input): EntryState {
  const { resend, replace, extend } = adminActions(input.access, input.now)
  const possible: Record<Fix, boolean> = { resend, correct: replace, extend, unblock: extend }
  const state = findObstacle(input)
  return { ...state, fixes: state.fixes.filter(fix => possible[fix]) }
}

function findObstacle({ access, mails, refusals, changes, bouncesAreRead, now }: Input): EntryState {
  if (access.status === 'revoked') {
    return stopped('Su acceso fue revocado: el código ya no sirve y el asiento quedó libre.', [])
  }
  if (access.status === 'completed') return free('Ya terminó: no le queda nada por hacer.', [])
  if (isExpired(access, now)) return stopped(`Su plazo venció el ${formatDate(access.expires_at)}.`, ['extend'])
  if (access.own) return free('Es el acceso de quien compró: entra desde su cuenta, sin código.', [])

  const unblocked = changes.find(({ action }) => action === 'access_unblocked')
  const last = refusals.find(({ at }) => !unblocked || at > unblocked.at)
  // The window of attempts began before the one that was too many: the block ends then or earlier.
  const until = last && new Date(last.at.getTime() + BLOCKED_MINUTES * MINUTE_MS)
  if (last?.reason === 'too_many' && until && until > now) {
    return stopped(`Se equivocó demasiadas veces: puede volver a probar a más tardar a las ${formatTime(until)}.`, [
      'unblock',
      'resend',
    ])
  }
  const mail = mails.find(({ template, status }) => INVITATIONS.includes(template) && status !== 'cancelled')
  if (mail?.status === 'failed') {
    const reason = mail.last_error === null ? '' : ` El servidor de correo respondió «${mail.last_error}».`
    return stopped(`Su invitación a ${access.email} no se pudo entregar.${reason}`, ['correct', 'resend'])
  }
  const entered = access.opened_at ?? access.accessed_at
  // An invitation that was sent afterwards answers the mistake.
  const answered = [entered, mail?.sent_at].some(at => at && last && at > last.at)
  if (last?.reason === 'wrong_email' && !answered) {
    const text = `Probó su código con otro correo (${last.typed_email ?? 'sin correo'}): el suyo es ${access.email}.`
    return stopped(text, ['correct', 'resend'])
  }
  if (last?.reason === 'wrong_code' && !answered) {
    return stopped(`Escribió un código que no es el suyo, el ${formatDateTime(last.at)}.`, ['resend'])
  }
  if (entered) return free(`Nada le impide seguir: entró con su código el ${formatDate(entered)}.`, ['resend'])
  if (!mail) return stopped('Todavía no se le ha enviado una invitación.', ['resend'])
  if (mail.status !== 'sent') return free('Su invitación está en camino.', [])
  const sent = formatDateTime(mail.sent_at ?? mail.created_at)
  const arrival = bouncesAreRead
    ? 'No ha rebotado.'
    : 'Si no le llegó, no lo sabemos: el servidor de correo no avisa de los rebotes.'
  return free(`Nada le impide entrar: su invitación salió el ${sent}. ${arrival}`, ['resend', 'correct'])
}

const stopped = (text: string, fixes: readonly Fix[]): EntryState => ({ blocked: true, text, fixes })
const free = (text: string, fixes: readonly Fix[]): EntryState => ({ blocked: false, text, fixes })
