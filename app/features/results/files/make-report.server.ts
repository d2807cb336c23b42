import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Product } from '#app/features/catalogue/catalogue.ts'
import { findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { MAX_TEXTS } from '#app/features/results/consolidated/consolidated-areas.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { err, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type FileFailure, type ResultFile, renderReport } from './file-answer.server.ts'
import { personDocument } from './person-document.ts'
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

type Made = { db: Kysely<DB>; pdf: PdfRenderer; now: Date }
type Buyer = { id: string; company: string | null }

const issuer = () => ({ brand: shop().nombre_plataforma, author: shop().razon_social })

/** One person's report for the buyer; none of another person of a confidential item (spec D18). */
export async function makePersonReport(
  { db, pdf, now }: Made,
  buyer: Buyer,
  accessId: string,
): Promise<Result<ResultFile, FileFailure>> {
  const answer = await findResults(db, buyer.id, accessId)
  switch (answer.state) {
    case 'found':
      return renderReport(pdf, personDocument(answer.results, { ...issuer(), now }), buyer.id)
    case 'failed':
      return err({ code: 'failed', detail: 'The results could not be read' })
    case 'missing':
    case 'empty':
    case 'unfinished':
    case 'confidential':
      return err({ code: answer.state })
  }
}

/** The report over a whole item, by the rules of its page. @param shown as its address says. */
export async function makeItemReport(
  { db, pdf, now }: Made,
  buyer: Buyer,
  itemId: string,
  shown: Shown = {},
): Promise<Result<ResultFile, FileFailure>> {
  const found = await findConsolidated(db, buyer.id, itemId, { ...shown, maxTexts: MAX_TEXTS })
  if (!found) return err({ code: 'missing' })
  const { figures } = found
  if (!figures) return err({ code: found.item.mode === 'confidential' ? 'waiting' : 'nobody' })
  const report = consolidatedDocument({ ...found, figures }, { ...issuer(), company: buyer.company, now })
  return renderReport(pdf, report, buyer.id)
}
