import { reportDocument } from '#app/features/analytics/report-document.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/report-pdf'
import { readReport } from './read-report.server.ts'

/** The dashboard's figures as a document. */
export async function loader(args: Route.LoaderArgs) {
  const { report, range, period, at, userId } = await readReport(args)
  const { pdf, log } = servicesOf(args.context)
  const document = reportDocument({ report, period: range.label, brand: SHOP.nombre_plataforma, now: at })
  const printed = await pdf.print(document, userId)
  if (printed.ok) {
    return new Response(printed.value, {
      headers: {
        'Cache-Control': 'no-store',
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="reporte-${period.toLowerCase().replaceAll(' ', '-')}.pdf"`,
      },
    })
  }
  if (printed.error.code === 'failed') log.error('pdf_failed', { report: period, error: printed.error.detail })
  return new Response('No pudimos preparar el PDF en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
  })
}
