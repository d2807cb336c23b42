import type { Statuses } from '#app/kit/ui/tone.ts'
import type { MailStatus } from '#app/platform/database/values.ts'

/** Counting stops here, and screens show 'more than'. */
export const MAX_COUNTED = 10_000

/** Test mails of one administrator in an hour. */
export const TESTS_AN_HOUR = 20

export const MAIL_STATUSES: Statuses<MailStatus> = {
  queued: { label: 'En cola', tone: 'fair' },
  sending: { label: 'Enviando', tone: 'fair' },
  sent: { label: 'Enviado', tone: 'good' },
  failed: { label: 'Falló', tone: 'poor' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
}

/** A mail's status after its label, within a sentence. */
export const MAIL_STATUS_PHRASES: Record<MailStatus, string> = {
  queued: 'en cola',
  sending: 'enviándose',
  sent: 'enviado',
  failed: 'falló',
  cancelled: 'cancelado',
}
