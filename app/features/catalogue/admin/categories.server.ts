import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import {
  CATEGORY_FIELD_NAMES,
  type CategoryField,
  type CategoryValues,
  categoryFields,
  NEW_CATEGORY,
} from '#app/features/catalogue/category-form.ts'
import { seoDescription, slugText } from '#app/features/catalogue/form-text-schema.server.ts'
import { Refusal, refusing } from '#app/kernel/refusal.ts'
import { cutText } from '#app/kernel/text.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { cleanLines } from '#app/kit/forms/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { answerSave, copyName, copySlug, type Editing, readVersion, saveEdited } from './edits.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

const categoryForm = z.object({ ...shapeOf(categoryFields), slug: slugText, seo_description: seoDescription })
type CategoryEdit = z.infer<typeof categoryForm>

/** A category as its editor shows it. */
type EditedCategory = { id: string; version: number; values: CategoryValues; updatedAt: Date }

const valuesOf = (row: Selectable<DB['categories']>): CategoryValues => ({
  name: row.name,
  slug: row.slug,
  status: row.status,
  description: row.description,
  seo_title: row.seo_title,
  seo_description: row.seo_description,
})

/** A category of any status; `lock` locks it until the transaction ends. */
export async function findEditedCategory(
  tx: Transaction<DB>,
  id: string,
  lock = false,
): Promise<EditedCategory | undefined> {
  const row = await tx
    .selectFrom('categories')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, query => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row && { id, version: row.version, values: valuesOf(row), updatedAt: row.updated_at }
}

/** Appends a category. @throws on constraint categories_slug_key when its slug is taken. */
const insertCategory = (tx: Transaction<DB>, edit: CategoryEdit): Promise<{ id: string; version: number }> =>
  tx
    .insertInto('categories')
    .values({ ...edit, order: sql<number>`(select coalesce(max("order"), 0) + 1 from categories)` })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

/**
 * Updates a category if it still has the version that its editor saw. @returns its new version; undefined: it has
 * another.
 */
async function updateCategory(
  tx: Transaction<DB>,
  input: { id: string; version: number; edit: Partial<CategoryEdit> },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('categories')
    .set(input.edit)
    .where('id', '=', input.id)
    .where('version', '=', input.version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Serialises changes to the order of the categories until the transaction ends. The number is arbitrary. */
async function lockOrder(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7426517)`.execute(tx)
}

/** All categories in the shop's order. */
export const listInOrder = (tx: Transaction<DB>): Promise<{ id: string; name: string; order: number }[]> =>
  tx.selectFrom('categories').select(['id', 'name', 'order']).orderBy('order').orderBy('name').orderBy('id').execute()

/** Numbers the categories 1 to n in this order. */
async function writeOrder(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    update categories set "order" = placed.rank
    from unnest(${ids}::uuid[]) with ordinality as placed (id, rank)
    where categories.id = placed.id and categories."order" <> placed.rank`.execute(tx)
}

/** Current and former keys with this prefix, which a copy may not use. */
async function categorySlugsLike(db: Kysely<DB>, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('slug')
    .where('slug', 'like', `${start}%`)
    .union(db.selectFrom('former_category_keys').select('key as slug').where('key', 'like', `${start}%`))
    .execute()
  return rows.map(row => row.slug)
}

/** The categories that a product can be assigned to: those on sale first. */
export const listCategoryChoices = (
  db: Kysely<DB>,
): Promise<{ id: string; name: string; slug: string; status: 'active' | 'inactive' }[]> =>
  db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'status'])
    .orderBy('status')
    .orderBy('order')
    .orderBy('name')
    .execute()

const CATEGORY: Editing<CategoryField, CategoryEdit> = {
  entity: 'category',
  names: CATEGORY_FIELD_NAMES,
  read(values) {
    const parsed = categoryForm.safeParse(values)
    return parsed.success ? { ok: true, edit: parsed.data } : { ok: false, errors: firstMessagePerField(parsed.error) }
  },
  find: findEditedCategory,
  insert: insertCategory,
  update: updateCategory,
  constraints: () => ({
    categories_slug_key: ['Ese slug es, o fue, de otra categoría: elige otro', { field: 'slug' }],
    categories_empty_when_inactive: [
      'Tiene productos activos: muévelos a otra categoría o archívalos antes de desactivarla',
      { field: 'status' },
    ],
  }),
}

/** Creates a category, or updates it at the version that its editor saw. @throws as `saveEdited` */
export const saveCategory = (
  deps: { db: Kysely<DB> },
  input: { actor: Admin; category: { id: string; version: number } | undefined; values: CategoryValues },
) => saveEdited(deps, CATEGORY, { actor: input.actor, edited: input.category, values: input.values })

/**
 * Creates or updates a category from its editor. @param id undefined: a new one. @throws 400 when the body is not such
 * a form, 404 without the category.
 */
export async function categoryAction(
  deps: Pick<Services, 'db'>,
  actor: Admin,
  request: Request,
  id: string | undefined,
) {
  const form = await postedForm(request)
  const version = readVersion(form, id)
  const texts = CATEGORY_FIELD_NAMES.map(name => {
    const value = form.get(name)
    return [name, typeof value === 'string' ? cleanLines(value) : '']
  })
  const values = { ...NEW_CATEGORY, ...Object.fromEntries(texts) }
  const category = id === undefined ? undefined : { id, version }
  const created = id === undefined ? () => '/admin/catalog/categories?listo=creada' : undefined
  return answerSave(() => saveCategory(deps, { actor, category, values }), { version, values }, created)
}

const gone = () => new Refusal('Esa categoría ya no existe.', { stale: true })

/**
 * Archives or restores a category. One with products on sale can't be archived, because they could no longer be browsed.
 * @returns its name. @throws Refusal
 */
export const changeCategory = (
  { db }: { db: Kysely<DB> },
  { actor, id, change }: { actor: Admin; id: string; change: 'archive' | 'restore' },
): Promise<string> =>
  refusing(
    asActor(db, actor, async tx => {
      const status = change === 'archive' ? 'inactive' : 'active'
      const category = await findEditedCategory(tx, id, true)
      if (!category) throw gone()
      const { name, status: before } = category.values
      if (before === status) return name
      const version = await updateCategory(tx, { id, version: category.version, edit: { status } })
      await writeAudit(tx, {
        action: change === 'archive' ? 'category_archived' : 'category_restored',
        entity: 'category',
        entity_id: id,
        before: { status: before },
        after: { status, version },
      })
      return name
    }),
    {
      categories_empty_when_inactive: ['Tiene productos activos: muévelos a otra categoría o archívalos primero.'],
    },
  )

/**
 * Moves a category one position up or down in the shop's order. @returns its position from 1, and the number of
 * categories. @throws Refusal
 */
export async function moveCategory(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string; direction: 'up' | 'down' },
): Promise<{ name: string; position: number; of: number }> {
  return asActor(db, input.actor, async tx => {
    await lockOrder(tx)
    const categories = await listInOrder(tx)
    const from = categories.findIndex(category => category.id === input.id)
    const moved = categories[from]
    if (!moved) throw gone()
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
    return { name: moved.name, position: to + 1, of: categories.length }
  })
}

/** Creates an inactive copy of a category with a name and slug of its own. @returns its id. @throws Refusal */
export async function duplicateCategory(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string },
): Promise<string> {
  return asActor(db, input.actor, async tx => {
    const category = await findEditedCategory(tx, input.id)
    if (!category) throw gone()
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
    return added.id
  })
}
