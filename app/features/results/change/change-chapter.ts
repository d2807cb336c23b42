import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import type { ReportBlock, ReportChapter } from '#app/features/results/files/report-content.ts'
import { drawRadar } from '#app/features/results/radar.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { CHANGE_METHOD_TITLE, changeMethod, changeText, intervalText, pairsText } from './change.ts'
import { COMPARISON_TITLE, type Comparison, changeRows, comparisonText } from './comparison.ts'
import {
  FINISHED_TEXT,
  FINISHED_TITLE,
  type FinishedActions,
  othersChangeText,
  questionChangeText,
  uncomparedText,
} from './finished-actions.ts'
import { TREND_TITLE, type Trend, trendLine, trendRows, trendText } from './trend.ts'

type Compared = {
  comparison: Comparison | null
  trend?: Trend | null
  figures: Pick<ConsolidatedFigures, 'sections' | 'people'>
}

/** The change since the earlier purchase, and how several of them went, where there are some. */
export const changeChapter = (shown: Compared): ReportChapter[] => [...comparisonChapter(shown), ...trendChapter(shown)]

function comparisonChapter({ comparison: earlier, figures: { sections, people } }: Compared): ReportChapter[] {
  if (!earlier) return []
  const { overall, sections: changes, method: measured } = earlier
  const isPaired = measured === 'paired'
  const drawn = sections.map(section => ({
    ...section,
    deviation: null,
    before: changes.find(({ area }) => area === section.title)?.before,
  }))
  return [
    {
      title: COMPARISON_TITLE,
      intro: comparisonText(earlier, people),
      blocks: [
        {
          type: 'table',
          title: null,
          columns: [
            { label: 'Área', share: 2.2, align: 'left' },
            { label: 'Antes', share: 0.7, align: 'right' },
            { label: 'Ahora', share: 0.7, align: 'right' },
            { label: 'Cambio', share: 1.5, align: 'right' },
            { label: 'Intervalo de 95%', share: 1.4, align: 'right' },
            ...(isPaired ? [{ label: 'Personas', share: 2.4, align: 'right' as const }] : []),
          ],
          rows: changeRows(earlier).map(row => [
            row.area,
            formatLevel(row.before),
            formatLevel(row.now),
            changeText(row),
            intervalText(row.interval),
            ...(isPaired ? [pairsText(row.pairs) ?? ''] : []),
          ]),
        },
        ...(sections.length >= 3 && overall
          ? [{ type: 'radar' as const, radar: drawRadar(drawn), isSmall: true as const }]
          : []),
        ...(earlier.finished ? finishedBlocks(earlier.finished) : []),
        { type: 'text', title: CHANGE_METHOD_TITLE, paragraphs: changeMethod(measured) },
      ],
    },
  ]
}

function finishedBlocks(finished: FinishedActions): ReportBlock[] {
  const uncompared = uncomparedText(finished)
  return [
    { type: 'text', title: FINISHED_TITLE, paragraphs: [FINISHED_TEXT, ...(uncompared === null ? [] : [uncompared])] },
    ...(finished.actions.length === 0
      ? []
      : [
          {
            type: 'table' as const,
            title: null,
            columns: [
              { label: 'Acción hecha', share: 2.4, align: 'left' as const },
              { label: 'Pregunta', share: 2.6, align: 'left' as const },
              { label: 'Su cambio', share: 1.5, align: 'right' as const },
              { label: 'Las otras del área', share: 1.5, align: 'right' as const },
            ],
            rows: finished.actions.map(action => [
              action.title,
              `${action.number}. ${action.question} · ${action.area}`,
              questionChangeText(action),
              othersChangeText(action),
            ]),
          },
        ]),
  ]
}

function trendChapter({ trend }: Compared): ReportChapter[] {
  if (!trend) return []
  const line = trendLine(trend)
  return [
    {
      title: TREND_TITLE,
      intro: trendText(trend),
      blocks: [
        {
          type: 'table',
          title: null,
          columns: [
            { label: 'Área', share: 2.2, align: 'left' },
            ...trend.measurements.map(({ measured_at }) => ({
              label: formatDate(measured_at),
              share: 1,
              align: 'right' as const,
            })),
          ],
          rows: trendRows(trend).map(({ name, cells }) => [name, ...cells]),
        },
        ...(line ? [{ type: 'line' as const, title: 'Nivel general', low: 1, high: 5, ...line }] : []),
      ],
    },
  ]
}
