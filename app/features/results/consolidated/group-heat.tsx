import { useId } from 'react'
import { LEVEL_TONES } from '#app/features/results/level-tone.ts'
import { chartNames } from '#app/features/results/radar.ts'
import type { Score } from '#app/features/results/scoring.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { LevelMark } from '#app/kit/ui/badge.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { type Tone, toneText } from '#app/kit/ui/tone.ts'
import type { ConsolidatedSection } from './consolidated.ts'
import { type GroupTable, shownRows } from './group-table.ts'
import { GROUPINGS } from './groupings.ts'
import { GROUP_MIN, NO_DETAIL, SMALL_HIDDEN } from './tallies.ts'

type GroupHeatProps = {
  table: GroupTable
  sections: readonly ConsolidatedSection[]
  confidential: boolean
}

const STYLES: Record<Tone, string> = {
  neutral: 'text-muted',
  copper: 'text-muted',
  good: 'bg-good-soft text-good-ink',
  fair: 'bg-fair-soft text-fair-ink',
  poor: 'bg-poor-soft text-poor-ink',
}

/** Groups by areas of the questionnaire; color, mark and figure of a cell are redundant. */
export function GroupHeat({ table, sections, confidential }: GroupHeatProps) {
  const id = useId()
  const { title, label } = GROUPINGS[table.by]
  return (
    <Panel title={title} description={othersText(table, confidential)} padding="flush">
      {table.groups.length === 0 ? (
        <p className="px-5 pb-6 text-md text-muted sm:px-6">
          {confidential
            ? `Ningún grupo reúne a ${GROUP_MIN} personas distintas que se puedan mostrar juntas.`
            : table.hidesSmall
              ? SMALL_HIDDEN
              : 'Nadie indicó este dato.'}
        </p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; a section would be one landmark too many.
        <div
          role="group"
          aria-labelledby={id}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
          tabIndex={0}
          className="relative overflow-x-auto rounded-sm pr-2 pb-2 sm:pr-6"
        >
          <table className="w-full min-w-[60rem] table-fixed border-collapse text-md print:min-w-0 print:text-xs">
            <caption id={id} className="sr-only">
              {`${title}: nivel promedio de cada grupo en cada área`}
            </caption>
            <thead>
              <tr className="align-bottom text-sm text-muted print:text-[0.625rem]">
                <th
                  scope="col"
                  className="sticky left-0 w-36 bg-surface px-5 py-2 text-left font-medium sm:w-44 sm:px-6 print:w-28 print:px-2"
                >
                  {label}
                </th>
                <th scope="col" className="w-20 px-1 py-2 text-center font-medium">
                  General
                </th>
                {chartNames(sections).map((name, index) => (
                  <th key={sections[index]?.id} scope="col" className="px-1 py-2 text-center font-medium hyphens-auto">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shownRows(table).map(group => (
                <tr key={group.name} className="border-t border-line">
                  <th
                    scope="row"
                    className="sticky left-0 bg-surface px-5 py-2.5 text-left font-medium wrap-anywhere sm:px-6 print:px-2"
                  >
                    <span>{group.name}</span>
                    <span className="block text-sm font-normal text-muted tabular-nums">
                      {countOf(group.people, 'persona', 'personas')}
                    </span>
                  </th>
                  <Cell score={group.overall} confidential={confidential} />
                  {sections.map((section, index) => (
                    <Cell key={section.id} score={group.sections[index]} confidential={confidential} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Legend />
        </div>
      )}
    </Panel>
  )
}

const Legend = () => (
  <ul className="sticky left-0 flex flex-wrap gap-x-5 gap-y-1 px-5 pt-3 pb-2 text-sm sm:px-6">
    {LEVEL_TONES.map(({ tone, text }) => (
      <li key={tone} className={`flex items-center gap-1.5 ${toneText[tone]}`}>
        <LevelMark tone={tone} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
)

function Cell({ score, confidential }: { score: Score | undefined; confidential: boolean }) {
  const { mean, tone } = score ?? { mean: null, tone: 'neutral' as const }
  return (
    <td className="p-0.5">
      <span
        data-exact-colour
        className={`flex min-h-11 items-center justify-center gap-1.5 rounded-sm font-medium tabular-nums ${STYLES[tone]}`}
      >
        <LevelMark tone={tone} />
        {mean === null && confidential ? (
          <span className="text-xs font-normal">{NO_DETAIL}</span>
        ) : (
          <span>{formatLevel(mean)}</span>
        )}
        {mean === null && !confidential && <span className="sr-only">sin nivel</span>}
      </span>
    </td>
  )
}

function othersText({ others, groups, rest, hidesSmall }: GroupTable, confidential: boolean): string | undefined {
  if (groups.length === 0) return undefined
  const rule = confidential
    ? `Grupos de ${GROUP_MIN} o más personas distintas, que nunca se pueden separar restando. `
    : hidesSmall
      ? `${SMALL_HIDDEN} `
      : ''
  const alone =
    others === 0 || rest
      ? ''
      : `${formatInteger(others)} ${others === 1 ? 'persona cuenta' : 'personas cuentan'} solo en el total.`
  return `${rule}${alone}`.trim() || undefined
}
