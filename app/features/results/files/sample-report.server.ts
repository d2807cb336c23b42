import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Product } from '#app/features/catalogue/catalogue.ts'
import { findNewestQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { sampleDocument } from './sample-document.ts'

type Rendered = ReturnType<PdfRenderer['render']>

/** Rendered samples, some 150 kB each, by everything that they show. */
const samples = new LRUCache<string, Rendered>({ max: 40 })

type Sampled = Pick<Product, 'id' | 'slug' | 'name' | 'questionnaire_id' | 'questionnaire_version'>

/**
 * The sample report of a product, rendered once however many visitors ask for it. Undefined for a product without
 * questionnaire; failures are not cached.
 */
export async function makeSampleReport(
  { db, pdf, now }: { db: Kysely<DB>; pdf: PdfRenderer; now: Date },
  product: Sampled,
): Promise<Awaited<Rendered> | undefined> {
  const { slug, name, questionnaire_id: id, questionnaire_version: version } = product
  const questionnaire = id === null ? undefined : await findNewestQuestionnaire(db, id, version)
  if (!questionnaire) return undefined
  const { nombre_plataforma: brand, razon_social: author } = shop()
  const key = JSON.stringify([slug, name, questionnaire.id, questionnaire.version, brand, author])
  const known = samples.get(key)
  if (known) return known
  const rendering = pdf.render(
    sampleDocument({ slug, name, questionnaire }, { brand, author, now }),
    `sample ${product.id}`,
  )
  samples.set(key, rendering)
  const rendered = await rendering
  if (!rendered.ok) samples.delete(key)
  return rendered
}
