import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { changeChapter } from '#app/features/results/change/change-chapter.ts'
import {
  glossary,
  goalsText,
  levelRow,
  paperTone,
  roadmap,
  shorten,
} from '#app/features/results/files/document-parts.ts'
import type { ReportBlock, ReportChapter, ReportDocument } from '#app/features/results/files/report-content.ts'
import { withGuides } from '#app/features/results/guides/guides.ts'
import { LEVEL_TONES } from '#app/features/results/level-tone.ts'
import { nextBlock, planChapter } from '#app/features/results/plan/plan-files.ts'
import { hasActions, nextEntries } from '#app/features/results/plan/plan-texts.ts'
import { chartNames, coverRadar, drawRadar } from '#app/features/results/radar.ts'
import { radarDescription } from '#app/features/results/report.ts'
import { findStrengths, noStrengths, type Score } from '#app/features/results/scoring.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { wholePercent } from '#app/kernel/rounding.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { agreementCountText } from './agreement.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from './consolidated.ts'
import { areasChapter } from './consolidated-areas.ts'
import { agreement, method, type ShownReport } from './consolidated-chapters.ts'
import { type GroupTable, shownRows } from './group-table.ts'
import { GROUPINGS } from './groupings.ts'
import { GROUP_MIN, NO_DETAIL, SMALL_HIDDEN } from './tallies.ts'

/** Maximum groups per page of a document; the largest come first, and the sheet has all. */
const MAX_GROUPS = 24
/** Areas whose names fit above their columns; more are numbered. */
const NAMED_COLUMNS = 4

/** Results by area of the organisation and by position; no chapter where there is one group or none of each. */
function groupsChapter(figures: ConsolidatedFigures, confidential: boolean): ReportChapter[] {
  const { areas, positions } = figures
  if (areas.groups.length === 0 && positions.groups.length === 0) return []
  return [
    {
      title: 'Diferencias entre grupos',
      intro: confidential
        ? `Grupos de ${GROUP_MIN} o más personas distintas, que nunca se pueden separar restando.`
        : 'Nivel promedio de cada grupo en cada área.',
      blocks: [heat(areas, figures, confidential), heat(positions, figures, confidential)],
    },
  ]
}

function heat(table: GroupTable, { sections }: ConsolidatedFigures, confidential: boolean): ReportBlock {
  const { by, groups, others, rest, hidesSmall } = table
  const numbered = sections.length > NAMED_COLUMNS
  const names = chartNames(sections)
  const hidden = groups.length - MAX_GROUPS
  const cell = ({ mean, tone }: Score) => ({
    text: mean === null && confidential ? NO_DETAIL : formatLevel(mean),
    tone: paperTone(tone),
  })
  return {
    type: 'heat',
    title: GROUPINGS[by].title,
    description: [
      ...(hidesSmall && groups.length > 0 ? [SMALL_HIDDEN] : []),
      ...(others > 0 && !rest ? [`${countOf(others, 'persona cuenta', 'personas cuentan')} solo en el total.`] : []),
      ...(hidden > 0
        ? [
            `Los ${MAX_GROUPS} grupos más grandes; la planilla de datos tiene ${hidden === 1 ? 'el otro' : `los otros ${hidden}`}.`,
          ]
        : []),
    ].join(' '),
    groupLabel: GROUPINGS[by].label,
    columns: ['General', ...names.map((name, index) => (numbered ? String(index + 1) : name))],
    legend: LEVEL_TONES,
    key: numbered ? names.map((name, index) => `${index + 1} ${name}`) : [],
    rows: shownRows({ groups: groups.slice(0, MAX_GROUPS), rest }).map(
      ({ name, people, overall, sections: scores }) => ({
        name: shorten(name, 60),
        note: countOf(people, 'persona', 'personas'),
        cells: [overall, ...scores].map(cell),
      }),
    ),
    empty: confidential
      ? `Ningún grupo reúne todavía a ${GROUP_MIN} personas que se puedan mostrar juntas.`
      : hidesSmall
        ? SMALL_HIDDEN
        : 'Nadie indicó este dato.',
  }
}

type Made = {
  brand: string
  author: string
  /** The buyer's, if the profile has one. */
  company: string | null
  now: Date
  guides?: readonly Guide[]
}

/** The consolidated results as a document, with the same content and rules as the page. */
export function consolidatedDocument(
  shown: ShownReport,
  { brand, author, company, now, guides = [] }: Made,
): ReportDocument {
  const { figures, item, rounds, plan } = shown
  const { sections } = figures
  const confidential = item.mode === 'confidential'
  return {
    template: 'report',
    title: `Informe de ${shorten(item.product, 80)}`,
    subject: `${item.product}: resultados consolidados, orden ${item.order_number}`,
    brand,
    author,
    footer: `${shorten(item.product, 60)} · Orden ${item.order_number} · ${confidential ? 'Confidencial' : 'Nominativo'}`,
    createdAt: now,
    content: {
      cover: {
        label: 'Informe consolidado de resultados',
        title: shorten(item.product, 90),
        subtitle: `${shorten(company ?? '', 60)}${company ? ' · ' : ''}${countOf(figures.people, 'persona', 'personas')}`,
        facts: [
          { label: 'Orden', value: item.order_number },
          { label: 'Modo', value: confidential ? 'Confidencial' : 'Nominativo' },
          ...(shown.round === 'all'
            ? [{ label: 'Rondas', value: `Las ${formatInteger(rounds.length)} publicadas` }]
            : rounds.filter(({ number }) => number === shown.round).map(roundFact)),
          // Figures of a round are of its people; how many of the purchase take part is no figure of theirs.
          ...(confidential ? [] : [{ label: 'Participación', value: participationText(shown) }]),
          { label: 'Informe emitido', value: formatLongDate(now) },
        ],
        radar: coverRadar(sections),
      },
      chapters: [
        summary(shown),
        levels(shown),
        withGuides(
          plan && hasActions(plan)
            ? planChapter(plan, { people: figures.people })
            : roadmap(
                sections,
                figures.priorities.map(({ area }) => area),
              ),
          guides,
        ),
        agreement(figures),
        ...groupsChapter(figures, confidential),
        ...changeChapter(shown),
        areasChapter(sections, confidential),
        method(shown),
        glossary(figures.levels, true),
      ],
    },
  }
}

const roundFact = ({ number, closed_at }: ConsolidatedReport['rounds'][number]) => ({
  label: 'Ronda',
  value: `${number}, publicada el ${formatLongDate(closed_at)}`,
})

const participationText = ({ participation: { completed, invited } }: ConsolidatedReport): string =>
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

function summary(shown: ShownReport): ReportChapter {
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

const levels = ({ figures: { sections } }: ShownReport): ReportChapter => ({
  title: 'Nivel por área',
  intro: radarDescription(sections),
  blocks: [
    ...(sections.length >= 3 ? [{ type: 'radar' as const, radar: drawRadar(sections) }] : []),
    {
      type: 'levels',
      title: 'Niveles y objetivos',
      levels: sections.map(section =>
        levelRow(section, section.unknownRate > 0 ? [`${section.unknownRate}% «No sé»`] : []),
      ),
    },
  ],
})
