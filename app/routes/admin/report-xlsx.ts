import { reportSheets } from '#app/features/analytics/report-document.ts'
import { attachment } from '#app/platform/http/attachment.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { Route } from './+types/report-xlsx'
import { readReport } from './read-report.server.ts'

/** The dashboard's figures as a workbook. */
export async function loader(args: Route.LoaderArgs) {
  const { report, range, period, at } = await readReport(args)
  const sheets = reportSheets({ report, period: range.label, brand: shop().nombre_plataforma, now: at })
  return new Response(await writeWorkbook(sheets), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': attachment(`reporte-${period.toLowerCase().replaceAll(' ', '-')}`, 'xlsx'),
    },
  })
}
