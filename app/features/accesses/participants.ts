/** How far an invitation has come, from what is stored about its mails, its sessions and its run. */
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

/** Whether a value of an address is one of the stages. */
export const isStage = (value: unknown): value is InvitationStage =>
  typeof value === 'string' && Object.hasOwn(STAGE_LABELS, value)

/** Days until a reminder that a buyer can choose; at most three reminders go to a person. */
export const REMINDER_DAYS = [3, 7, 14] as const

/** One person of an item, as its buyer manages them. */
export type Participant = {
  id: string
  email: string
  name: string
  job_role: string
  department: string
  own: boolean
  stage: InvitationStage
  progress: number
  expires_at: Date
  /** The last invitation or reminder that was written, and how many of each. */
  mailed_at: Date | null
  invitations: number
  reminders: number
}

/** What can be done with a person's invitation. */
export function participantActions({ own, stage }: Pick<Participant, 'own' | 'stage'>) {
  const waits = ['queued', 'sent', 'failed', 'opened'].includes(stage)
  return {
    resend: !own && (waits || stage === 'in_progress'),
    /** Another person instead of this one, or other data. */
    edit: waits || stage === 'in_progress',
    revoke: !own && waits,
  }
}

/** The chat program with the invitation's text, for a person that the buyer picks there. */
export const whatsAppLink = (message: string): string => `https://wa.me/?text=${encodeURIComponent(message)}`
