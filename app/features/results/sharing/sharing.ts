/** Whether a purchase's results are shared with who answered. */
export type Sharing = {
  shared: boolean
  /** Who completed it and has not got them. */
  waiting: number
  /** Who has got them, and not the team's levels of a round that was published later. */
  untold: number
  /** Whether who waits gets the own levels only, because fewer than five people completed it since results were sent. */
  withoutTeam: boolean
}
