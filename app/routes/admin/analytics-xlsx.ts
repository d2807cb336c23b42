import { analyticsSheets } from '#app/features/analytics/analytics-sheets.ts'
import { DIVISIONS } from '#app/features/analytics/funnel.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { Route } from './+types/analytics-xlsx'
import { DAYS_OF_A_FILE, readAnalytics } from './read-analytics.server.ts'

/** All figures and groupings as a workbook. */
export async function loader(args: Route.LoaderArgs) {
  const { analytics, period, named } = await readAnalytics(args, { divisions: DIVISIONS, maxBars: DAYS_OF_A_FILE })
  return new Response(await writeWorkbook(analyticsSheets(analytics, period)), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="analitica-${named}.xlsx"`,
    },
  })
}
