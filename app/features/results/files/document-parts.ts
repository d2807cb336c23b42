import { EVIDENCE_MAX, type Evidence } from '#app/features/questionnaires/evidence.ts'
import type { Level } from '#app/features/questionnaires/questionnaire.ts'
import { levelTone } from '#app/features/results/level-tone.ts'
import { distanceText } from '#app/features/results/results.ts'
import type { Score } from '#app/features/results/scoring.ts'
import { targetText } from '#app/features/results/targets/targets.ts'
import { countOf, inNumber, partOf } from '#app/kernel/format.ts'
import { cutText, isLonger } from '#app/kernel/text.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { barTone, type Tone } from '#app/kit/ui/tone.ts'
import type { ReportBlock, ReportChapter, ReportLevel, ReportStep, ReportTone } from './report-content.ts'

/** What both reports show of an area. */
export type ReportedArea = Score & {
  title: string
  word: string
  target: number
  /** What the questionnaire proposes, where the buyer set another target. */
  proposed: number | null
  distance: number | null
  recommendations: readonly string[]
}

/** The accent colour says nothing on paper. */
export const paperTone = (tone: Tone): ReportTone => (tone === 'copper' ? 'neutral' : tone)

/** At most so many characters, cut at a word. */
export function shorten(text: string, max: number): string {
  if (!isLonger(text.trim(), max)) return text.trim()
  const cut = cutText(text.trim(), max - 1)
  const word = cut.lastIndexOf(' ')
  return `${word > max * 0.7 ? cut.slice(0, word) : cut}…`
}

/** A long text as its paragraphs, so that the lines which somebody wrote stay apart. */
export const splitParagraphs = (text: string, max: number): string[] =>
  shorten(text, max)
    .split(/\s*[\n\r\u2028\u2029]+\s*/)
    .filter(paragraph => paragraph !== '')

/** What somebody gave to show an answer, and where its link leads. */
export const evidenceOnPaper = ({ note, link }: Evidence) => ({
  label: 'Evidencia',
  paragraphs: splitParagraphs(note ?? '', EVIDENCE_MAX),
  link: link && { host: shorten(link.host, 60), address: link.href },
})

export function levelRow(section: ReportedArea, extra: readonly string[]): ReportLevel {
  const note = [targetText(section), distanceText(section.distance), ...extra].join(' · ')
  return {
    label: section.title,
    level: section.mean,
    figure: formatLevel(section.mean),
    word: section.word,
    tone: paperTone(section.tone),
    barTone: paperTone(barTone(section.tone, section.mean, section.target)),
    target: section.target,
    note,
    alt: `Barra de 0 a 5. ${reachedText(section)} · ${note}`,
  }
}

/** What the introduction of an area says of its open questions without answer, however many they are. */
export const unanswered = (questions: number): string[] =>
  questions === 0 ? [] : [countOf(questions, 'pregunta abierta sin respuesta', 'preguntas abiertas sin respuesta')]

/** `Nivel 2,9 · Repetible`, or why there is none. */
export const reachedText = ({ mean, word }: Pick<ReportedArea, 'mean' | 'word'>): string =>
  mean === null ? word : `Nivel ${formatLevel(mean)} · ${word}`

/** How many areas reach their target, as a sentence without its end. */
export function goalsText(sections: readonly Pick<ReportedArea, 'distance'>[]): string {
  const reached = sections.filter(({ distance }) => distance === 0).length
  if (reached === 0)
    return sections.length === 1 ? 'Su única área no alcanza su objetivo' : 'Ningún área alcanza su objetivo'
  return `${partOf(reached, sections.length, 'área', 'áreas')} ${inNumber(reached, 'alcanza', 'alcanzan')} su objetivo`
}

/** 'Gobierno de datos y Calidad de datos'. */
export const listOf = (names: readonly string[]): string => new Intl.ListFormat('es-CL').format(names)

/**
 * Where an item stands and what to do next, in order of benefit: below the target first, then strengths to maintain.
 */
