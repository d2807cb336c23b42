import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type CatalogueFile, catalogueFileSchema } from './catalogue-schema.server.ts'
import { type Deliverables, listDeliverables, NO_DELIVERABLES, unkeptOutcomes } from './deliverables.ts'
import { deliverablesFileSchema } from './deliverables-schema.server.ts'
import { findWorkshop } from './workshop-content.server.ts'

/**
 * Creation time of the file's first product; each next one is an hour older, so that the file's order is the shop's.
 */
const NEWEST = Date.parse('2026-01-15T12:00:00Z')
const HOUR_MS = 3_600_000

/**
 * Loads the demo shop of `directory`/catalogue.es.json into the database, with the guides and materials of
 * `directory`/deliverables/: missing rows only, by slug. What an administrator changed, archived or deleted stays.
 * @throws when a file is not valid, or when a product promises what nothing of it keeps.
 */
export async function loadDemoCatalogue(owner: Kysely<DB>, directory: string): Promise<void> {
  const file = catalogueFileSchema.parse(JSON.parse(await readFile(join(directory, 'catalogue.es.json'), 'utf8')))
  const deliverables = await readDeliverables(join(directory, 'deliverables'))
  for (const product of file.products) checkPromises(product, deliverables.get(product.slug))
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
      .map((product, index) => toRow(product, index, { categoryIds, published, deliverables }))
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

type FileProduct = CatalogueFile['products'][number]

/** The files of content/deliverables/ by their product's slug. */
async function readDeliverables(directory: string): Promise<ReadonlyMap<string, Deliverables>> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.es.json'))
  const files = await Promise.all(
    names.map(async name => {
      const parsed = deliverablesFileSchema.safeParse(JSON.parse(await readFile(join(directory, name), 'utf8')))
      if (!parsed.success) throw new Error(`Deliverables ${name} break the format: ${z.prettifyError(parsed.error)}`)
      const { slug, ...deliverables } = parsed.data
      if (name !== `${slug}.es.json`) throw new Error(`Deliverables ${name} are of another product: ${slug}`)
      return [slug, deliverables] as const
    }),
  )
  return new Map(files)
}

function checkPromises(product: FileProduct, deliverables: Deliverables = NO_DELIVERABLES): void {
  const delivered = listDeliverables({
    ...product,
    hasQuestionnaire: product.questionnaire_id !== null,
    hasProgram: (findWorkshop(product.slug)?.agenda.length ?? 0) > 0,
    deliverables,
  })
  const unkept = unkeptOutcomes(product.outcomes, delivered)
  if (unkept.length === 0) return
  const named = unkept.map(({ text, keptBy }) => `${text} (${keptBy.join(', ')})`)
  throw new Error(`Nothing of ${product.slug} keeps: ${named.join('; ')}`)
}

type Known = {
  categoryIds: ReadonlyMap<string, string>
  published: ReadonlySet<string>
  deliverables: ReadonlyMap<string, Deliverables>
}

function toRow({ category, questionnaire_id, outcomes, ...product }: FileProduct, index: number, known: Known) {
  const category_id = known.categoryIds.get(category)
  if (category_id === undefined) throw new Error(`Category ${category} is missing`)
  const created = new Date(NEWEST - index * HOUR_MS)
  return {
    ...product,
    outcomes: outcomes.map(({ text }) => text),
    kept_by: storableJson(outcomes.map(({ keptBy }) => keptBy)),
    deliverables: storableJson(known.deliverables.get(product.slug) ?? NO_DELIVERABLES),
    category_id,
    questionnaire_id: questionnaire_id !== null && known.published.has(questionnaire_id) ? questionnaire_id : null,
    status: 'active' as const,
    created_at: created,
    updated_at: created,
  }
}
