import type { Reminded } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Tone } from '#app/kit/ui/tone.ts'

/** The stage of an invitation, derived from its mails, sessions and run. */
export type InvitationStage =
  | 'queued'
  | 'sent'
  | 'failed'
  | 'opened'
  | 'in_progress'
  | 'completed'
  | 'expired'
  | 'revoked'

export const STAGE_LABELS: Record<InvitationStage, string> = {
  queued: 'Por enviar',
  sent: 'Enviada',
  failed: 'No se pudo enviar',
  opened: 'Abierta',
  in_progress: 'En progreso',
  completed: 'Completada',
  expired: 'Vencida',
  revoked: 'Revocada',
}

/** Whether a query parameter is one of the stages. */
export const isStage = (value: unknown): value is InvitationStage =>
  typeof value === 'string' && Object.hasOwn(STAGE_LABELS, value)

/** The reminder delays in days that a buyer can select; a person gets at most three reminders. */
export const REMINDER_DAYS = [3, 7, 14] as const

/** One person of an item, as its buyer manages them. */
export type Participant = {
  id: string
  email: string
  name: string
  job_role: string
  department: string
  own: boolean
  /** The own access of a colleague who bought for the organisation. */
  of_buyer: boolean
  stage: InvitationStage
  progress: number
  expires_at: Date
  /** The last invitation or reminder that was queued, and how many of each. */
  mailed_at: Date | null
  invitations: number
  reminders: number
}

/** The possible actions on a person's invitation. */
export function participantActions({ own, of_buyer, stage }: Pick<Participant, 'own' | 'of_buyer' | 'stage'>) {
  const invited = !own && !of_buyer
  const waits = ['queued', 'sent', 'failed', 'opened'].includes(stage)
  return {
    resend: invited && (waits || stage === 'in_progress'),
    /** Corrects the person's data or assigns the seat to another one. */
    edit: waits || stage === 'in_progress',
    revoke: invited && waits,
  }
}

/** A WhatsApp link with the invitation's text; the buyer picks the recipient there. */
export const whatsAppLink = (message: string): string => `https://wa.me/?text=${encodeURIComponent(message)}`

export const STAGE_TONES: Record<InvitationStage, Tone> = {
  queued: 'neutral',
  sent: 'neutral',
  failed: 'poor',
  opened: 'copper',
  in_progress: 'fair',
  completed: 'good',
  expired: 'poor',
  revoked: 'neutral',
}

/** The buyer of a confidential item can't see who has started; whoever has keeps the seat. */
export const KEPT_WHEN_BEGUN = 'Si esa persona ya comenzó a responder, conserva su asiento.'

/** Whether somebody at this stage can still answer. */
export const isPending = (stage: InvitationStage): boolean =>
  stage !== 'revoked' && stage !== 'completed' && stage !== 'expired'

/** What a reminder now has done: how many got it, and why others did not. */
export function remindedText({ sent, skipped }: Reminded): string {
  const others = countOf(skipped, 'persona', 'personas')
  if (sent === 0)
    return `No enviamos recordatorios: ${others} ya ${skipped === 1 ? 'recibió un correo' : 'recibieron un correo'} en las últimas 24 horas, o llegaste al máximo del día.`
  const reminded = `Enviamos un recordatorio a ${countOf(sent, 'persona', 'personas')}.`
  if (skipped === 0) return reminded
  return `${reminded} A ${others} no: ya ${skipped === 1 ? 'recibió un correo' : 'recibieron un correo'} en las últimas 24 horas, o llegaste al máximo del día.`
}

/** Messages after an action; the address carries the key, never a text. */
export const DONE = {
  reenviada: 'Reenviamos la invitación.',
  revocada: 'Revocamos la invitación: su código dejó de servir y el asiento quedó libre.',
} as const

export type Done = keyof typeof DONE

/** Whether a query parameter is one of these keys. */
export const isDone = (value: unknown): value is Done => typeof value === 'string' && Object.hasOwn(DONE, value)
