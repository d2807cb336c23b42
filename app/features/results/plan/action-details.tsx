import ChevronDown from 'lucide-react/icons/chevron-down'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import type { Action } from './action-plan.ts'
import {
  type ActionFact,
  ADDED_SUBJECT,
  actionTitle,
  FEW,
  HOW,
  listMeans,
  listProofs,
  measureTexts,
  reasonText,
  recommendedLabel,
  type ShownPlan,
  START,
  subjectText,
  TALK,
} from './plan-texts.ts'
import { ACTION_KINDS } from './question-state.ts'

type ActionDetailsProps = {
  title: string
  /** What a link to it leads to; undefined: none does. */
  anchor: string | undefined
  /** Its number in the plan; null where it has none. */
  number: number | null
  /** Its texts; null of one that somebody added. */
  action: Action | null
  plan: ShownPlan
  people: number
  /** Whether it is unfolded at first. */
  open?: boolean | undefined
  /** What became of it, below its title. */
  state?: Blocks
  /** How it is changed, before its texts. */
  children?: Blocks
}

/** The first action of a plan, unfolded: an example that no link leads to. */
export const ActionExample = ({ plan, people }: { plan: ShownPlan; people: number }) =>
  plan.actions[0] && (
    <ActionDetails
      title={actionTitle(plan.actions[0])}
      anchor={undefined}
      number={1}
      action={plan.actions[0]}
      plan={plan}
      people={people}
      open
    />
  )

/** An action that unfolds to its texts. */
export function ActionDetails({
  title,
  anchor,
  number,
  action,
  plan,
  people,
  open,
  state,
  children,
}: ActionDetailsProps) {
  return (
    <details className="group" open={open}>
      <summary className="grid cursor-pointer list-none grid-cols-[2rem_minmax(0,1fr)_1.25rem] gap-x-1 rounded-sm py-4 hover:text-copper sm:grid-cols-[2.5rem_minmax(0,1fr)_1.25rem] [&::-webkit-details-marker]:hidden">
        <span className="text-xl leading-snug font-medium text-copper tabular-nums">{number}</span>
        <div className="min-w-0">
          <h3 className="text-base font-semibold text-pretty">{title}</h3>
          <p className="mt-0.5 text-sm text-muted">{action ? subjectText(action) : ADDED_SUBJECT}</p>
          {action && (
            <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink tabular-nums">
              <Badge tone={action.kind === 'act' ? 'copper' : 'neutral'}>{ACTION_KINDS[action.kind]}</Badge>
              {measureTexts(action).map(text => (
                <span key={text}>{text}</span>
              ))}
              {action.few && <Badge>{FEW}</Badge>}
            </p>
          )}
          {state}
        </div>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div id={anchor} className="grid scroll-mt-56 gap-y-6 pt-1 pb-7 sm:pl-11 print:block print:space-y-4">
        {children}
        {action && <ActionTexts action={action} plan={plan} people={people} />}
      </div>
    </details>
  )
}

function ActionTexts({ action, plan, people }: { action: Action; plan: ShownPlan; people: number }) {
  const { start, step, recommendations, facilitator } = action
  const reason = reasonText(action, people)
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] print:block print:space-y-4">
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
