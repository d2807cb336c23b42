import { reportSheet } from '#app/features/analytics/report-document.ts'
import { attachment } from '#app/platform/http/attachment.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { writeXlsx } from '#app/platform/sheets/xlsx.server.ts'
import type { Route } from './+types/report-xlsx'
import { readReport } from './read-report.server.ts'

/** The dashboard's figures as a sheet. */
export async function loader(args: Route.LoaderArgs) {
  const { report, range, period, at } = await readReport(args)
  const sheet = reportSheet({ report, period: range.label, brand: shop().nombre_plataforma, now: at })
  return new Response(new Uint8Array(writeXlsx('Reporte', sheet)), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': attachment(`reporte-${period.toLowerCase().replaceAll(' ', '-')}`, 'xlsx'),
    },
  })
}
