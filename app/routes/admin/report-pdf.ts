import { reportDocument } from '#app/features/analytics/report-document.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/report-pdf'
import { readReport } from './read-report.server.ts'

/** The dashboard's figures as a document. */
export async function loader(args: Route.LoaderArgs) {
  const { report, range, period, at, userId } = await readReport(args)
  const { pdf, log } = servicesOf(args.context)
  const document = reportDocument({ report, period: range.label, brand: shop().nombre_plataforma, now: at })
  const rendered = await pdf.render(document, userId)
  return pdfAnswer(rendered, {
    name: `reporte-${period.toLowerCase().replaceAll(' ', '-')}`,
    log,
    about: { report: period },
  })
}
