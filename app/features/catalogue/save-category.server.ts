import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CatalogueViolation, catalogueViolation } from './catalogue-violations.server.ts'
import { readCategory } from './category-form.schema.ts'
import { CATEGORY_FIELD_NAMES, type CategoryField, type CategoryValues } from './category-form.ts'
import { conflictWith, type EditConflict } from './edit-conflict.server.ts'
import { findEditedCategory, insertCategory, updateCategory } from './edited-category.db.server.ts'
import { changesOf } from './merge-edits.ts'
import type { FieldErrors } from './product-form.schema.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

export type SaveCategoryFailure =
  | { code: 'invalid'; errors: FieldErrors<CategoryField> }
  | { code: 'conflict'; conflict: EditConflict<CategoryField> }
  | { code: 'not_found' | CatalogueViolation }

/** Adds a category, or writes one about the version that its editor began with; written to the audit log with what changed. */
export async function saveCategory(
  { db }: { db: Kysely<DB> },
  given: { actor: Admin; category: { id: string; version: number } | undefined; values: CategoryValues },
): Promise<Result<{ id: string; version: number }, SaveCategoryFailure>> {
  const read = readCategory(given.values)
  if (!read.ok) {
    const conflict =
      given.category && (await asActor(db, given.actor, tx => findConflict(tx, given.category, given.values)))
    return err(conflict ? { code: 'conflict', conflict } : { code: 'invalid', errors: read.errors })
  }
  try {
    return await asActor(db, given.actor, async tx => {
      if (!given.category) {
        const added = await insertCategory(tx, read.edit)
        await audit(tx, 'category_created', added.id, {}, { ...read.edit, version: added.version })
        return ok(added)
      }
      const { id, version } = given.category
      const before = await findEditedCategory(tx, id, true)
      if (!before) return err({ code: 'not_found' })
      const written = await updateCategory(tx, { id, version, edit: read.edit })
      if (written === undefined) {
        const conflict = await findConflict(tx, given.category, given.values)
        return err(conflict ? { code: 'conflict', conflict } : { code: 'not_found' })
      }
      const changes = changesOf(CATEGORY_FIELD_NAMES, before.values, read.edit)
      await audit(tx, 'category_edited', id, changes.before, { ...changes.after, version: written })
      return ok({ id, version: written })
    })
  } catch (error) {
    const code = catalogueViolation(error)
    if (code === undefined) throw error
    return err({ code })
  }
}

const audit = (tx: Transaction<DB>, action: string, id: string, before: object, after: object) =>
  writeAudit(tx, { action, entity: 'category', entity_id: id, before, after })

async function findConflict(
  tx: Transaction<DB>,
  category: { id: string; version: number } | undefined,
  mine: CategoryValues,
): Promise<EditConflict<CategoryField> | undefined> {
  const stored = category && (await findEditedCategory(tx, category.id))
  return (
    stored &&
    conflictWith(tx, stored, { entity: 'category', names: CATEGORY_FIELD_NAMES, begun: category.version, mine })
  )
}
