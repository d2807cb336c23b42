import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Action } from './action-plan.ts'
import { PlanMatrix } from './plan-matrix.tsx'
import {
  type ActionFact,
  actionAnchor,
  actionTitle,
  decisionsTitle,
  decisionWhen,
  FEW,
  HOW,
  listMeans,
  listProofs,
  MATRIX_TITLE,
  measureTexts,
  noActions,
  planIntro,
  reasonText,
  recommendedLabel,
  type ShownPlan,
  START,
  subjectText,
  TALK,
  weighedActions,
} from './plan-texts.ts'
import { ACTION_KINDS } from './question-state.ts'

type PlanViewProps = {
  plan: ShownPlan
  /** People who are counted. */
  people: number
  /** The overall level. */
  mean: number | null
  /** Whether the reader answered. */
  isOwn?: boolean
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
export function PlanView({ plan, people, mean, isOwn = false }: PlanViewProps) {
  const { actions, decisions, note } = plan
  if (actions.length === 0) {
    return (
      <Panel title="Plan">
        <p className="text-md text-muted">{noActions(mean)}</p>
      </Panel>
    )
  }
  const weighed = weighedActions(plan)
  return (
    <Panel title="Plan" description={planIntro(plan, { isOwn })}>
      <ol className="-my-3 divide-y divide-line">
        {actions.map((action, index) => (
          <li key={action.field}>
            <ActionDetails action={action} number={index + 1} plan={plan} people={people} />
          </li>
        ))}
      </ol>
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

type ActionProps = { action: Action; number: number; plan: ShownPlan; people: number }

function ActionDetails({ action, number, plan, people }: ActionProps) {
  const { kind, start, step, recommendations, facilitator } = action
  const reason = reasonText(action, people)
  return (
    <details className="group">
      <summary className="grid cursor-pointer list-none grid-cols-[2rem_minmax(0,1fr)_1.25rem] gap-x-1 rounded-sm py-4 hover:text-copper sm:grid-cols-[2.5rem_minmax(0,1fr)_1.25rem] [&::-webkit-details-marker]:hidden">
        <span className="text-xl leading-snug font-medium text-copper tabular-nums">{number}</span>
        <div className="min-w-0">
          <h3 className="text-base font-semibold text-pretty">{actionTitle(action)}</h3>
          <p className="mt-0.5 text-sm text-muted">{subjectText(action)}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink tabular-nums">
            <Badge tone={kind === 'act' ? 'copper' : 'neutral'}>{ACTION_KINDS[kind]}</Badge>
            {measureTexts(action).map(text => (
              <span key={text}>{text}</span>
            ))}
            {action.few && <Badge>{FEW}</Badge>}
          </p>
        </div>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div
        id={actionAnchor(action)}
        className="grid scroll-mt-56 gap-x-12 gap-y-6 pt-1 pb-7 sm:pl-11 lg:grid-cols-[minmax(0,1fr)_20rem] print:block print:space-y-4"
      >
        <div className="grid max-w-prose content-start gap-5 text-md print:block print:space-y-4">
          {reason !== null && <p>{reason}</p>}
          {start !== null && <First label={START}>{start}</First>}
          {step && (
            <Labelled label={HOW}>
              <ol className="grid list-decimal gap-1.5 pl-5 marker:text-copper">
                {step.how.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ol>
            </Labelled>
          )}
          {recommendations.length > 0 && (
            <Labelled label={recommendedLabel(action)}>
              <ul className="grid list-disc gap-1.5 pl-5 marker:text-copper">
                {recommendations.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Labelled>
          )}
          {facilitator !== null && <First label={TALK}>{facilitator}</First>}
          <FactList facts={listProofs(action)} />
        </div>
        <FactList facts={listMeans(action, plan)} className="sm:grid-cols-2 lg:grid-cols-1" />
      </div>
    </details>
  )
}

/** What to begin with. */
const First = ({ label, children }: { label: string; children: string }) => (
  <div className="border-l-2 border-copper pl-4">
    <h4 className="text-sm font-semibold text-copper">{label}</h4>
    <p className="mt-0.5">{children}</p>
  </div>
)

const Labelled = ({ label, children }: { label: string; children: Blocks }) => (
  <div>
    <h4 className="mb-1 text-sm font-normal text-muted">{label}</h4>
    {children}
  </div>
)

const FactList = ({ facts, className }: { facts: readonly ActionFact[]; className?: string }) =>
  facts.length > 0 && (
    <dl className={classNames('grid content-start gap-3 text-md print:block print:space-y-2', className)}>
      {facts.map(({ label, lines }) => (
        <div key={label} className="break-inside-avoid">
          <dt className="text-sm text-muted">{label}</dt>
          {lines.map(line => (
            <dd key={line} className="tabular-nums">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
