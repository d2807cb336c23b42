import { fullName } from '#app/features/identity/identity.ts'
import { type Change, changesOf } from './audit-changes.ts'
import { fieldText } from './audit-fields.ts'
import { actionText } from './audit-texts.ts'
import { valueText } from './audit-values.ts'
import type { LoggedChange } from './entity-log.db.server.ts'

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