export function roadmap(sections: readonly ReportedArea[], order: readonly string[]): ReportChapter {
  const named = (area: string) => sections.find(section => section.title === area)
  const below = order.flatMap(area => named(area) ?? [])
  const strengths = sections.filter(section => section.distance === 0 && section.recommendations.length > 0)
  const first = below.slice(0, 3)
  const next = below.slice(3)
  const stage = (title: string, description: string, some: readonly ReportedArea[], from: number): ReportBlock[] =>
    some.length === 0
      ? []
      : [{ type: 'steps', title, description, steps: some.map((section, index) => toStep(section, from + index + 1)) }]
  return {
    title: 'Hoja de ruta',
    intro:
      below.length > 0
        ? 'Qué hacer desde el nivel alcanzado en cada área, empezando por donde el avance rinde más.'
        : 'Qué hacer desde el nivel alcanzado en cada área.',
    blocks: [
      ...stage('Primero', 'Las áreas con mayor prioridad: concentra aquí el próximo trimestre.', first, 0),
      ...stage('Después', 'Cuando las primeras tengan responsable y plazo.', next, first.length),
      ...stage('Sostener y seguir avanzando', 'Áreas que ya alcanzan su objetivo.', strengths, below.length),
      ...(below.length + strengths.length === 0
        ? [
            {
              type: 'notice' as const,
              title: 'Sin niveles todavía',
              text: 'Las recomendaciones parten del nivel alcanzado, y todavía no hay respuestas con nivel.',
            },
          ]
        : []),
    ],
  }
}

const toStep = (section: ReportedArea, index: number): ReportStep => ({
  mark: String(index),
  title: section.title,
  meta: `Nivel ${formatLevel(section.mean)} · ${targetText(section)} · ${distanceText(section.distance)}`,
  tone: paperTone(section.tone),
  word: section.word,
  items: section.recommendations,
})

const TERMS: readonly (readonly [term: string, meaning: string, consolidated: boolean])[] = [
  ['Nivel', 'Grado de madurez de 1 a 5. Se alcanza cuando se cumple por completo: 3,9 es nivel 3.', false],
  [
    'Objetivo',
    'Nivel que se propone para el área, o el que fijó quien compró. Se marca con una línea en las barras.',
    false,
  ],
  ['Distancia', 'Lo que le falta al promedio para llegar al objetivo. Es 0 cuando lo alcanza.', false],
  [
    'No sé / lo desconozco',
    'Una respuesta que no es un nivel: no cuenta en ningún promedio y se informa como porcentaje.',
    false,
  ],
  ['Sin nivel', 'No hay respuestas con nivel de las que calcular un promedio.', false],
  [
    'Acuerdo',
    'Cuánto coinciden las personas en una pregunta, de 0 a 1. Hasta 0,30 no hay acuerdo; hasta 0,50 es bajo; hasta 0,70, medio; hasta 0,90, alto; sobre 0,90, muy alto.',
    true,
  ],
  [
    'Preguntas con acuerdo bajo',
    'Cuántas preguntas de un área tienen acuerdo bajo o no tienen acuerdo (hasta 0,50), de las que se pueden medir.',
    true,
  ],
  [
    'Entre grupos o dentro de ellos',
    'Si quienes responden distinto son de grupos distintos, o si las diferencias están también dentro de cada grupo.',
    true,
  ],
  ['Dispersión', 'Desviación estándar de los niveles de las personas: la franja del radar.', true],
  ['Prioridad', 'Distancia al objetivo por importancia del área: 1 normal, 2 alta, 3 crítica.', true],
]

/** The fixed texts of a report, and the meaning of each level. */
export function glossary(levels: readonly Level[], consolidated: boolean): ReportChapter {
  return {
    title: 'Glosario',
    start: 'whole',
    intro: 'Las palabras de este informe y lo que significa cada nivel.',
    blocks: [
      {
        type: 'terms',
        title: 'Niveles',
        terms: levels.map(({ level, name, definition }) => ({
          term: `${level} · ${name}`,
          text: definition,
          tone: paperTone(levelTone(level)),
        })),
      },
      {
        type: 'terms',
        title: 'Términos',
        terms: TERMS.filter(([, , many]) => consolidated || !many).map(([term, text]) => ({
          term,
          text,
          tone: 'neutral' as const,
        })),
      },
    ],
  }
}
