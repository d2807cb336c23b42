import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { logoContent } from '#app/features/organisations/logo/logo.ts'
import type { PrintedHolder } from '#app/features/organisations/logo/logos.server.ts'
import { isShown, legendText, sectionRange } from '#app/features/results/benchmark/benchmark.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { type BoardContent, boardContent } from '#app/features/results/board/board-content.ts'
import type { BoardDecision } from '#app/features/results/board/decisions.ts'
import { changeChapter } from '#app/features/results/change/change-chapter.ts'
import { glossary, levelRow, paperTone, roadmap, shorten } from '#app/features/results/files/document-parts.ts'
import { preparedBy } from '#app/features/results/files/prepared.ts'
import type {
  ReportBlock,
  ReportChapter,
  ReportContent,
  ReportDocument,
} from '#app/features/results/files/report-content.ts'
import { withGuides } from '#app/features/results/guides/guides.ts'
import { LEVEL_TONES } from '#app/features/results/level-tone.ts'
import { planAppendix, planTable } from '#app/features/results/plan/plan-files.ts'
import { hasActions } from '#app/features/results/plan/plan-texts.ts'
import { chartNames, drawRadar } from '#app/features/results/radar.ts'
import { radarDescription } from '#app/features/results/report.ts'
import type { Score } from '#app/features/results/scoring.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { type PdfFact, presentFacts } from '#app/platform/pdf/pdf-document.ts'
import type { ConsolidatedFigures, ConsolidatedReport } from './consolidated.ts'
import { areasAppendix } from './consolidated-areas.ts'
import { agreement, method, type ShownReport } from './consolidated-chapters.ts'
import { participationText, summary } from './consolidated-summary.ts'
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
  /** The organisation that holds the purchase, or else the buyer's, if the profile has one. */
  company: string | null
  holder?: PrintedHolder | undefined
  now: Date
  guides?: readonly Guide[]
  /** What somebody made of the decisions that the first page asks for; without them, those that the plan asks for. */
  decisions?: readonly BoardDecision[] | undefined
}

/** The page for a board first, then the contents under the facts, then chapters under each other. */
type ConsolidatedContent = ReportContent & { board: BoardContent; facts: readonly PdfFact[] }

/** The consolidated results as a document, with the same content and rules as the page. */
export function consolidatedDocument(
  shown: ShownReport,
  { brand, author, company, holder, now, guides = [], decisions }: Made,
): ReportDocument<ConsolidatedContent> {
  const { figures, item, rounds, plan } = shown
  const { sections } = figures
  const confidential = item.mode === 'confidential'
  const chapters = [
    summary(shown),
    levels(shown),
    withGuides(
      plan && hasActions(plan)
        ? planTable(plan)
        : roadmap(
            sections,
            figures.priorities.map(({ area }) => area),
          ),
      guides,
    ),
    agreement(figures),
    ...groupsChapter(figures, confidential),
    ...changeChapter(shown),
    method(shown),
    glossary(figures.levels, true),
    areasAppendix(sections, confidential),
    ...(plan && hasActions(plan) ? planAppendix(plan, figures.people) : []),
  ]
  return {
    template: 'report',
    title: `Informe de ${shorten(item.product, 80)}`,
    subject: `${item.product}: resultados consolidados, orden ${item.order_number}`,
    brand,
    author,
    footer: `${shorten(item.product, 60)} · Orden ${item.order_number} · ${confidential ? 'Confidencial' : 'Nominativo'}`,
    createdAt: now,
    logo: holder?.logo?.png,
    ...preparedBy(holder),
    content: {
      board: boardContent(makeBoard(shown, now, decisions), {
        company,
        logo: logoContent(holder),
        levels: figures.levels,
      }),
      facts: presentFacts([
        ['Empresa', shorten(company ?? '', 60)],
        ['Orden', item.order_number],
        ['Modo', confidential ? 'Confidencial' : 'Nominativo'],
        ...(shown.round === 'all'
          ? [['Rondas', `Las ${formatInteger(rounds.length)} publicadas`] as const]
          : rounds.filter(({ number }) => number === shown.round).map(roundFact)),
        // Figures of a round are of its people; how many of the purchase take part is no figure of theirs.
        confidential
          ? ['Personas consideradas', formatInteger(figures.people)]
          : ['Participación', participationText(shown)],
        ['Informe emitido', formatLongDate(now)],
      ]),
      chapters: chapters.map((chapter, at) => ({ ...chapter, start: at === 0 ? 'page' : 'below' })),
    },
  }
}

const roundFact = ({ number, closed_at }: ConsolidatedReport['rounds'][number]) =>
  ['Ronda', `${number}, publicada el ${formatLongDate(closed_at)}`] as const

const levels = ({ figures: { sections }, benchmark }: ShownReport): ReportChapter => ({
  title: 'Nivel por área',
  intro: radarDescription(sections),
  blocks: [
    {
      type: 'levels',
      title: 'Niveles y objetivos',
      levels: sections.map(section =>
        levelRow(section, [
          ...(section.unknownRate > 0 ? [`${section.unknownRate}% «No sé»`] : []),
          ...[sectionRange(benchmark, section.id)].filter(text => text !== undefined),
        ]),
      ),
    },
    ...(isShown(benchmark) ? [{ type: 'text' as const, title: null, paragraphs: [legendText(benchmark)] }] : []),
    ...(sections.length >= 3 ? [{ type: 'radar' as const, radar: drawRadar(sections), isSmall: true as const }] : []),
  ],
})
