import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Product } from '#app/features/catalogue/catalogue.ts'
import { findDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import { findPrintedHolder } from '#app/features/organisations/logo/logos.server.ts'
import { findNewestQuestionnaire, findPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { findDecisions } from '#app/features/results/board/board-decisions.server.ts'
import { MAX_TEXTS } from '#app/features/results/consolidated/consolidated-areas.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { findGuides } from '#app/features/results/guides/guides.server.ts'
import { selectGuides } from '#app/features/results/guides/guides.ts'
import { findLinkedResults } from '#app/features/results/links/linked-results.server.ts'
import { NO_LINK, NOTHING_LINKED } from '#app/features/results/links/result-links.ts'
import { hasAnswers } from '#app/features/results/results.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { lawDates } from '#app/platform/texts/law-dates.ts'
import {
  type ResultFile,
  refuseFailed,
  refuseWithoutFigures,
  renderReport,
  resultsMissing,
} from './file-answer.server.ts'
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
  const [plan, { guides }] = await Promise.all([
    findPlan(db, questionnaire.id, questionnaire.version),
    findDeliverables(db, product.id),
  ])
  const { nombre_plataforma: brand, razon_social: author } = shop()
  const key = JSON.stringify([slug, name, questionnaire.id, questionnaire.version, lawDates(), guides, brand, author])
  const known = samples.get(key)
  if (known) return known
  const rendering = pdf.render(
    sampleDocument({ slug, name, questionnaire, plan, guides }, { brand, author, now }),
    `sample ${product.id}`,
  )
  samples.set(key, rendering)
  const rendered = await rendering
  if (!rendered.ok) samples.delete(key)
  return rendered
}

type Made = { db: Kysely<DB>; pdf: PdfRenderer; log: Log; now: Date }
type Buyer = { id: string; company: string | null }

const issuer = () => ({ brand: shop().nombre_plataforma, author: shop().razon_social })

/** One person's report for the buyer; none of another person of a confidential item (spec D18). @throws Refusal */
export async function makePersonReport(services: Made, buyer: Buyer, accessId: string): Promise<ResultFile> {
  const [answer, own, holder] = await Promise.all([
    findResults(services.db, buyer.id, accessId, { withPlan: true }),
    findGuides(services.db, buyer.id, { accessId }),
    findPrintedHolder(services.db, buyer.id, { accessId }),
  ])
  const about = { access: accessId }
  switch (answer.state) {
    case 'found': {
      if (!hasAnswers(answer.results.report)) return refuseUnanswered()
      const { report: shown, in_progress } = answer.results
      const guides = own && !in_progress ? selectGuides(own, 'person', shown.sections) : []
      const report = personDocument({ ...answer.results, guides }, { ...issuer(), now: services.now, holder })
      return renderReport(services, report, { owner: buyer.id, about })
    }
    case 'failed':
      return refuseFailed(services.log, about, 'The results could not be read')
    case 'missing':
      throw resultsMissing()
    case 'empty':
      return refuseUnanswered()
    case 'unfinished':
      return refuse('La persona todavía no termina: el informe se puede descargar cuando lo haga.')
    case 'confidential':
      return refuse(
        'En esta compra las respuestas solo se muestran en grupos de al menos cinco personas distintas: no hay informe de una persona.',
        { status: 403 },
      )
  }
}

const refuseUnanswered = (): never =>
  refuse('Todavía no hay respuestas: el informe se puede descargar cuando la persona termine.', { status: 404 })

/** The report over a whole item, by the rules of its page. @param shown as its address says. @throws Refusal */
export async function makeItemReport(
  services: Made,
  buyer: Buyer,
  itemId: string,
  shown: Shown = {},
): Promise<ResultFile> {
  const [found, own, stored, holder] = await Promise.all([
    findConsolidated(services.db, buyer.id, itemId, {
      ...shown,
      maxTexts: MAX_TEXTS,
      withThemes: true,
      withPlan: true,
      withTrend: true,
    }),
    findGuides(services.db, buyer.id, { itemId }),
    findDecisions(services.db, { userId: buyer.id, itemId }),
    findPrintedHolder(services.db, buyer.id, { itemId }),
  ])
  if (!found) throw resultsMissing()
  const figures = found.figures ?? refuseWithoutFigures(found.item.mode)
  const guides = own ? selectGuides(own, 'purchase', figures.sections) : []
  const report = consolidatedDocument(
    { ...found, figures },
    {
      ...issuer(),
      company: holder?.name ?? buyer.company,
      holder,
      now: services.now,
      guides,
      decisions: stored?.decisions,
    },
  )
  return renderReport(services, report, { owner: buyer.id, about: { item: itemId } })
}

/**
 * The same report for whoever has a link, by the rules of the link's page: no company and no logo, because it may be called like a person, and the
 * decisions that the plan asks for, because those that somebody wrote may name people. @throws Refusal
 */
export async function makeLinkedReport(services: Made, token: string | undefined): Promise<ResultFile> {
  const linked =
    token === undefined
      ? undefined
      : await findLinkedResults(services.db, token, { maxTexts: MAX_TEXTS, withThemes: true })
  if (!linked) throw new Refusal(NO_LINK.text, { status: 404 })
  const { report: found } = linked
  const figures = found.figures ?? refuse(NOTHING_LINKED)
  const report = consolidatedDocument({ ...found, figures }, { ...issuer(), company: null, now: services.now })
  return renderReport(services, report, { owner: found.item.id, about: { item: found.item.id } })
}
