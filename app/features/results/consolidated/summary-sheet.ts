import type { BoardPage } from '#app/features/results/board/board.ts'
import { decisionsTitle, isCompared, levelsTitle } from '#app/features/results/board/board-content.ts'
import { decisionFacts } from '#app/features/results/board/decisions.ts'
import { COLOURS } from '#app/features/results/board/slides/slide-colours.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { agreementCountText, differenceText } from './agreement.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import { figureCell, GROUPINGS } from './figure-cells.ts'

type Table = NonNullable<Sheet['below']>[number]

/** Widths of the columns from the second one on: of figures, of the change in words, of the distance and of the level in a word. */
const WIDTHS = [12, 12, 12, 18, 12, 16] as const
/** Columns that a text beside its label extends over. */
const OVER = WIDTHS.length

/** The results on one page, as a board sees them, with their chart; below it what else is known of the whole. */
export const summarySheet = (shown: ShownReport, board: BoardPage): Sheet => ({
  name: 'Resumen',
  columns: [
    { label: 'Dato', width: 34 },
    { label: 'Valor', width: WIDTHS[0] },
  ],
  moreWidths: WIDTHS.slice(1),
  lastOver: OVER,
  rows: [
    ['Conclusión', board.headline],
    ['Producto', board.product],
    [typeof shown.round === 'number' ? 'Personas de la ronda' : 'Personas consideradas', shown.figures.people],
    ['Modo', shown.item.mode === 'confidential' ? 'Confidencial' : 'Nominativo'],
    ...(board.since === '' ? [] : [['Comparación', board.since]]),
    ['Cómo leerlo', board.method],
  ],
  below: [levelsTable(shown, board), ...decisionsTable(board), factsTable(shown)],
})

/** Pixels: of the chart's width, of what stands around its bars, and of each bar with its share of the space between areas. */
const CHART_WIDTH = 520
const AROUND = 110
const BAR_HEIGHT = 20

function levelsTable({ item, figures: { sections } }: ShownReport, board: BoardPage): Table {
  const compared = isCompared(board)
  const { levels } = board
  const now = compared ? 2 : 1
  const series = [
    ...(compared ? [{ column: 1, colour: COLOURS.before }] : []),
    { column: now, colour: COLOURS.copper },
    { column: now + 1, colour: COLOURS.ink },
  ]
  const level = (label: string) => ({ label, decimals: 1 as const })
  return {
    columns: [
      { label: 'Área' },
      ...(compared ? [level('Antes')] : []),
      level('Ahora'),
      level('Objetivo'),
      ...(compared ? [{ label: 'Cambio' }] : []),
      level('Distancia'),
      { label: 'Nivel alcanzado' },
    ],
    rows: levels.map(({ title, before, now: mean, target, word, change }, index): Cell[] => [
      title,
      ...(compared ? [before] : []),
      figureCell(mean, item),
      target,
      ...(compared ? [change || null] : []),
      // The general level, which has none, is the first.
      sections[index - 1]?.distance ?? null,
      word,
    ]),
    filter: true,
    chart: {
      title: levelsTitle(compared),
      description: `Barras por área, de 0 a 5. ${levels.map(levelText).join('; ')}.`,
      series,
      axis: { min: 0, max: 5, step: 1 },
      // Right of the widest table, beside the conclusion.
      at: { column: OVER + 1, row: 1 },
      width: CHART_WIDTH,
      height: AROUND + BAR_HEIGHT * series.length * levels.length,
    },
  }
}

const levelText = ({ title, before, now, target }: BoardPage['levels'][number]): string =>
  [
    `${title}: ${now === null ? 'sin nivel' : formatLevel(now)}`,
    ...(before === null ? [] : [`antes ${formatLevel(before)}`]),
    ...(target === null ? [] : [`objetivo ${formatLevel(target)}`]),
  ].join(', ')

const decisionsTable = ({ decisions }: BoardPage): Table[] =>
  decisions.length === 0
    ? []
    : [
        {
          columns: [{ label: decisionsTitle(decisions.length) }, { label: 'Qué' }],
          lastOver: OVER,
          rows: decisions.map(({ title, ask, ...decision }) => [
            title,
            [ask, decisionFacts(decision).join(' · ')].filter(text => text !== '').join('\n'),
          ]),
        },
      ]

/** What can't be told is left out. */
const hasValue = ([, value]: readonly Cell[]): boolean => value !== null

const factsTable = ({ item, round, participation, waiting, figures }: ShownReport): Table => ({
  columns: [{ label: 'Más datos' }, { label: 'Valor' }],
  lastOver: OVER,
  rows: [
    ...(round === null ? [] : [['Ronda', round === 'all' ? 'Todas' : round]]),
    // Figures of a round are of its people.
    ...(round === null
      ? [
          ['Asientos', participation.seats],
          ['Personas', participation.invited],
          ['Completados', participation.completed],
        ]
      : []),
    ['Esperan la publicación', waiting],
    ['Nivel general', figures.overall.mean],
    ['Nivel alcanzado', figures.overall.word],
    ['Dispersión', figures.overall.deviation],
    ['Acuerdo', agreementCountText(figures.agreement)],
    ...GROUPINGS.map(({ label, by }): Cell[] => [label, figures[by].between[0] ?? null]).filter(hasValue),
    ...[['Dónde está la diferencia', differenceText(figures, 0)]].filter(hasValue),
    ['Porcentaje «No sé»', figures.unknownRate],
    ['Orden', item.order_number],
  ],
})
