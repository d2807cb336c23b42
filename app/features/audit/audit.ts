import { fullName } from '#app/features/identity/identity.ts'
import type { LoggedChange } from './audit.server.ts'
import { type Change, changesOf } from './audit-changes.ts'
import { fieldText } from './audit-fields.ts'
import { actionText } from './audit-texts.ts'
import { valueText } from './audit-values.ts'

/** A change of one entity as its page shows it; the log has all details. */
export type HistoryEntry = {
  /** Of the log's entry. */
  number: number
  at: Date
  by: string
  what: string
  changes: Pick<Change, 'field' | 'before' | 'after'>[]
  /** Changed fields that are not among them. */
  more: number
}

/** Fields of an entry that are shown. */
const TOLD = 4
/** Internal fields, which are not shown. */
const INTERNAL = new Set(['version', 'copy_of'])

/** The newest lines of the log about one thing, with what each changed. */
export const historyOf = (log: readonly LoggedChange[]): HistoryEntry[] =>
  log.map(({ id, at, action, entity, before, after, first_name, last_name, email }) => {
    const changed = changesOf(before, after).filter(({ field, isChanged }) => isChanged && !INTERNAL.has(field))
    return {
      number: id,
      at,
      by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }) || (email ?? 'Sistema'),
      what: actionText(action),
      changes: changed.slice(0, TOLD).map(change => ({
        field: fieldText(change.field),
        before: shown(entity, change.field, change.before),
        after: shown(entity, change.field, change.after),
      })),
      more: Math.max(0, changed.length - TOLD),
    }
  })

const shown = (entity: string, field: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : valueText(entity, field, value)

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
