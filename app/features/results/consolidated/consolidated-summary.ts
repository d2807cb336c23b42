import { goalsText, paperTone } from '#app/features/results/files/document-parts.ts'
import type { ReportBlock, ReportChapter } from '#app/features/results/files/report-content.ts'
import { nextBlock } from '#app/features/results/plan/plan-files.ts'
import { nextEntries } from '#app/features/results/plan/plan-texts.ts'
import { findStrengths, noStrengths } from '#app/features/results/scoring.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { wholePercent } from '#app/kernel/rounding.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { agreementCountText } from './agreement.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from './consolidated.ts'
import type { ShownReport } from './consolidated-chapters.ts'

export const participationText = ({ participation: { completed, invited } }: ConsolidatedReport): string =>
  `${formatInteger(completed)} de ${countOf(invited, 'persona', 'personas')}`

const reached = ({ sections }: ConsolidatedFigures): number => sections.filter(section => section.distance === 0).length

function lead(figures: ConsolidatedFigures): string {
  const { overall, sections, priorities } = figures
  if (overall.mean === null) {
    return 'No hay niveles que mostrar: las respuestas son «No sé / lo desconozco» o faltan, y ese es el primer hallazgo.'
  }
  const [first] = priorities
  const start = first
    ? `. Conviene empezar por ${first.area}, a ${formatLevel(first.distance)} del suyo`
    : ': el siguiente paso es sostenerlo'
  return `El nivel general es ${formatLevel(overall.mean)} de 5: ${overall.word}. ${goalsText(sections)}${start}.`
}

/** What matters most: the level, strengths and priorities, and what to do first. */
export function summary(shown: ShownReport): ReportChapter {
  const { figures, participation, waiting, plan, rounds } = shown
  const { overall, sections } = figures
  const share = wholePercent(participation.completed, participation.invited)
  return {
    title: 'Resumen ejecutivo',
    intro: '',
    blocks: [
      { type: 'lead', text: lead(figures) },
      {
        type: 'figures',
        figures: [
          {
            label: 'Nivel general',
            value: formatLevel(overall.mean),
            note: agreementCountText(figures.agreement) ?? 'de 5,0',
            tone: paperTone(overall.tone),
            word: overall.word,
          },
          {
            label: 'Áreas en su objetivo',
            value: `${reached(figures)} de ${sections.length}`,
            note: '',
            tone: 'neutral',
            word: null,
          },
          {
            label: 'Personas consideradas',
            value: formatInteger(figures.people),
            note:
              shown.round === null
                ? `${share}% de participación: ${participationText(shown)}`
                : shown.round === 'all'
                  ? `de ${countOf(rounds.length, 'ronda', 'rondas')}`
                  : `de la ronda ${shown.round}`,
            tone: 'neutral',
            word: null,
          },
          {
            label: '«No sé / lo desconozco»',
            value: `${figures.unknownRate}%`,
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
            items: findStrengths(sections)
              .slice(0, 3)
              .map(({ title, mean }) => `${title} (${formatLevel(mean)})`),
            empty: noStrengths(overall.mean, figures.levels),
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
              type: 'notice' as const,
              title: `${countOf(waiting, 'persona espera', 'personas esperan')} la publicación`,
              text: 'Terminaron, y sus respuestas cuentan cuando se publique la ronda siguiente.',
            },
          ]
        : []),
      plan && nextEntries(plan).length > 0 ? nextBlock(plan) : firstSteps(figures),
    ],
  }
}

/** Where to begin, on the first page: one step of each of the first priorities. */
function firstSteps({ priorities }: ConsolidatedFigures): ReportBlock {
  const rows = priorities.slice(0, 3).flatMap(({ area, recommendations: [step] }) => (step ? [[area, step]] : []))
  return rows.length === 0
    ? { type: 'text', title: null, paragraphs: [] }
    : {
        type: 'table',
        title: 'Por dónde empezar',
        columns: [
          { label: 'Área', share: 1, align: 'left' },
          { label: 'Primer paso', share: 2.6, align: 'left' },
        ],
        rows,
      }
}
