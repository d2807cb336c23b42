import { listOf } from '#app/features/results/files/document-parts.ts'
import type { ReportChapter } from '#app/features/results/files/report-content.ts'
import { ALL_ROUNDS_TEXT } from '#app/features/results/rounds/add-rounds.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { agreementCountText, agreementMethod, agreementText, allAgree, differenceText } from './agreement.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from './consolidated.ts'
import { evidenceSentence } from './evidence-counts.ts'

/** A purchase with results to show. */
export type ShownReport = ConsolidatedReport & { figures: ConsolidatedFigures }

/** Where people agree, and where they don't. */
export function agreement(figures: ConsolidatedFigures): ReportChapter {
  const { sections, disagreements, people } = figures
  const close = sections.filter(({ questions }) => allAgree(questions)).map(({ title }) => title)
  const placed = ['el nivel general', ...sections.map(({ title }) => title)].map((title, at) => ({
    title,
    text: differenceText(figures, at),
  }))
  const differences = [...Map.groupBy(placed, ({ text }) => text)].flatMap(([text, some]) =>
    text === null ? [] : [`${text} en ${listOf(some.map(({ title }) => title))}.`],
  )
  const none = people < 2 ? 'Con una sola persona no hay acuerdo que medir.' : 'Ninguna pregunta tiene acuerdo bajo.'
  return {
    title: 'Acuerdos y desacuerdos',
    intro:
      'Un promedio esconde cuánto coinciden las personas. Donde no coinciden, conviene conversar antes de decidir.',
    blocks: [
      {
        type: 'table',
        title: 'Acuerdo por área',
        columns: [
          { label: 'Área', share: 3, align: 'left' },
          { label: 'Nivel', share: 1, align: 'right' },
          { label: 'Acuerdo', share: 2.6, align: 'left' },
        ],
        rows: sections
          .toSorted((a, b) => b.agreement.low - a.agreement.low)
          .map(({ title, mean, agreement: counted }) => [title, formatLevel(mean), agreementCountText(counted) ?? '–']),
      },
      ...(close.length > 0
        ? [
            {
              type: 'text' as const,
              title: null,
              paragraphs: [`Hay acuerdo alto o muy alto en todas las preguntas de ${listOf(close)}.`],
            },
          ]
        : []),
      ...(differences.length > 0
        ? [{ type: 'text' as const, title: 'Entre grupos o dentro de ellos', paragraphs: differences }]
        : []),
      disagreements.length === 0
        ? { type: 'text', title: 'Dónde hay más desacuerdo', paragraphs: [none] }
        : {
            type: 'table',
            title: 'Dónde hay más desacuerdo',
            columns: [
              { label: 'Pregunta', share: 3.4, align: 'left' },
              { label: 'Área', share: 1.8, align: 'left' },
              { label: 'Promedio', share: 0.9, align: 'right' },
              { label: 'Acuerdo', share: 1.4, align: 'right' },
            ],
            rows: disagreements.map(({ number, text, area, mean, agreement: figure }) => [
              `${number}. ${text}`,
              area,
              formatLevel(mean),
              agreementText(figure),
            ]),
          },
    ],
  }
}

const CONFIDENTIAL = [
  'Las respuestas de esta compra son confidenciales: solo se muestran grupos de al menos cinco personas distintas, formados de modo que ninguna resta entre cifras de este u otro informe deje a menos de cinco. Las cifras se calcularon una vez, al publicar la ronda.',
  'Lo que todas las personas respondieron igual, o menos de cinco con un nivel, aparece «sin detalle» y no entra en ningún promedio. Donde falta el detalle de un grupo, falta el de todos.',
  'Los textos abiertos se muestran sin nombre, cuando responden ocho o más personas distintas. Las respuestas de quien compró no se suman.',
]

const BAND_OF_RADAR = 'La dispersión, la franja del radar, es la desviación estándar entre las personas consideradas.'
const TEXTS_ON_PAPER =
  'Los textos abiertos se muestran como se escribieron, y los más largos abreviados; la planilla de datos los tiene completos. Los símbolos que la tipografía de este documento no tiene se ven como «?».'

/** What is true only of what has a radar and open answers. */
export const ABOUT_PAPER: readonly string[] = [BAND_OF_RADAR, TEXTS_ON_PAPER]

/** By which rules the figures came about. */
export const method = ({ figures, item, round }: ShownReport): ReportChapter => ({
  title: 'Cómo se hizo',
  start: 'whole',
  intro: 'De dónde salen las cifras de este informe y cómo leerlas.',
  blocks: [
    {
      type: 'text',
      title: 'Cálculo',
      paragraphs: [
        `El cuestionario «${figures.title}» tiene ${countOf(figures.sections.length, 'área', 'áreas')}. Cada respuesta es un nivel de 1 a 5, o «No sé / lo desconozco», que no cuenta en ningún promedio.`,
        'Cada persona pesa lo mismo: el nivel de un área es el promedio de los promedios de las personas, y el nivel general el de sus niveles generales. Un nivel se alcanza cuando se cumple por completo: 3,9 es nivel 3.',
        ...agreementMethod(item.mode),
        BAND_OF_RADAR,
        'La prioridad de un área es su distancia al objetivo por su importancia: 1 normal, 2 alta, 3 crítica.',
      ],
    },
    {
      type: 'text',
      title: 'Alcance',
      paragraphs: [
        `Considera a ${countOf(figures.people, 'persona que completó', 'personas que completaron')} el cuestionario. Es lo que ${inNumber(figures.people, 'esa persona respondió', 'esas personas respondieron')}, no una muestra de otras ni una auditoría.`,
        ...(item.mode === 'confidential' ? CONFIDENTIAL : []),
        ...(figures.evidence === null ? [] : [evidenceSentence(figures.evidence)]),
        ...(round === 'all' ? [ALL_ROUNDS_TEXT] : []),
        TEXTS_ON_PAPER,
        ...(figures.legalNote === null ? [] : [figures.legalNote]),
      ],
    },
  ],
})
