import type { EvidenceCount } from '#app/features/questionnaires/evidence.ts'
import { isShown, quartilesAt, type SectorFigures } from '#app/features/results/benchmark/benchmark.ts'
import type { Quartiles } from '#app/features/results/benchmark/quartiles.ts'
import type { BoardPage } from '#app/features/results/board/board.ts'
import {
  CHANGE_FIELDS,
  changeLines,
  comparisonSheet,
  finishedSheet,
} from '#app/features/results/change/change-sheets.ts'
import { planSheets } from '#app/features/results/plan/plan-sheets.ts'
import { themesSheet } from '#app/features/results/themes/themes-sheet.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { agreementCountText, agreementWord, differenceText } from './agreement.ts'
import type { ConsolidatedFigures } from './consolidated.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import { figureCell, GROUPINGS } from './figure-cells.ts'
import { type GroupTable, shownRows } from './group-table.ts'
import { summarySheet } from './summary-sheet.ts'

type Decimals = 1 | 2

/** Columns with their widths in characters; of figures that always have them, with their decimals. */
const columns = (...input: readonly (readonly [label: string, width: number, decimals?: Decimals])[]) =>
  input.map(([label, width, decimals]) => ({ label, width, ...(decimals && { decimals }) }))

/** The consolidated page's figures as sheets, by the same rules and with nothing more. */
export const consolidatedSheets = (shown: ShownReport, board: BoardPage): Sheet[] => [
  summarySheet(shown, board),
  ...planSheets(shown.plan, shown.figures.people),
  areaSheet(shown),
  questionSheet(shown),
  groupSheet(shown),
  ...comparisonSheet(shown),
  ...finishedSheet(shown),
  ...themesSheet(shown.figures),
  textSheet(shown.figures),
]

const areaSheet = ({ item, figures, figures: { sections, priorities }, benchmark }: ShownReport): Sheet => ({
  name: 'Áreas',
  filter: true,
  columns: columns(
    ['Área', 40],
    ['Promedio', 11, 1],
    ['Nivel', 8],
    ['Palabra', 14],
    ['Objetivo', 10],
    ['Objetivo propuesto', 18],
    ['Distancia', 11, 1],
    ['Dispersión', 11, 2],
    ['Acuerdo', 40],
    ['Preguntas con acuerdo bajo', 18],
    ['Preguntas medidas', 18],
    ...GROUPINGS.map(({ label }) => [label, 18, 2] as const),
    ['Dónde está la diferencia', 40],
    ['Personas con nivel', 18],
    ['Porcentaje «No sé»', 18],
    ...evidenceColumns(figures),
    ['Prioridad', 11],
    ...(isShown(benchmark) ? SECTOR_COLUMNS : []),
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
    ...evidenceCells(figures, section.evidence),
    priorities.find(({ area }) => area === section.title)?.weight ?? null,
    ...(isShown(benchmark) ? sectorCells(quartilesAt(benchmark, section.id), benchmark) : []),
  ]),
})

const SECTOR_COLUMNS = [
  ['Sector: primer cuartil', 18, 1],
  ['Sector: mediana', 18, 1],
  ['Sector: tercer cuartil', 18, 1],
  ['Sector: organizaciones', 18],
] as const

const sectorCells = (found: Quartiles | undefined, { organisations }: SectorFigures): Cell[] => [
  found?.q1 ?? null,
  found?.median ?? null,
  found?.q3 ?? null,
  organisations,
]

const OPTIONS = [1, 2, 3, 4, 5, 6, null] as const

/** Answers with level 4 or 5 and those without evidence; no columns where nobody gave any. */
const evidenceColumns = ({ evidence }: Pick<ConsolidatedFigures, 'evidence'>) =>
  evidence === null
    ? []
    : ([
        ['Niveles 4 y 5', 13],
        ['Sin evidencia', 13],
      ] as const)

const evidenceCells = ({ evidence: all }: ConsolidatedFigures, own: EvidenceCount | null): Cell[] =>
  all === null ? [] : [own?.of ?? null, own?.without ?? null]

const questionSheet = ({ item, figures, figures: { sections } }: ShownReport): Sheet => ({
  name: 'Preguntas',
  titles: 3,
  filter: true,
  columns: columns(
    ['Número', 9],
    ['Área', 34],
    ['Pregunta', 60],
    ['Promedio', 11, 1],
    ['Dispersión', 11, 2],
    ['Acuerdo (0 a 1)', 11, 2],
    ['Acuerdo', 18],
    ['Nivel 1', 9],
    ['Nivel 2', 9],
    ['Nivel 3', 9],
    ['Nivel 4', 9],
    ['Nivel 5', 9],
    ['No sé', 9],
    ['Sin respuesta', 13],
    ['Porcentaje «No sé»', 18],
    ...evidenceColumns(figures),
    ['Campo', 26],
  ),
  rows: sections.flatMap(({ title: area, questions }) =>
    questions.map(({ number, field, text, mean, deviation, agreement, evidence, distribution, unknownRate }) => [
      number,
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
      ...evidenceCells(figures, evidence),
      field,
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
    titles: 2,
    filter: true,
    columns: columns(
      ['Agrupado por', 18],
      ['Grupo', 28],
      ['Personas', 8],
      ['Nivel general', 9, 1],
      ...sections.map(({ title }) => [title, 16, 1] as const),
    ),
    rows: [
      ...groupRows(areas.by === 'area' ? 'Área de la organización' : 'Grupo de áreas', areas),
      ...groupRows('Cargo', positions),
    ],
  }
}

const textSheet = ({ sections }: ConsolidatedFigures): Sheet => ({
  name: 'Textos abiertos',
  filter: true,
  columns: columns(['Área', 28], ['Pregunta', 48], ['Respuesta', 88], ['Campo', 27]),
  rows: sections.flatMap(({ title: area, open }) =>
    open.flatMap(({ field, text, answers }) => answers.map(answer => [area, text, answer, field])),
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
