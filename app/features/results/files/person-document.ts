import { logoContent } from '#app/features/organisations/logo/logo.ts'
import type { PrintedHolder } from '#app/features/organisations/logo/logos.server.ts'
import { withGuides } from '#app/features/results/guides/guides.ts'
import { nextBlock, planChapter } from '#app/features/results/plan/plan-files.ts'
import { hasActions, nextEntries } from '#app/features/results/plan/plan-texts.ts'
import { coverRadar, drawRadar } from '#app/features/results/radar.ts'
import {
  areaNames,
  questionBadge,
  type Report,
  radarDescription,
  type SectionReport,
} from '#app/features/results/report.ts'
import type { RunResults } from '#app/features/results/results.ts'
import { noStrengths } from '#app/features/results/scoring.ts'
import { targetText } from '#app/features/results/targets/targets.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { countOf, partOf } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import {
  evidenceOnPaper,
  glossary,
  goalsText,
  levelRow,
  paperTone,
  reachedText,
  roadmap,
  shorten,
  splitParagraphs,
  unanswered,
} from './document-parts.ts'
import { preparedBy } from './prepared.ts'
import type { CoveredContent, ReportChapter, ReportDocument } from './report-content.ts'

/** Who issues a report, when, and of which organisation's purchase. */
export type Made = { brand: string; author: string; now: Date; holder?: PrintedHolder | undefined }

/** What stands at the foot of each page: the product, and what kind of report it is, in words that are true of it. */
export const footText = (product: string, kind: string): string => `${shorten(product, 60)} · ${kind}`

/** One person's results on paper. */
export function personDocument(
  results: RunResults,
  { brand, author, now, holder }: Made,
): ReportDocument<CoveredContent> {
  const { report, evaluee, plan } = results
  const name = evaluee.name || evaluee.email
  const logo = logoContent(holder)
  return {
    template: 'report',
    title: `Informe de ${shorten(name, 60)}`,
    subject: `${results.product}: resultados de ${shorten(name, 60)}`,
    brand,
    author,
    footer: footText(results.product, results.own ? 'Resultados propios' : 'Resultados nominativos'),
    createdAt: now,
    logo: holder?.logo?.png,
    ...preparedBy(holder),
    content: {
      cover: {
        ...(holder && logo && { holder: { name: shorten(holder.name, 90), logo } }),
        label: 'Informe de resultados',
        title: shorten(results.product, 90),
        subtitle: shorten(name, 90),
        facts: [
          { label: 'Cargo', value: evaluee.position },
          { label: 'Empresa', value: evaluee.company },
          { label: 'Fecha de término', value: results.date },
          { label: 'Informe emitido', value: formatLongDate(now) },
        ]
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => ({ label, value: shorten(value, 70) })),
        radar: coverRadar(report.sections),
      },
      chapters: [
        summary(results),
        levels(report),
        withGuides(
          plan && hasActions(plan)
            ? planChapter(plan, { people: 1, isOwn: results.own })
            : roadmap(report.sections, byDistance(report.sections)),
          results.guides ?? [],
        ),
        {
          title: 'Respuestas por área',
          start: 'below',
          intro: 'La opción elegida en cada pregunta, con su nivel, y las respuestas abiertas.',
          blocks: [],
          parts: report.sections.map(answersChapter),
        },
        method(results),
        glossary(report.levels, false),
      ],
    },
  }
}

/** The areas below their target, the farthest first. */
const byDistance = (sections: readonly SectionReport[]): string[] =>
  sections
    .filter(section => section.distance !== null && section.distance > 0)
    .toSorted((a, b) => (b.distance ?? 0) - (a.distance ?? 0))
    .map(section => section.title)

const reached = ({ sections }: Report): number => sections.filter(section => section.distance === 0).length

function lead(report: Report): string {
  const { overall, sections } = report
  if (overall.mean === null) {
    return report.answered === 0
      ? 'Todavía no hay respuestas: este informe no tiene niveles que mostrar.'
      : 'Todas las respuestas son «No sé / lo desconozco»: no hay niveles que mostrar, y ese es el primer hallazgo.'
  }
  const largest = formatLevel(Math.max(0, ...sections.map(({ distance }) => distance ?? 0)))
  const farthest = sections.filter(
    ({ distance }) => distance !== null && distance > 0 && formatLevel(distance) === largest,
  )
  const gap =
    farthest.length > 0 ? `; la mayor distancia está en ${areaNames(farthest)}, a ${largest} de su objetivo` : ''
  return `El nivel general es ${formatLevel(overall.mean)} de 5: ${overall.word}. ${goalsText(sections)}${gap}.`
}

