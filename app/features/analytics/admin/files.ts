import { data } from 'react-router'
import { analyticsSheets, divisionSheet, sheetTable } from '#app/features/analytics/analytics-sheets.ts'
import { DIVISIONS, divisionOf } from '#app/features/analytics/funnel.ts'
import { reportDocument, reportSheets } from '#app/features/analytics/report-document.ts'
import { workbookAnswer } from '#app/platform/http/attachment.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { Route } from './+types/files'
import { DAYS_OF_A_FILE, readAnalytics, readReport } from './read-figures.server.ts'

type File = (args: Route.LoaderArgs) => Promise<Response>

/** The grouped funnel as CSV (spec D37). */
const analyticsCsv: File = async args => {
  const division = divisionOf(args.url.searchParams.get('por'))
  const { analytics, named } = await readAnalytics(args, { divisions: [division], maxBars: DAYS_OF_A_FILE })
  return new Response(writeDelimited(sheetTable(divisionSheet(analytics, division))), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="analitica-por-${division}-${named}.csv"`,
    },
  })
}

/** All figures and groupings as a workbook. */
const analyticsWorkbook: File = async args => {
  const { analytics, period, named } = await readAnalytics(args, { divisions: DIVISIONS, maxBars: DAYS_OF_A_FILE })
  return workbookAnswer(await writeWorkbook(analyticsSheets(analytics, period)), `analitica-${named}`)
}

/** The dashboard's figures as a document. */
const reportPdf: File = async args => {
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

/** The dashboard's figures as a workbook. */
const reportWorkbook: File = async args => {
  const { report, range, period, at } = await readReport(args)
  const sheets = reportSheets({ report, period: range.label, brand: shop().nombre_plataforma, now: at })
  return workbookAnswer(await writeWorkbook(sheets), `reporte-${period.toLowerCase().replaceAll(' ', '-')}`)
}

const FILES = new Map([
  ['/admin/analytics/csv', analyticsCsv],
  ['/admin/analytics/xlsx', analyticsWorkbook],
  ['/admin/report/pdf', reportPdf],
  ['/admin/report/xlsx', reportWorkbook],
])

/** The file of a period's figures at this address. */
export async function loader(args: Route.LoaderArgs) {
  const file = FILES.get(args.url.pathname)
  if (!file) throw data('Not found', 404)
  return file(args)
}
