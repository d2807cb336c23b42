/** People that one send is for at most, and all sends of an administrator in 24 hours. */
export const MAX_IN_A_SEND = 5000
export const MAX_SENT_A_DAY = 10_000

/** How far a send is. */
export type SendProgress = {
  id: string
  created_at: Date
  total: number
  sent: number
  /** Who had finished, was revoked or had too many mails when the turn came. */
  skipped: number
  ended_at: Date | null
  stopped: boolean
}