function summary(results: RunResults): ReportChapter {
  const { report, evaluee, plan } = results
  const { overall } = report
  return {
    title: 'Resumen ejecutivo',
    intro: '',
    blocks: [
      ...(results.in_progress
        ? [
            {
              type: 'notice' as const,
              title: 'En progreso',
              text: 'Estos niveles cambiarán: todavía se está respondiendo.',
            },
          ]
        : []),
      ...(results.closed_by_buyer
        ? [
            {
              type: 'notice' as const,
              title: 'Cerrado por el comprador',
              text: 'Se terminó desde el panel con las respuestas guardadas hasta ese momento.',
            },
          ]
        : []),
      { type: 'lead', text: lead(report) },
      {
        type: 'figures',
        figures: [
          {
            label: 'Nivel general',
            value: formatLevel(overall.mean),
            note: 'de 5,0',
            tone: paperTone(overall.tone),
            word: overall.word,
          },
          {
            label: 'Áreas en su objetivo',
            value: `${reached(report)} de ${report.sections.length}`,
            note: '',
            tone: 'neutral',
            word: null,
          },
          {
            label: 'Completitud',
            value: `${report.completeness}%`,
            note: partOf(report.answered, report.total, 'pregunta', 'preguntas'),
            tone: 'neutral',
            word: null,
          },
          {
            label: '«No sé / lo desconozco»',
            value: `${report.unknownRate}%`,
            note: 'de las respuestas',
            tone: 'neutral',
            word: null,
          },
        ],
      },
      {
        type: 'lists',
        lists: [
          {
            title: 'Fortalezas',
            tone: 'good',
            items: report.strengths,
            empty: noStrengths(overall.mean, report.levels),
          },
          {
            title: 'Brechas',
            tone: 'poor',
            items: report.gaps,
            empty:
              overall.mean === null
                ? 'Todavía no hay respuestas con nivel.'
                : 'Todas las áreas con respuestas alcanzan su objetivo.',
          },
        ],
      },
      ...(plan && nextEntries(plan).length > 0 ? [nextBlock(plan)] : []),
      {
        type: 'table',
        title: 'Quién respondió',
        columns: [
          { label: 'Dato', share: 1, align: 'left' },
          { label: 'Respuesta', share: 3, align: 'left' },
        ],
        rows: [
          ['Nombre', evaluee.name],
          ['Email', evaluee.email],
          ['Cargo', evaluee.position],
          ['Área de la organización', evaluee.unit],
          ['Empresa', evaluee.company],
          [results.about_data ? 'Rol respecto a los datos' : 'Rol respecto a lo que se evalúa', evaluee.role],
          ['Duración', results.duration],
          ['Fecha', results.date],
        ].filter(([, value]) => value !== ''),
      },
    ],
  }
}

const levels = (report: Report): ReportChapter => ({
  title: 'Nivel por área',
  intro: radarDescription(report.sections),
  blocks: [
    ...(report.sections.length >= 3 ? [{ type: 'radar' as const, radar: drawRadar(report.sections) }] : []),
    {
      type: 'levels',
      title: 'Niveles y objetivos',
      levels: report.sections.map(section => levelRow(section, gapTexts(section))),
    },
  ],
})

const gapTexts = ({ unknown, answered, total }: SectionReport): string[] => [
  ...(unknown > 0 ? [countOf(unknown, 'respuesta «No sé»', 'respuestas «No sé»')] : []),
  ...(answered < total ? [`${total - answered} sin responder`] : []),
]

const answersChapter = (section: SectionReport): ReportChapter => ({
  title: section.title,
  intro: [
    reachedText(section),
    targetText(section),
    ...unanswered(section.open.filter(({ answer }) => answer === null).length),
  ].join(' · '),
  blocks: [
    {
      type: 'answers',
      answers: section.questions.map(({ number, text, option, optionText, evidence }) => {
        const badge = questionBadge(option)
        return {
          mark: `${number}.`,
          text,
          answer: optionText,
          badge: badge.label,
          tone: paperTone(badge.tone),
          quiet: badge.unknown,
          evidence: evidence && evidenceOnPaper(evidence),
        }
      }),
    },
    ...section.open.flatMap(({ text, answer }) =>
      answer === null
        ? []
        : { type: 'quotes' as const, title: text, quotes: [splitParagraphs(answer, 5000)], note: '' },
    ),
  ],
})

const method = ({ report, about_data }: RunResults): ReportChapter => ({
  title: 'Cómo se hizo',
  start: 'whole',
  intro: 'De dónde salen las cifras de este informe y cómo leerlas.',
  blocks: [
    {
      type: 'text',
      title: 'Cálculo',
      paragraphs: [
        `El cuestionario «${report.title}» tiene ${countOf(report.total, 'pregunta cerrada', 'preguntas cerradas')} en ${countOf(report.sections.length, 'área', 'áreas')}. Cada respuesta es un nivel de 1 a 5, o «No sé / lo desconozco».`,
        'El nivel de un área es el promedio de sus respuestas con nivel. El nivel general es el promedio de las áreas, de modo que cada una pesa lo mismo aunque tenga preguntas sin responder.',
        'Un nivel se alcanza cuando se cumple por completo: un promedio de 3,9 es nivel 3. «No sé / lo desconozco» no cuenta en ningún promedio.',
      ],
    },
    {
      type: 'text',
      title: 'Alcance',
      paragraphs: [
        about_data
          ? 'Es la mirada de una persona sobre las prácticas de su organización, no una auditoría.'
          : 'Es la mirada de una persona en un momento dado, no una certificación.',
        'Los textos abiertos se muestran como se escribieron. Los símbolos que la tipografía de este documento no tiene se ven como «?».',
        ...(report.legalNote === null ? [] : [report.legalNote]),
      ],
    },
  ],
})
