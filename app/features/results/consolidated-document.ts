import { formatDate, formatLongDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { PdfChapter, PdfReport, PdfReportBlock } from '#app/platform/pdf/pdf-report.ts'
import { formatLevel } from '#app/ui/format-level.ts'
import { agreementWord, type ConsolidatedFigures, type ConsolidatedReport } from './consolidated.ts'
import { areaChapters } from './consolidated-areas.ts'
import { groupsChapter } from './consolidated-groups.ts'
import { glossary, levelRow, listOf, roadmap, shorten, toneOf } from './document-parts.ts'
import { coverDrawing, radarDrawing } from './radar-drawing.ts'
import { radarDescription } from './report.ts'
import { deviationText } from './spread-text.ts'

type Told = ConsolidatedReport & { figures: ConsolidatedFigures }

type Made = {
  brand: string
  author: string
  /** The buyer's, if the profile has one. */
  company: string | null
  now: Date
}

/** The results of a whole purchase on paper. It tells what the page tells, by the same rules, and nothing else. */
export function consolidatedDocument(told: Told, { brand, author, company, now }: Made): PdfReport {
  const { figures, item } = told
  const { sections } = figures
  const confidential = item.mode === 'confidential'
  return {
    kind: 'report',
    title: `Informe de ${shorten(item.product, 80)}`,
    subject: `${item.product}: resultados consolidados, orden ${item.order_number}`,
    brand,
    author,
    cover: {
      kind: 'Informe consolidado de resultados',
      title: shorten(item.product, 90),
      subtitle: `${shorten(company ?? '', 60)}${company ? ' · ' : ''}${countOf(figures.people, 'persona', 'personas')}`,
      facts: [
        { label: 'Orden', value: item.order_number },
        { label: 'Modo', value: confidential ? 'Confidencial' : 'Nominativo' },
        { label: 'Participación', value: participationText(told) },
        { label: 'Informe emitido', value: formatLongDate(now) },
      ],
      art: coverDrawing(sections),
    },
    contentsTitle: 'Contenido',
    chapters: [
      summary(told),
      levels(told),
      roadmap(
        sections,
        figures.priorities.map(({ area }) => area),
      ),
      agreement(figures),
      ...groupsChapter(figures, confidential),
      ...comparison(told),
      ...areaChapters(sections, confidential),
      method(told),
      glossary(figures.levels, true),
    ],
    footer: `${shorten(item.product, 60)} · Orden ${item.order_number}`,
    createdAt: now,
  }
}

const participationText = ({ participation: { completed, invited } }: ConsolidatedReport): string =>
  `${formatInteger(completed)} de ${countOf(invited, 'persona', 'personas')}`

const reached = ({ sections }: ConsolidatedFigures): number => sections.filter(section => section.distance === 0).length

function lead(figures: ConsolidatedFigures): string {
  const { overall, sections, priorities } = figures
  if (overall.mean === null) {
    return 'No hay niveles que mostrar: las respuestas son «No sé / lo desconozco» o faltan, y ese es el primer hallazgo.'
  }
  const [first] = priorities
  const goals = `${reached(figures)} de ${sections.length} áreas alcanzan su objetivo`
  const start = first
    ? `. Conviene empezar por ${first.area}, a ${formatLevel(first.distance)} del suyo`
    : ': el siguiente paso es sostenerlo'
  return `El nivel general es ${formatLevel(overall.mean)} de 5: ${overall.word}. ${goals}${start}.`
}

function summary(told: Told): PdfChapter {
  const { figures, participation, waiting } = told
  const { overall, sections } = figures
  const share = participation.invited === 0 ? 0 : Math.round((100 * participation.completed) / participation.invited)
  const best = sections
    .filter(section => section.distance === 0)
    .toSorted((a, b) => (b.mean ?? 0) - b.target - ((a.mean ?? 0) - a.target))
  return {
    title: 'Resumen ejecutivo',
    intro: '',
    blocks: [
      { kind: 'lead', text: lead(figures) },
      {
        kind: 'figures',
        figures: [
          {
            label: 'Nivel general',
            value: formatLevel(overall.mean),
            note: overall.deviation === null ? 'de 5,0' : deviationText(overall.deviation),
            tone: toneOf(overall.tone),
            word: overall.word,
          },
          {
            label: 'Áreas en su objetivo',
            value: `${reached(figures)} de ${sections.length}`,
            note: '',
            tone: 'neutral',
          },
          {
            label: 'Personas consideradas',
            value: formatInteger(figures.people),
            note: `${share}% de participación: ${participationText(told)}`,
            tone: 'neutral',
          },
          {
            label: '«No sé / lo desconozco»',
            value: `${figures.unknownRate}%`,
            note: 'de las respuestas',
            tone: 'neutral',
          },
        ],
      },
      {
        kind: 'lists',
        lists: [
          {
            title: 'Fortalezas',
            tone: 'good',
            items: best.slice(0, 3).map(({ area, mean }) => `${area} (${formatLevel(mean)})`),
            empty: 'Ningún área alcanza todavía su objetivo.',
          },
          {
            title: 'Prioridades',
            tone: 'poor',
            items: figures.priorities.slice(0, 3).map(({ area, distance }) => `${area} (a ${formatLevel(distance)})`),
            empty:
              overall.mean === null
                ? 'Todavía no hay respuestas con nivel.'
                : 'Todas las áreas con respuestas alcanzan su objetivo.',
          },
          {
            title: 'Más desacuerdo',
            tone: 'neutral',
            items: [...new Set(figures.disagreements.map(({ area }) => area))].slice(0, 3),
            empty:
              figures.people < 2
                ? 'Con una sola persona no hay acuerdo que medir.'
                : 'Ninguna pregunta con acuerdo bajo.',
          },
        ],
      },
      ...(waiting > 0
        ? [
            {
              kind: 'notice' as const,
              title: `${countOf(waiting, 'persona espera', 'personas esperan')} para sumarse`,
              text: 'Terminaron, y se suman cuando 5 o más de su misma área hayan terminado, o cuando no quede nadie por responder.',
            },
          ]
        : []),
      firstSteps(figures),
    ],
  }
}

/** Where to begin, on the first page: one step of each of the first priorities. */
function firstSteps({ priorities }: ConsolidatedFigures): PdfReportBlock {
  const rows = priorities.slice(0, 3).flatMap(({ area, recommendations: [step] }) => (step ? [[area, step]] : []))
  return rows.length === 0
    ? { kind: 'text', paragraphs: [] }
    : {
        kind: 'table',
        title: 'Por dónde empezar',
        columns: [
          { label: 'Área', share: 1, align: 'left' },
          { label: 'Primer paso', share: 2.6, align: 'left' },
        ],
        rows,
      }
}

const levels = ({ figures: { sections } }: Told): PdfChapter => ({
  title: 'Nivel por área',
  intro: radarDescription(sections),
  blocks: [
    ...(sections.length >= 3 ? [{ kind: 'drawing' as const, drawing: radarDrawing(sections) }] : []),
    {
      kind: 'levels',
      title: 'Niveles, objetivos y acuerdo',
      levels: sections.map(section =>
        levelRow(section, [
          ...(section.deviation === null ? [] : [agreementWord(section.deviation)]),
          ...(section.unknownRate > 0 ? [`${section.unknownRate}% «No sé»`] : []),
        ]),
      ),
    },
  ],
})

function agreement({ sections, disagreements, people }: ConsolidatedFigures): PdfChapter {
  const close = sections.filter(({ deviation }) => deviation !== null && deviation < 0.5).map(({ area }) => area)
  const none =
    people < 2
      ? 'Con una sola persona no hay acuerdo que medir.'
      : 'En ninguna pregunta se alejan las respuestas un nivel o más del promedio.'
  return {
    title: 'Acuerdos y desacuerdos',
    intro:
      'Un promedio esconde cuánto coinciden las personas. Donde no coinciden, conviene conversar antes de decidir.',
    blocks: [
      {
        kind: 'table',
        title: 'Acuerdo por área',
        columns: [
          { label: 'Área', share: 3, align: 'left' },
          { label: 'Nivel', share: 1, align: 'right' },
          { label: 'Dispersión', share: 1, align: 'right' },
          { label: 'Acuerdo', share: 1.3, align: 'right' },
        ],
        rows: sections
          .toSorted((a, b) => (b.deviation ?? -1) - (a.deviation ?? -1))
          .map(({ area, mean, deviation }) => [
            area,
            formatLevel(mean),
            formatLevel(deviation),
            deviation === null ? '–' : agreementWord(deviation),
          ]),
      },
      ...(close.length > 0 && people > 1
        ? [{ kind: 'text' as const, paragraphs: [`Hay acuerdo alto en ${listOf(close)}.`] }]
        : []),
      disagreements.length === 0
        ? { kind: 'text', title: 'Dónde hay más desacuerdo', paragraphs: [none] }
        : {
            kind: 'table',
            title: 'Dónde hay más desacuerdo',
            columns: [
              { label: 'Pregunta', share: 3.4, align: 'left' },
              { label: 'Área', share: 1.8, align: 'left' },
              { label: 'Promedio', share: 0.9, align: 'right' },
              { label: 'Dispersión', share: 0.9, align: 'right' },
            ],
            rows: disagreements.map(({ number, text, area, mean, deviation }) => [
              `${number}. ${text}`,
              area,
              formatLevel(mean),
              formatLevel(deviation),
            ]),
          },
    ],
  }
}

function comparison({ comparison: earlier, figures: { sections } }: Told): PdfChapter[] {
  if (!earlier) return []
  const { order_number, date, people, overall, sections: changes } = earlier
  const changeText = (change: number): string =>
    change === 0 ? 'Igual' : `${change > 0 ? 'Sube' : 'Baja'} ${formatLevel(Math.abs(change))}`
  const rows = overall ? [{ area: 'Nivel general', ...overall }, ...changes] : changes
  const drawn = sections.map(section => ({
    ...section,
    deviation: null,
    before: changes.find(({ area }) => area === section.area)?.before,
  }))
  return [
    {
      title: 'Comparación con la medición anterior',
      intro: `Orden ${order_number}, del ${formatDate(date)}, con ${countOf(people, 'persona', 'personas')}. Solo áreas con las mismas preguntas.`,
      blocks: [
        ...(sections.length >= 3 && overall ? [{ kind: 'drawing' as const, drawing: radarDrawing(drawn) }] : []),
        {
          kind: 'table',
          columns: [
            { label: 'Área', share: 3, align: 'left' },
            { label: 'Antes', share: 1, align: 'right' },
            { label: 'Ahora', share: 1, align: 'right' },
            { label: 'Cambio', share: 1.2, align: 'right' },
          ],
          rows: rows.map(({ area, before, now, change }) => [
            area,
            formatLevel(before),
            formatLevel(now),
            changeText(change),
          ]),
        },
      ],
    },
  ]
}

const CONFIDENTIAL = [
  'Las respuestas de esta compra son confidenciales: solo se muestran grupos de 5 o más personas, formados de modo que ninguna resta entre cifras de este u otro informe deje a menos de 5.',
  'Los textos abiertos se muestran sin nombre, cuando responden 8 o más personas. Las respuestas de quien compró no se suman.',
]

const method = ({ figures, item }: Told): PdfChapter => ({
  title: 'Cómo se hizo',
  intro: 'De dónde salen las cifras de este informe y cómo leerlas.',
  blocks: [
    {
      kind: 'text',
      title: 'Cálculo',
      paragraphs: [
        `El cuestionario «${figures.title}» tiene ${figures.sections.length} áreas. Cada respuesta es un nivel de 1 a 5, o «No sé / lo desconozco», que no cuenta en ningún promedio.`,
        'Cada persona pesa lo mismo: el nivel de un área es el promedio de los promedios de las personas, y el nivel general el de sus niveles generales. Un nivel se alcanza cuando se cumple por completo: 3,9 es nivel 3.',
        'La dispersión es la desviación estándar entre las personas consideradas: bajo 0,5 hay acuerdo alto; desde 1,0, bajo.',
        'La prioridad de un área es su distancia al objetivo por su importancia, que es el nivel que el cuestionario le pide, de 5.',
      ],
    },
    {
      kind: 'text',
      title: 'Alcance',
      paragraphs: [
        `Considera a ${countOf(figures.people, 'persona que completó', 'personas que completaron')} el cuestionario. Es lo que esas personas respondieron, no una muestra de otras ni una auditoría.`,
        ...(item.mode === 'confidential' ? CONFIDENTIAL : []),
        'Los textos abiertos se muestran como se escribieron, y los más largos abreviados; la planilla de datos los tiene completos. Los símbolos que la tipografía de este documento no tiene se ven como «?».',
        ...(figures.legalNote === null ? [] : [figures.legalNote]),
      ],
    },
  ],
})
