import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import type { Sheet } from '#app/platform/sheets/workbook.server.ts'

/** The themes of open answers, one a row, as the page shows them; no sheet where there are none. */
export function themesSheet({ sections }: Pick<ConsolidatedFigures, 'sections'>): Sheet[] {
  const rows = sections.flatMap(({ title: area, open }) =>
    open.flatMap(({ field, text, total, themes }) =>
      themes.map(({ theme, texts, quotes: [first = null, second = null] }) => [
        field,
        area,
        text,
        theme,
        texts,
        total,
        first,
        second,
      ]),
    ),
  )
  const columns = [
    { label: 'Campo', width: 22 },
    { label: 'Área', width: 24 },
    { label: 'Pregunta', width: 38 },
    { label: 'Tema', width: 18 },
    { label: 'Textos con el tema', width: 10 },
    { label: 'Textos de la pregunta', width: 11 },
    { label: 'Cita 1', width: 34 },
    { label: 'Cita 2', width: 34 },
  ]
  return rows.length === 0 ? [] : [{ name: 'Temas', columns, rows, filter: true }]
}
