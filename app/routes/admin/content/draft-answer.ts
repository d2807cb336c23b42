/** What the editor is told about what it sent. */
export type DraftAnswer =
  | { state: 'saved'; revision: number; at: string }
  | { state: 'conflict'; revision: number; text: string }
  | { state: 'refused'; text: string }
  /** The network or the server is away; what is typed stays where it is. */
  | { state: 'unreached' }
  /** The session has ended; what is typed is saved once somebody has logged in again in another tab. */
  | { state: 'signed_out' }
