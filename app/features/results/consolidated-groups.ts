import { countOf } from '#app/kernel/format.ts'
import { formatLevel } from '#app/ui/format-level.ts'
import type { ConsolidatedFigures } from './consolidated.ts'
import { shorten, toneOf } from './document-parts.ts'
import type { GroupTable } from './group-table.ts'
import type { ReportBlock, ReportChapter } from './report-content.ts'
import type { Score } from './scoring.ts'
import { GROUP_MIN } from './tallies.ts'

/** Maximum groups per page of a document; the largest come first, and the sheet has all. */
const MAX_GROUPS = 24
/** Areas whose names fit above their columns; more are numbered. */
const NAMED_COLUMNS = 4

/** Results by area of the organisation and by position; no chapter where there is one group or none of each. */
export function groupsChapter(figures: ConsolidatedFigures, confidential: boolean): ReportChapter[] {
  const { areas, positions } = figures
  if (areas.groups.length === 0 && positions.groups.length === 0) return []
  return [
    {
      title: 'Diferencias entre grupos',
      intro: confidential
        ? `Grupos de ${GROUP_MIN} o más personas, que nunca se pueden separar restando.`
        : 'Nivel promedio de cada grupo en cada área.',
      blocks: [
        heat('Por área de la organización', 'Área', areas, figures, confidential),
        heat('Por cargo', 'Cargo', positions, figures, confidential),
      ],
    },
  ]
}

function heat(
  title: string,
  groupLabel: string,
  { groups, others }: GroupTable,
  { sections }: ConsolidatedFigures,
  confidential: boolean,
): ReportBlock {
  const numbered = sections.length > NAMED_COLUMNS
  const hidden = groups.length - MAX_GROUPS
  const cell = ({ mean, tone }: Score) => ({ text: formatLevel(mean), tone: toneOf(tone) })
  return {
    type: 'heat',
    title,
    description: [
      ...(others > 0 ? [`${countOf(others, 'persona cuenta', 'personas cuentan')} solo en el total.`] : []),
      ...(hidden > 0 ? [`Los ${MAX_GROUPS} grupos más grandes; la planilla de datos tiene los otros ${hidden}.`] : []),
    ].join(' '),
    groupLabel,
    columns: ['General', ...sections.map(({ area }, index) => (numbered ? String(index + 1) : area))],
    key: numbered ? sections.map(({ area }, index) => `${index + 1} ${area}`) : [],
    rows: groups.slice(0, MAX_GROUPS).map(({ name, people, overall, sections: scores }) => ({
      name: shorten(name, 60),
      note: countOf(people, 'persona', 'personas'),
      cells: [overall, ...scores].map(cell),
    })),
    empty: confidential
      ? `Ningún grupo reúne todavía a ${GROUP_MIN} personas que se puedan mostrar juntas.`
      : 'Nadie indicó este dato.',
  }
}
