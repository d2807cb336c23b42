import {
  CHANGE_FIELDS,
  changeLines,
  comparisonSheet,
  finishedSheet,
  trendSheet,
} from '#app/features/results/change/change-sheets.ts'
import { planSheets } from '#app/features/results/plan/plan-files.ts'
import { themesSheet } from '#app/features/results/themes/themes-sheet.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { agreementCountText, agreementWord, differenceText } from './agreement.ts'
import type { ConsolidatedFigures } from './consolidated.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import { type GroupTable, shownRows } from './group-table.ts'
import { NO_DETAIL } from './tallies.ts'

const columns = (...input: readonly (readonly [label: string, width: number])[]) =>
  input.map(([label, width]) => ({ label, width }))

/** The consolidated page's figures as sheets, by the same rules and with nothing more. */
export const consolidatedSheets = (shown: ShownReport): Sheet[] => [
  summarySheet(shown),
  ...planSheets(shown.plan, shown.figures.people),
  areaSheet(shown),
  questionSheet(shown),
  groupSheet(shown),
  ...comparisonSheet(shown),
  ...finishedSheet(shown),
  ...trendSheet(shown),
  ...themesSheet(shown.figures),
  textSheet(shown.figures),
]

/** A figure, or that it has no detail. */
const figureCell = (figure: number | null, { mode }: ShownReport['item']): Cell =>
  figure === null && mode === 'confidential' ? NO_DETAIL : figure

/** η² between the groups of each table. */
const GROUPINGS = [
  { label: 'Eta cuadrado entre áreas de la organización', by: 'areas' },
  { label: 'Eta cuadrado entre cargos', by: 'positions' },
] as const

const summarySheet = ({ item, round, participation, waiting, figures }: ShownReport): Sheet => ({
  name: 'Resumen',
  columns: columns(['Dato', 34], ['Valor', 44]),
  rows: [
    ['Producto', item.product],
    ['Orden', item.order_number],
    ['Modo', item.mode === 'confidential' ? 'Confidencial' : 'Nominativo'],
    ...(round === null ? [] : [['Ronda', round === 'all' ? 'Todas' : round]]),
    // Figures of a round are of its people.
    ...(round === null
      ? [
          ['Asientos', participation.seats],
          ['Participantes', participation.invited],
          ['Completados', participation.completed],
        ]
      : []),
    [typeof round === 'number' ? 'Personas de la ronda' : 'Personas consideradas', figures.people],
    ['Esperan la publicación', waiting],
    ['Nivel general', figures.overall.mean],
    ['Nivel alcanzado', figures.overall.word],
    ['Dispersión', figures.overall.deviation],
    ['Acuerdo', agreementCountText(figures.agreement)],
    ...GROUPINGS.map(({ label, by }): Cell[] => [label, figures[by].between[0] ?? null]),
    ['Dónde está la diferencia', differenceText(figures, 0)],
    ['Porcentaje «No sé»', figures.unknownRate],
  ],
})

const areaSheet = ({ item, figures, figures: { sections, priorities } }: ShownReport): Sheet => ({
  name: 'Áreas',
  columns: columns(
    ['Área', 40],
    ['Promedio', 11],
    ['Nivel', 8],
    ['Palabra', 14],
    ['Objetivo', 10],
    ['Objetivo propuesto', 18],
    ['Distancia', 11],
    ['Dispersión', 11],
    ['Acuerdo', 40],
    ['Preguntas con acuerdo bajo', 18],
    ['Preguntas medidas', 18],
    ...GROUPINGS.map(({ label }) => [label, 18] as const),
    ['Dónde está la diferencia', 40],
    ['Personas con nivel', 18],
    ['Porcentaje «No sé»', 18],
    ['Prioridad', 11],
  ),
  rows: sections.map((section, index) => [
    section.title,
    figureCell(section.mean, item),
    section.level,
    section.word,
    section.target,
    section.proposed ?? section.target,
    section.distance,
    section.deviation,
    agreementCountText(section.agreement),
    section.agreement.measured === 0 ? null : section.agreement.low,
    section.agreement.measured,
    ...GROUPINGS.map(({ by }) => figures[by].between[index + 1] ?? null),
    differenceText(figures, index + 1),
    section.mean === null ? null : section.people,
    section.unknownRate,
    priorities.find(({ area }) => area === section.title)?.weight ?? null,
  ]),
})

const OPTIONS = [1, 2, 3, 4, 5, 6, null] as const

