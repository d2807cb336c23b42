import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type PlanAnswer, progressText } from '#app/features/results/plan-actions/plan-actions.ts'
import { BeginWork, WorkedActions } from '#app/features/results/plan-actions/plan-work.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { ActionDetails } from './action-details.tsx'
import { PlanMatrix } from './plan-matrix.tsx'
import {
  actionAnchor,
  actionTitle,
  decisionsTitle,
  decisionWhen,
  MATRIX_TITLE,
  noActions,
  planIntro,
  type ShownPlan,
  WORK_INTRO,
  weighedActions,
} from './plan-texts.ts'

type PlanViewProps = {
  plan: ShownPlan
  /** People who are counted. */
  people: number
  /** The overall level. */
  mean: number | null
  /** Whether the reader answered. */
  isOwn?: boolean
  /** What became of a form of the plan. */
  answer?: PlanAnswer | undefined
}

/** Unfolds the action that the address names: browsers do it for a page that they load, not for a link within it. */
export function UnfoldNamed() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is followed again.
  useEffect(() => {
    const named = document.getElementById(hash.slice(1))
    const folded = named?.closest('details')
    if (!named || !folded) return
    folded.open = true
    named.scrollIntoView()
  }, [hash, key])
  return null
}

/** What to do next, in order; each action unfolds, and all of them are there on paper. */
export function PlanView({ plan, people, mean, isOwn = false, answer }: PlanViewProps) {
  const { actions, decisions, note, work } = plan
  const worked = work?.begun ? work : null
  if (actions.length === 0 && !worked) {
    return (
      <Panel title="Plan">
        <p className="text-md text-muted">{noActions(mean)}</p>
      </Panel>
    )
  }
  const weighed = weighedActions(plan)
  return (
    <Panel
      title="Plan"
      description={
        worked ? `${progressText(worked)}.${worked.isLinked ? '' : ` ${WORK_INTRO}`}` : planIntro(plan, { isOwn })
      }
      actions={work?.edits && !worked && <BeginWork />}
    >
      {worked ? (
        <WorkedActions plan={plan} work={worked} people={people} answer={answer} />
      ) : (
        <ol className="-my-3 divide-y divide-line">
          {actions.map(action => (
            <li key={action.field}>
              <ActionDetails
                title={actionTitle(action)}
                anchor={actionAnchor(action)}
                number={action.place}
                action={action}
                plan={plan}
                people={people}
              />
            </li>
          ))}
        </ol>
      )}
      {weighed.length > 0 && (
        <Part title={MATRIX_TITLE}>
          <PlanMatrix weighed={weighed} />
        </Part>
      )}
      {decisions.length > 0 && (
        <Part title={decisionsTitle(plan)}>
          <ul className="grid gap-x-12 gap-y-6 md:grid-cols-2">
            {decisions.map(decision => (
              <li key={decision.section} className="break-inside-avoid">
                <h4 className="text-md font-semibold">{decision.title}</h4>
                <p className="mt-1 text-md">{`${decision.ask}.`}</p>
                <p className="mt-1 text-sm text-muted">{decisionWhen(decision)}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {note !== null && <p className="mt-8 max-w-prose border-t border-line pt-4 text-sm text-muted">{note}</p>}
    </Panel>
  )
}

const Part = ({ title, children }: { title: string; children: Blocks }) => (
  <section className="mt-8 border-t border-line pt-6">
    <h3 className="mb-4 text-lg">{title}</h3>
    {children}
  </section>
)
