/** Maximum recipients of one send, and of all sends of an administrator in 24 hours. */
export const MAX_IN_A_SEND = 5000
export const MAX_SENT_A_DAY = 10_000

/** The progress of a send. */
export type SendProgress = {
  id: string
  created_at: Date
  total: number
  sent: number
  /** People who had finished, were revoked or had too many mails when their mail was due. */
  skipped: number
  ended_at: Date | null
  stopped: boolean
}
