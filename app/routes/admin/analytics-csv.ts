import { divisionSheet, sheetTable } from '#app/features/analytics/analytics-sheets.ts'
import { divisionOf } from '#app/features/analytics/funnel.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import type { Route } from './+types/analytics-csv'
import { DAYS_OF_A_FILE, readAnalytics } from './read-analytics.server.ts'

/** The grouped funnel as CSV (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const division = divisionOf(args.url.searchParams.get('por'))
  const { analytics, named } = await readAnalytics(args, { divisions: [division], maxBars: DAYS_OF_A_FILE })
  return new Response(writeDelimited(sheetTable(divisionSheet(analytics, division))), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="analitica-por-${division}-${named}.csv"`,
    },
  })
}
