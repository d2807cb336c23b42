import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { type CategoryEdit, readCategory } from '#app/features/catalogue/category-form.schema.ts'
import { CATEGORY_FIELD_NAMES, type CategoryField, type CategoryValues } from '#app/features/catalogue/category-form.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  categorySlugsLike,
  findEditedCategory,
  insertCategory,
  listInOrder,
  lockOrder,
  updateCategory,
  writeOrder,
} from './edited-category.db.server.ts'
import { catalogueViolation, copyName, copySlug, type Editing, saveEdited } from './edits.server.ts'

const CATEGORY: Editing<CategoryField, CategoryEdit, never> = {
  entity: 'category',
  names: CATEGORY_FIELD_NAMES,
  read: readCategory,
  find: findEditedCategory,
  insert: insertCategory,
  update: updateCategory,
}

/** Creates a category, or updates it at the version that its editor saw. */
export const saveCategory = (
  deps: { db: Kysely<DB> },
  input: {
    actor: Extract<Actor, { kind: 'admin' }>
    category: { id: string; version: number } | undefined
    values: CategoryValues
  },
) => saveEdited(deps, CATEGORY, { actor: input.actor, edited: input.category, values: input.values })

type Admin = Extract<Actor, { kind: 'admin' }>

/**
 * Archives or restores a category. One with products on sale can't be archived, because they could no longer be
 * browsed.
 */
export async function changeCategory(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string; change: 'archive' | 'restore' },
): Promise<Result<{ name: string }, { code: 'not_found' | 'category_in_use' }>> {
  const status = input.change === 'archive' ? 'inactive' : 'active'
  try {
    return await asActor(db, input.actor, async tx => {
      const category = await findEditedCategory(tx, input.id, true)
      if (!category) return err({ code: 'not_found' })
      const { name, status: before } = category.values
      if (before === status) return ok({ name })
      const version = await updateCategory(tx, { id: input.id, version: category.version, edit: { status } })
      await writeAudit(tx, {
        action: input.change === 'archive' ? 'category_archived' : 'category_restored',
        entity: 'category',
        entity_id: input.id,
        before: { status: before },
        after: { status, version },
      })
      return ok({ name })
    })
  } catch (error) {
    if (catalogueViolation(error) !== 'category_in_use') throw error
    return err({ code: 'category_in_use' })
  }
}

/**
 * Moves a category one position up or down in the shop's order. @returns its position from 1, and the number of
 * categories.
 */
export async function moveCategory(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string; direction: 'up' | 'down' },
): Promise<Result<{ name: string; position: number; of: number }, { code: 'not_found' }>> {
  return asActor(db, input.actor, async tx => {
    await lockOrder(tx)
    const categories = await listInOrder(tx)
    const from = categories.findIndex(category => category.id === input.id)
    const moved = categories[from]
    if (!moved) return err({ code: 'not_found' })
    const to = Math.min(categories.length - 1, Math.max(0, from + (input.direction === 'up' ? -1 : 1)))
    if (to !== from) {
      const others = categories.toSpliced(from, 1)
      await writeOrder(
        tx,
        others.toSpliced(to, 0, moved).map(category => category.id),
      )
      await writeAudit(tx, {
        action: 'category_moved',
        entity: 'category',
        entity_id: input.id,
        before: { place: from + 1 },
        after: { place: to + 1 },
      })
    }
    return ok({ name: moved.name, position: to + 1, of: categories.length })
  })
}

/** Creates an inactive copy of a category with a name and slug of its own. */
export async function duplicateCategory(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string },
): Promise<Result<{ id: string }, { code: 'not_found' }>> {
  return asActor(db, input.actor, async tx => {
    const category = await findEditedCategory(tx, input.id)
    if (!category) return err({ code: 'not_found' })
    const { name, slug, description, seo_title, seo_description } = category.values
    const copied = {
      name: copyName(name, 80),
      slug: copySlug(slug, await categorySlugsLike(tx, cutText(slug, 60))),
      status: 'inactive' as const,
      description,
      seo_title,
      seo_description,
    }
    const added = await insertCategory(tx, copied)
    await writeAudit(tx, {
      action: 'category_duplicated',
      entity: 'category',
      entity_id: added.id,
      before: {},
      after: { ...copied, copy_of: input.id, version: added.version },
    })
    return ok({ id: added.id })
  })
}