const questionSheet = ({ item, figures: { sections } }: ShownReport): Sheet => ({
  name: 'Preguntas',
  columns: columns(
    ['Número', 9],
    ['Campo', 26],
    ['Área', 34],
    ['Pregunta', 60],
    ['Promedio', 11],
    ['Dispersión', 11],
    ['Acuerdo (0 a 1)', 11],
    ['Acuerdo', 18],
    ['Nivel 1', 9],
    ['Nivel 2', 9],
    ['Nivel 3', 9],
    ['Nivel 4', 9],
    ['Nivel 5', 9],
    ['No sé', 9],
    ['Sin respuesta', 13],
    ['Porcentaje «No sé»', 18],
  ),
  rows: sections.flatMap(({ title: area, questions }) =>
    questions.map(({ number, field, text, mean, deviation, agreement, distribution, unknownRate }) => [
      number,
      field,
      area,
      text,
      figureCell(mean, item),
      deviation,
      agreement,
      agreement === null ? null : agreementWord(agreement),
      ...OPTIONS.map(option =>
        distribution.length === 0 ? null : (distribution.find(share => share.option === option)?.people ?? 0),
      ),
      distribution.length === 0 ? null : unknownRate,
    ]),
  ),
})

const groupSheet = ({ item, figures: { sections, areas, positions } }: ShownReport): Sheet => {
  const groupRows = (kind: string, table: GroupTable): Cell[][] =>
    shownRows(table).map(({ name, people, overall, sections: scores }) => [
      kind,
      name,
      people,
      figureCell(overall.mean, item),
      ...scores.map(({ mean }) => figureCell(mean, item)),
    ])
  return {
    name: 'Grupos',
    columns: columns(
      ['Agrupado por', 26],
      ['Grupo', 34],
      ['Personas', 10],
      ['Nivel general', 14],
      ...sections.map(({ title }) => [title, 18] as const),
    ),
    rows: [
      ...groupRows(areas.by === 'area' ? 'Área de la organización' : 'Grupo de áreas', areas),
      ...groupRows('Cargo', positions),
    ],
  }
}

const textSheet = ({ sections }: ConsolidatedFigures): Sheet => ({
  name: 'Textos abiertos',
  columns: columns(['Campo', 28], ['Área', 34], ['Pregunta', 60], ['Respuesta', 90]),
  rows: sections.flatMap(({ title: area, open }) =>
    open.flatMap(({ field, text, answers }) => answers.map(answer => [field, area, text, answer])),
  ),
})

/** The columns of the CSV; a row names those that it has. */
const COLUMNS = [
  'tipo',
  'area',
  'grupo',
  'campo',
  'pregunta',
  'opcion',
  'texto',
  'personas',
  'porcentaje',
  'promedio',
  'dispersion',
  'acuerdo',
  'acuerdo_en_palabras',
  'eta_cuadrado_areas',
  'eta_cuadrado_cargos',
  'diferencia',
  ...CHANGE_FIELDS,
] as const

type Row = Partial<Record<(typeof COLUMNS)[number], Cell>>

/** The consolidated figures as one table for a CSV; each row names its subject. */
export function consolidatedTable(shown: ShownReport): Cell[][] {
  const { figures, item } = shown
  /** @param at 0 the general level, from 1 the questionnaire's areas. */
  const differences = (at: number): Row => ({
    eta_cuadrado_areas: figures.areas.between[at] ?? null,
    eta_cuadrado_cargos: figures.positions.between[at] ?? null,
    diferencia: differenceText(figures, at),
  })
  const groupRows = (tipo: string, table: GroupTable): Row[] =>
    shownRows(table).flatMap(({ name: grupo, people: personas, overall, sections }) => [
      { tipo, grupo, personas, promedio: figureCell(overall.mean, item) },
      ...sections.map(({ mean }, at) => ({
        tipo,
        area: figures.sections[at]?.title ?? null,
        grupo,
        personas,
        promedio: figureCell(mean, item),
      })),
    ])
  const rows: Row[] = [
    {
      tipo: 'general',
      personas: figures.people,
      promedio: figureCell(figures.overall.mean, item),
      dispersion: figures.overall.deviation,
      acuerdo_en_palabras: agreementCountText(figures.agreement),
      ...differences(0),
    },
    ...figures.sections.flatMap(({ title: area, mean, deviation, agreement, questions, open }, index): Row[] => [
      {
        tipo: 'area',
        area,
        promedio: figureCell(mean, item),
        dispersion: deviation,
        acuerdo_en_palabras: agreementCountText(agreement),
        ...differences(index + 1),
      },
      ...questions.flatMap((question): Row[] => {
        const about = { area, campo: question.field, pregunta: question.text }
        return [
          {
            tipo: 'pregunta',
            ...about,
            promedio: figureCell(question.mean, item),
            dispersion: question.deviation,
            acuerdo: question.agreement,
            acuerdo_en_palabras: question.agreement === null ? null : agreementWord(question.agreement),
          },
          ...question.distribution.map(({ option, text, people, share }) => ({
            tipo: 'opcion',
            ...about,
            opcion: option,
            texto: text,
            personas: people,
            porcentaje: share,
          })),
        ]
      }),
      ...open.flatMap(({ field, text, answers }) =>
        answers.map(answer => ({ tipo: 'texto', area, campo: field, pregunta: text, texto: answer })),
      ),
    ]),
    ...groupRows('area_organizacion', figures.areas),
    ...groupRows('cargo', figures.positions),
    ...changeLines(shown.comparison),
  ]
  return [[...COLUMNS], ...rows.map(row => COLUMNS.map(column => row[column] ?? null))]
}
