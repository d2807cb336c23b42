import type { Kysely } from 'kysely'
import type { Actor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CategoryEdit, readCategory } from './category-form.schema.ts'
import { CATEGORY_FIELD_NAMES, type CategoryField, type CategoryValues } from './category-form.ts'
import { findEditedCategory, insertCategory, updateCategory } from './edited-category.db.server.ts'
import { type Editing, type SaveFailure, saveEdited } from './save-edited.server.ts'

export type SaveCategoryFailure = SaveFailure<CategoryField>

const CATEGORY: Editing<CategoryField, CategoryEdit, never> = {
  entity: 'category',
  names: CATEGORY_FIELD_NAMES,
  read: readCategory,
  find: findEditedCategory,
  insert: insertCategory,
  update: updateCategory,
}

/** Adds a category, or writes one about the version that its editor began with. */
export const saveCategory = (
  deps: { db: Kysely<DB> },
  given: {
    actor: Extract<Actor, { kind: 'admin' }>
    category: { id: string; version: number } | undefined
    values: CategoryValues
  },
) => saveEdited(deps, CATEGORY, { actor: given.actor, edited: given.category, values: given.values })
