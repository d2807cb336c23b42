import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { type CatalogueFile, catalogueFileSchema } from './catalogue-schema.server.ts'

/**
 * Creation time of the file's first product; each next one is an hour older, so that the file's order is the shop's.
 */
const NEWEST = Date.parse('2026-01-15T12:00:00Z')
const HOUR_MS = 3_600_000

/**
 * Loads the demo shop of `directory`/catalogue.es.json into the database: missing rows only, by slug. What an
 * administrator changed, archived or deleted stays.
 * @throws when the file is not valid.
 */
export async function loadDemoCatalogue(owner: Kysely<DB>, directory: string): Promise<void> {
  const file = catalogueFileSchema.parse(JSON.parse(await readFile(join(directory, 'catalogue.es.json'), 'utf8')))
  await owner.transaction().execute(async tx => {
    // A product whose slug an administrator changed already exists.
    const moved = await tx.selectFrom('former_category_keys').select(['key as slug', 'category_id as id']).execute()
    const former = new Set(moved.map(category => category.slug))
    const missing = file.categories.filter(category => !former.has(category.slug))
    if (missing.length > 0) {
      await tx
        .insertInto('categories')
        .values(missing)
        .onConflict(conflict => conflict.column('slug').doNothing())
        .execute()
    }
    const categories = [...moved, ...(await tx.selectFrom('categories').select(['id', 'slug']).execute())]
    const questionnaires = await tx.selectFrom('questionnaires').select('id').execute()
    const categoryIds = new Map(categories.map(category => [category.slug, category.id]))
    const published = new Set(questionnaires.map(questionnaire => questionnaire.id))
    const gone = await tx.selectFrom('former_product_slugs').select('slug').execute()
    const formerSlugs = new Set(gone.map(product => product.slug))
    const rows = file.products
      .map((product, index) => toRow(product, index, categoryIds, published))
      .filter(row => !formerSlugs.has(row.slug))
    if (rows.length === 0) return
    await tx
      .insertInto('assessments')
      .values(rows)
      .onConflict(conflict =>
        // A product loaded before its questionnaire gets it now, unless somebody has edited the product since.
        conflict
          .column('slug')
          .doUpdateSet({ questionnaire_id: eb => eb.ref('excluded.questionnaire_id') })
          .where('assessments.questionnaire_id', 'is', null)
          .where('excluded.questionnaire_id', 'is not', null)
          .where(sql<boolean>`assessments.updated_at = assessments.created_at`),
      )
      .execute()
  })
}

function toRow(
  { category, questionnaire_id, ...product }: CatalogueFile['products'][number],
  index: number,
  categoryIds: ReadonlyMap<string, string>,
  published: ReadonlySet<string>,
) {
  const category_id = categoryIds.get(category)
  if (category_id === undefined) throw new Error(`Category ${category} is missing`)
  const created = new Date(NEWEST - index * HOUR_MS)
  return {
    ...product,
    category_id,
    questionnaire_id: questionnaire_id !== null && published.has(questionnaire_id) ? questionnaire_id : null,
    status: 'active' as const,
    created_at: created,
    updated_at: created,
  }
}
