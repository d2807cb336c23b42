import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { editsSince } from './edits.db.server.ts'
import { type Merged, mergeEdits, valuesAt } from './merge-edits.ts'

/** Somebody else saved first: both edits put together, to be looked at and sent again with this version. */
export type EditConflict<Field extends string> = Merged<Field> & { version: number; by: string; at: Date }

export type Stored<Field extends string> = {
  id: string
  version: number
  values: Record<Field, string>
  updatedAt: Date
}

/**
 * What came between an edit and the version that it began with.
 * @param begun the version that the editor began with.
 * @returns undefined when nothing did.
 */
export async function conflictWith<Field extends string>(
  tx: Transaction<DB>,
  stored: Stored<Field>,
  given: {
    entity: 'assessment' | 'category'
    names: readonly Field[]
    begun: number
    mine: Record<Field, string>
  },
): Promise<EditConflict<Field> | undefined> {
  const { entity, names, begun, mine } = given
  if (stored.version === begun) return undefined
  const edits = await editsSince(tx, { entity, id: stored.id, version: begun })
  const last = edits.at(-1)
  return {
    ...mergeEdits(names, valuesAt(names, stored.values, edits, begun), mine, stored.values),
    version: stored.version,
    by: last?.by ?? 'Otra persona',
    at: last?.at ?? stored.updatedAt,
  }
}
