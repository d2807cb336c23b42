import { Link } from 'react-router'
import { type Comparison, sinceText } from '#app/features/results/change/comparison.ts'
import { goalsText } from '#app/features/results/files/document-parts.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import {
  ALL_ENDED,
  actionTarget,
  addedTexts,
  entryAnchor,
  levelsText,
  nextEntries,
  nextName,
  nextTitle,
  noActions,
  type PlanEntry,
  type ShownPlan,
} from './plan/plan-texts.ts'
import type { Score } from './scoring.ts'
import { useViewAddress } from './view-tabs.tsx'
import { PLAN_VIEW } from './views.ts'

type ResultHeadProps = {
  result: { overall: Score & { word: string }; sections: readonly { distance: number | null }[] }
  /** Undefined where there is none, as while somebody still answers. */
  plan: ShownPlan | undefined
  comparison?: Comparison | null
  className?: string
}

/** What results say first, on each of their views: the level, how many areas reach their target, the change, and what to do next. */
export function ResultHead({ result: { overall, sections }, plan, comparison = null, className }: ResultHeadProps) {
  const next = plan ? nextEntries(plan) : []
  const since = comparison && sinceText(comparison)
  return (
    <Panel title={next.length > 0 ? nextTitle(next.length) : 'Nivel general'} className={className}>
      <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div>
          <p className="text-md text-muted max-lg:sr-only">Nivel general</p>
          <p className="flex items-baseline gap-3 lg:mt-1">
            <span className="text-3xl font-medium tracking-tighter tabular-nums lg:text-5xl">
              {formatLevel(overall.mean)}
            </span>
            <Badge tone={overall.tone}>{overall.word}</Badge>
          </p>
          <p className="mt-1 text-md text-muted lg:mt-2">{`${goalsText(sections)}.`}</p>
          {since !== null && (
            <p className="text-md text-muted tabular-nums">
              <span>{since.text}</span> <span className="whitespace-nowrap">{`${since.day}.`}</span>
            </p>
          )}
        </div>
        {next.length > 0 ? (
          <ol className="divide-y divide-line">
            {next.map((entry, index) => (
              <NextStep key={entryAnchor(entry)} entry={entry} number={index + 1} />
            ))}
          </ol>
        ) : (
          plan && <p className="max-w-prose text-md">{plan.work?.begun ? ALL_ENDED : noActions(overall.mean)}</p>
        )}
      </div>
    </Panel>
  )
}

function NextStep({ entry, number }: { entry: PlanEntry; number: number }) {
  const { action } = entry
  const said = action ? [levelsText(action), actionTarget(action)] : addedTexts(entry)
  const addressOf = useViewAddress()
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[2rem_minmax(0,1fr)] sm:py-3">
      <span aria-hidden="true" className="text-xl leading-snug font-medium text-copper tabular-nums">
        {number}
      </span>
      <div>
        <Link
          to={`${addressOf(PLAN_VIEW)}#${entryAnchor(entry)}`}
          className="font-semibold underline-offset-4 hover:text-copper hover:underline"
        >
          {nextName(entry)}
        </Link>
        <p className="text-sm text-muted tabular-nums">{said.join(' · ')}</p>
      </div>
    </li>
  )
}
