import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CatalogueViolation, catalogueViolation } from './catalogue-violations.server.ts'
import { conflictWith, type EditConflict, type Stored } from './edit-conflict.server.ts'
import { changesOf } from './merge-edits.ts'
import type { FieldErrors } from './product-form.schema.ts'

/** What the catalogue's editors share: how one kind of its rows is read from a form, found, added and written. */
export type Editing<Field extends string, Edit, Own extends string> = {
  entity: 'assessment' | 'category'
  names: readonly Field[]
  read(values: Record<Field, string>): { ok: true; edit: Edit } | { ok: false; errors: FieldErrors<Field> }
  /** With `lock`, nobody else changes it until the transaction ends. */
  find(tx: Transaction<DB>, id: string, lock?: boolean): Promise<Stored<Field> | undefined>
  insert(tx: Transaction<DB>, edit: Edit): Promise<{ id: string; version: number }>
  /** Undefined: it has another version than that. */
  update(tx: Transaction<DB>, given: { id: string; version: number; edit: Edit }): Promise<number | undefined>
  /** Why an edit may not take the place of what is there. */
  refuses?(before: Record<Field, string>, edit: Edit): Own | undefined
}

export type SaveFailure<Field extends string, Own extends string = never> =
  | { code: 'invalid'; errors: FieldErrors<Field> }
  | { code: 'conflict'; conflict: EditConflict<Field> }
  | { code: 'not_found' | CatalogueViolation | Own }

type Given<Field extends string> = {
  actor: Extract<Actor, { kind: 'admin' }>
  /** What is edited, and the version that its editor began with; undefined: it is added. */
  edited: { id: string; version: number } | undefined
  values: Record<Field, string>
}

/** Adds a row of the catalogue, or writes one about the version that its editor began with; the audit log keeps what changed. */
export async function saveEdited<Field extends string, Edit, Own extends string>(
  { db }: { db: Kysely<DB> },
  editing: Editing<Field, Edit, Own>,
  { actor, edited, values }: Given<Field>,
): Promise<Result<{ id: string; version: number }, SaveFailure<Field, Own>>> {
  const { entity, names } = editing
  const read = editing.read(values)
  const findConflict = async (tx: Transaction<DB>): Promise<EditConflict<Field> | undefined> => {
    const stored = edited && (await editing.find(tx, edited.id))
    return stored && conflictWith(tx, stored, { entity, names, begun: edited.version, mine: values })
  }
  // Two who edit at once hear of each other first: what is wrong may be what the other has put right.
  if (!read.ok) {
    const conflict = edited && (await asActor(db, actor, findConflict))
    return err(conflict ? { code: 'conflict', conflict } : { code: 'invalid', errors: read.errors })
  }
  const audit = (tx: Transaction<DB>, action: string, id: string, before: object, after: object) =>
    writeAudit(tx, { action: `${entity}_${action}`, entity, entity_id: id, before, after })
  try {
    return await asActor(db, actor, async tx => {
      if (!edited) {
        const added = await editing.insert(tx, read.edit)
        const stored = await editing.find(tx, added.id)
        await audit(tx, 'created', added.id, {}, { ...(stored?.values ?? values), version: added.version })
        return ok(added)
      }
      const { id, version } = edited
      const before = await editing.find(tx, id, true)
      if (!before) return err({ code: 'not_found' })
      const refused = editing.refuses?.(before.values, read.edit)
      if (refused !== undefined) return err({ code: refused })
      const written = await editing.update(tx, { id, version, edit: read.edit })
      if (written === undefined) {
        const conflict = await findConflict(tx)
        return err(conflict ? { code: 'conflict', conflict } : { code: 'not_found' })
      }
      const after = await editing.find(tx, id)
      const changes = changesOf(names, before.values, after?.values ?? before.values)
      await audit(tx, 'edited', id, changes.before, { ...changes.after, version: written })
      return ok({ id, version: written })
    })
  } catch (error) {
    const code = catalogueViolation(error)
    if (code === undefined) throw error
    return err({ code })
  }
}
