import type { Kysely } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { readDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { guideDocument } from '#app/features/catalogue/guide-document.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { type ResultFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { boughtRuns } from '#app/features/results/results.server.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type GuidesOfItem, selectGuides } from './guides.ts'

/** What a guide comes with: the results of a purchase, or those of one person. */
type Result = { itemId: string } | { accessId: string }

/** The guides of a purchase whose results the user may read; undefined for another's. */
export const findGuides = (db: Kysely<DB>, userId: string, of: Result): Promise<GuidesOfItem | undefined> =>
  readAs(db, { kind: 'user', userId }, async tx => {
    const columns = ['product.name as product', 'item.mode', 'product.deliverables'] as const
    const row =
      'itemId' in of
        ? await paidItem(tx, userId, of.itemId, 'results').select(columns).executeTakeFirst()
        : await boughtRuns(tx, userId).select(columns).where('access.id', '=', of.accessId).executeTakeFirst()
    if (!row) return undefined
    const { product, mode, deliverables } = row
    return { product, mode, guides: readDeliverables(deliverables).guides }
  })

/** The guides that come with a result as its page shows it; none while there are no levels. */
async function findShownGuides(db: Kysely<DB>, userId: string, of: Result, shown: Shown): Promise<Guide[]> {
  const own = await findGuides(db, userId, of)
  if (!own) return []
  if ('itemId' in of) {
    const figures = (await findConsolidated(db, userId, of.itemId, { ...shown, maxTexts: 0 }))?.figures
    return figures ? selectGuides(own, 'purchase', figures.sections) : []
  }
  const answer = await findResults(db, userId, of.accessId)
  return answer.state === 'found' && !answer.results.in_progress
    ? selectGuides(own, 'person', answer.results.report.sections)
    : []
}

type Made = { db: Kysely<DB>; pdf: PdfRenderer; log: Log; now: Date }

/** One guide of a result as a document of its own, by the rules of the page. @throws Refusal */
export async function makeGuideFile(
  { db, pdf, log, now }: Made,
  userId: string,
  of: Result & { key: string; shown?: Shown },
): Promise<ResultFile> {
  const guides = await findShownGuides(db, userId, of, of.shown ?? {})
  const guide = guides.find(({ key }) => key === of.key)
  const own = guide && (await findGuides(db, userId, of))
  if (!own)
    throw guides.length === 0 ? resultsMissing() : new Refusal('Esa guía no es de este resultado.', { status: 404 })
  const { title, blocks } = guide
  const { nombre_plataforma: brand, razon_social: author } = shop()
  const rendered = await pdf.render(guideDocument({ title, label: own.product, blocks, brand, author, now }), userId)
  if (rendered.ok) return { name: title, extension: 'pdf', bytes: rendered.value }
  const { error } = rendered
  if (error.code === 'failed') log.error('guide_failed', { guide: of.key, error: error.detail })
  return refuse('No pudimos preparar la guía en este momento. Vuelve a intentarlo en unos segundos.', { status: 503 })
}
