import { data } from 'react-router'
import { findProduct } from '#app/features/catalogue/catalogue.server.ts'
import { isProductKey } from '#app/features/catalogue/catalogue.ts'
import { makeSampleReport } from '#app/features/results/files/make-report.server.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/sample-report'

/** A product's report with invented answers, opened in the browser before anything is bought. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const db = readsOf(context)
  const { pdf, log, now } = servicesOf(context)
  const product = isProductKey(params.slug) ? await findProduct(db, params.slug) : undefined
  const rendered = product && (await makeSampleReport({ db, pdf, now: now() }, product))
  if (!(product && rendered)) throw data('Not found', 404)
  return pdfAnswer(rendered, {
    name: `Informe de ejemplo ${product.name}`,
    disposition: 'inline',
    log,
    about: { product: product.id },
    headers: rendered.ok ? { 'Cache-Control': 'public, max-age=3600', 'X-Robots-Tag': 'noindex' } : {},
  })
}
