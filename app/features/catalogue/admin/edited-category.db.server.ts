import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CategoryEdit } from '#app/features/catalogue/category-form.schema.ts'
import type { CategoryValues } from '#app/features/catalogue/category-form.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** A category as its editor shows it. */
export type EditedCategory = { id: string; version: number; values: CategoryValues; updatedAt: Date }

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
export const insertCategory = (tx: Transaction<DB>, edit: CategoryEdit): Promise<{ id: string; version: number }> =>
  tx
    .insertInto('categories')
    .values({ ...edit, order: sql<number>`(select coalesce(max("order"), 0) + 1 from categories)` })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

/**
 * Updates a category if it still has the version that its editor saw. @returns its new version; undefined: it has
 * another.
 */
export async function updateCategory(
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
export async function lockOrder(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7426517)`.execute(tx)
}

/** All categories in the shop's order. */
export const listInOrder = (tx: Transaction<DB>): Promise<{ id: string; name: string; order: number }[]> =>
  tx.selectFrom('categories').select(['id', 'name', 'order']).orderBy('order').orderBy('name').orderBy('id').execute()

/** Numbers the categories 1 to n in this order. */
export async function writeOrder(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    update categories set "order" = placed.rank
    from unnest(${ids}::uuid[]) with ordinality as placed (id, rank)
    where categories.id = placed.id and categories."order" <> placed.rank`.execute(tx)
}

/** Current and former keys with this prefix, which a copy may not use. */
export async function categorySlugsLike(db: Kysely<DB>, start: string): Promise<string[]> {
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
