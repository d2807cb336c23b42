import type { Statuses } from '#app/kit/ui/tone.ts'
import type { MailStatus } from '#app/platform/database/values.ts'

export const MAIL_STATUSES: Statuses<MailStatus> = {
  queued: { label: 'En cola', tone: 'fair' },
  sending: { label: 'Enviando', tone: 'fair' },
  sent: { label: 'Enviado', tone: 'good' },
  failed: { label: 'Falló', tone: 'poor' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
}

/** The same after a mail's label, within a sentence. */
export const MAIL_STATUS_PHRASES: Record<MailStatus, string> = {
  queued: 'en cola',
  sending: 'enviándose',
  sent: 'enviado',
  failed: 'falló',
  cancelled: 'cancelado',
}
