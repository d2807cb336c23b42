/** The answer to a submitted draft. */
export type DraftAnswer =
  | { state: 'saved'; revision: number; at: string }
  | { state: 'conflict'; revision: number; text: string }
  | { state: 'refused'; text: string }
  /** The network or the server is unavailable; typed input stays. */
  | { state: 'unreached' }
  /** The session has expired; typed input is saved once somebody has logged in again in another tab. */
  | { state: 'signed_out' }
