/** The state of the shop's work, the same in every process. */
export type ShopState = {
  at: Date
  queues: {
    queue: string
    items: number
    /** Since when the item that waits longest is due; null while none is due. */
    due_since: Date | null
  }[]
  people: {
    kind: string
    items: number
    /** Of the oldest. */
    since: Date | null
  }[]
  /** The moment of the last backup that can be restored; null: there is none. */
  lastBackup: Date | null
}
