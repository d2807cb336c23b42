import { comparisonText } from '#app/features/results/comparison.tsx'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { agreementWord, type ConsolidatedFigures } from './consolidated.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import type { GroupTable } from './group-table.ts'
import { NO_DETAIL } from './tallies.ts'

const columns = (...input: readonly (readonly [label: string, width: number])[]) =>
  input.map(([label, width]) => ({ label, width }))

/** The consolidated page's figures as sheets, by the same rules and with nothing more. */
export const consolidatedSheets = (shown: ShownReport): Sheet[] => [
  summarySheet(shown),
  areaSheet(shown),
  questionSheet(shown),
  groupSheet(shown),
  ...comparisonSheet(shown),
  textSheet(shown.figures),
]

/** A figure, or that it has no detail. */
const figureCell = (figure: number | null, { mode }: ShownReport['item']): Cell =>
  figure === null && mode === 'confidential' ? NO_DETAIL : figure

const summarySheet = ({ item, round, participation, waiting, figures }: ShownReport): Sheet => ({
  name: 'Resumen',
  columns: columns(['Dato', 34], ['Valor', 44]),
  rows: [
    ['Producto', item.product],
    ['Orden', item.order_number],
    ['Modo', item.mode === 'confidential' ? 'Confidencial' : 'Nominativo'],
    ...(round === null ? [] : [['Ronda', round]]),
    // Figures of a round are of its people.
    ...(round === null
      ? [
          ['Asientos', participation.seats],
          ['Participantes', participation.invited],
          ['Completados', participation.completed],
        ]
      : []),
    [round === null ? 'Personas consideradas' : 'Personas de la ronda', figures.people],
    ['Esperan la publicación', waiting],
    ['Nivel general', figures.overall.mean],
    ['Nivel alcanzado', figures.overall.word],
    ['Dispersión', figures.overall.deviation],
    ['Porcentaje «No sé»', figures.unknownRate],
  ],
})

const areaSheet = ({ item, figures: { sections, priorities } }: ShownReport): Sheet => ({
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
    ['Acuerdo', 15],
    ['Personas con nivel', 18],
    ['Porcentaje «No sé»', 18],
    ['Prioridad', 11],
  ),
  rows: sections.map(section => [
    section.title,
    figureCell(section.mean, item),
    section.level,
    section.word,
    section.target,
    section.proposed ?? section.target,
    section.distance,
    section.deviation,
    section.deviation === null ? null : agreementWord(section.deviation),
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
    questions.map(({ number, field, text, mean, deviation, distribution, unknownRate }) => [
      number,
      field,
      area,
      text,
      figureCell(mean, item),
      deviation,
      ...OPTIONS.map(option =>
        distribution.length === 0 ? null : (distribution.find(share => share.option === option)?.people ?? 0),
      ),
      distribution.length === 0 ? null : unknownRate,
    ]),
  ),
})

const groupSheet = ({ item, figures: { sections, areas, positions } }: ShownReport): Sheet => {
  const groupRows = (kind: string, { groups }: GroupTable): Cell[][] =>
    groups.map(({ name, people, overall, sections: scores }) => [
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
    rows: [...groupRows('Área de la organización', areas), ...groupRows('Cargo', positions)],
  }
}

const comparisonSheet = ({ comparison, figures: { people } }: ShownReport): Sheet[] =>
  comparison === null
    ? []
    : [
        {
          name: 'Comparación',
          columns: columns(['Área', 40], ['Antes', 11], ['Ahora', 11], ['Cambio', 11]),
          rows: [
            ...(comparison.overall ? [{ area: 'Nivel general', ...comparison.overall }] : []),
            ...comparison.sections,
          ]
            .map(({ area, before, now, change }): Cell[] => [area, before, now, change])
            .concat([[comparisonText(comparison, people), null, null, null]]),
        },
      ]

const textSheet = ({ sections }: ConsolidatedFigures): Sheet => ({
  name: 'Textos abiertos',
  columns: columns(['Campo', 28], ['Área', 34], ['Pregunta', 60], ['Respuesta', 90]),
  rows: sections.flatMap(({ title: area, open }) =>
    open.flatMap(({ field, text, answers }) => answers.map(answer => [field, area, text, answer])),
  ),
})

/** The consolidated figures as one table for a CSV; each row names its subject. */
export function consolidatedTable(shown: ShownReport): Cell[][] {
  const { figures, item } = shown
  const head = [
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
  ]
  const group = (kind: string, { groups }: GroupTable): Cell[][] =>
    groups.flatMap(({ name, people, overall, sections }) => [
      [kind, null, name, null, null, null, null, people, null, figureCell(overall.mean, item), null],
      ...sections.map(({ mean }, at): Cell[] => [
        kind,
        figures.sections[at]?.title ?? null,
        name,
        null,
        null,
        null,
        null,
        people,
        null,
        figureCell(mean, item),
        null,
      ]),
    ])
  return [
    head,
    [
      'general',
      null,
      null,
      null,
      null,
      null,
      null,
      figures.people,
      null,
      figureCell(figures.overall.mean, item),
      figures.overall.deviation,
    ],
    ...figures.sections.flatMap(({ title: area, mean, deviation, questions, open }): Cell[][] => [
      ['area', area, null, null, null, null, null, null, null, figureCell(mean, item), deviation],
      ...questions.flatMap((question): Cell[][] => [
        [
          'pregunta',
          area,
          null,
          question.field,
          question.text,
          null,
          null,
          null,
          null,
          figureCell(question.mean, item),
          question.deviation,
        ],
        ...question.distribution.map(({ option, text, people, share }): Cell[] => [
          'opcion',
          area,
          null,
          question.field,
          question.text,
          option,
          text,
          people,
          share,
          null,
          null,
        ]),
      ]),
      ...open.flatMap(({ field, text, answers }) =>
        answers.map((answer): Cell[] => ['texto', area, null, field, text, null, answer, null, null, null, null]),
      ),
    ]),
    ...group('area_organizacion', figures.areas),
    ...group('cargo', figures.positions),
  ]
}
