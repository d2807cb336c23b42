/** Filters with a name of their own in the address of the list. */
export const AUDIT_FILTERS = { action: 'accion', entity: 'registro', actor: 'quien' } as const

/** One entry of the log. */
export type ListedEntry = {
  /** As the addresses of lists name rows: see `entryKey`. */
  id: string
  number: number
  at: Date
  actor: AuditActor
  action: string
  entity: string
  entity_id: string
  before: unknown
  after: unknown
  /** It is about a deleted account, so its texts are left out. */
  isRemoved: boolean
}

/** What an entry is about. */
export type LoggedEntity = Pick<ListedEntry, 'entity' | 'entity_id'>

export type AuditActor = { kind: string; id: string | null; name: string | null; email: string | null }

const DIGITS = 12

/** The number of an entry in the form of the ids that lists take for a cursor. */
export const entryKey = (number: number): string =>
  `00000000-0000-0000-0000-${number.toString(16).padStart(DIGITS, '0')}`

/** The number of an entry, as text; undefined for no cursor. Whatever is no key of an entry is that of none. */
export const entryPosition = (key: string | undefined): string | undefined =>
  key === undefined
    ? undefined
    : key.startsWith('00000000-0000-0000-0000-')
      ? BigInt(`0x${key.slice(-DIGITS)}`).toString()
      : '0'
