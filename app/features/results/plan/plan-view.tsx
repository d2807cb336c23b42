import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { goalsText } from '#app/features/results/files/document-parts.ts'
import type { Score } from '#app/features/results/scoring.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Action } from './action-plan.ts'
import {
  actionTitle,
  decimalText,
  decisionsTitle,
  FEW,
  HOW,
  listFacts,
  MATRIX_TEXT,
  MATRIX_TITLE,
  measureTexts,
  namedAction,
  nextActions,
  nextTitle,
  noActions,
  planIntro,
  RECOMMENDED,
  reasonText,
  type ShownPlan,
  START,
  subjectText,
  TALK,
  type WeighedAction,
  weighedActions,
} from './plan-texts.ts'
import { ACTION_KINDS } from './question-state.ts'

/** What a link to an action leads to: it lies within the folded details, which browsers unfold for it. */
const anchor = (action: Pick<Action, 'field'>): string => `accion-${action.field}`

type Result = { overall: Score & { word: string }; sections: readonly { distance: number | null }[] }

/** The level, how many areas reach their target, and what to do first: the top of a result. Nothing without an action. */
export function NextSteps({ plan, result: { overall, sections } }: { plan: ShownPlan | undefined; result: Result }) {
  const next = plan ? nextActions(plan) : []
  if (next.length === 0) return null
  return (
    <Panel title={nextTitle(next.length)} className="mb-10">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div>
          <p className="text-md text-muted">Nivel general</p>
          <p className="mt-1 flex items-baseline gap-3">
            <span className="text-5xl font-medium tracking-tighter tabular-nums">{formatLevel(overall.mean)}</span>
            <Badge tone={overall.tone}>{overall.word}</Badge>
          </p>
          <p className="mt-2 text-md text-muted">{`${goalsText(sections)}.`}</p>
        </div>
        <ol className="divide-y divide-line">
          {next.map((action, index) => (
            <li key={action.field} className="grid grid-cols-[2rem_minmax(0,1fr)] py-3 first:pt-0 last:pb-0">
              <span aria-hidden="true" className="text-xl leading-snug font-medium text-copper tabular-nums">
                {index + 1}
              </span>
              <div>
                <a
                  href={`#${anchor(action)}`}
                  className="font-semibold underline-offset-4 hover:text-copper hover:underline"
                >
                  {namedAction(action)}
                </a>
                <p className="text-sm text-muted tabular-nums">{measureTexts(action).join(' · ')}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}

type PlanViewProps = {
  plan: ShownPlan
  /** People who are counted. */
  people: number
  /** The overall level. */
  mean: number | null
  /** Whether the reader answered. */
  isOwn?: boolean
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
          <Matrix weighed={weighed} />
        </Part>
      )}
      {decisions.length > 0 && (
        <Part title={decisionsTitle(plan)}>
          <ul className="grid gap-x-12 gap-y-6 md:grid-cols-2">
            {decisions.map(({ section, title, ask, when }) => (
              <li key={section} className="break-inside-avoid">
                <h4 className="text-md font-semibold">{title}</h4>
                <p className="mt-1 text-md">{`${ask}.`}</p>
                <p className="mt-1 text-sm text-muted">{`${when}.`}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {note !== null && <p className="mt-8 max-w-prose border-t border-line pt-4 text-sm text-muted">{note}</p>}
    </Panel>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
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
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink tabular-nums">
            <Badge tone={kind === 'act' ? 'copper' : 'neutral'}>{ACTION_KINDS[kind]}</Badge>
            <span>{measureTexts(action).join(' · ')}</span>
            {action.few && <Badge>{FEW}</Badge>}
          </p>
        </div>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div
        id={anchor(action)}
        className="grid scroll-mt-56 gap-x-12 gap-y-6 pt-1 pb-7 sm:pl-11 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="grid max-w-prose content-start gap-5 text-md">
          {reason !== null && <p>{reason}</p>}
          {start !== null && (
            <div className="border-l-2 border-copper pl-4">
              <h4 className="text-sm font-semibold text-copper">{START}</h4>
              <p className="mt-0.5">{start}</p>
            </div>
          )}
          {step && (
            <div>
              <h4 className="text-sm text-muted">{HOW}</h4>
              <ol className="mt-1 grid list-decimal gap-1.5 pl-5 marker:text-copper">
                {step.how.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ol>
            </div>
          )}
          {recommendations.length > 0 && (
            <div>
              <h4 className="text-sm text-muted">{RECOMMENDED}</h4>
              <ul className="mt-1 grid list-disc gap-1.5 pl-5 marker:text-copper">
                {recommendations.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          )}
          {facilitator !== null && (
            <div className="border-l-2 border-copper pl-4">
              <h4 className="text-sm font-semibold text-copper">{TALK}</h4>
              <p className="mt-0.5">{facilitator}</p>
            </div>
          )}
        </div>
        <dl className="grid content-start gap-3 text-md sm:grid-cols-2 lg:grid-cols-1">
          <Fact label="Pregunta" lines={[action.text]} />
          {listFacts(action, plan).map(fact => (
            <Fact key={fact.label} {...fact} />
          ))}
        </dl>
      </div>
    </details>
  )
}

const Fact = ({ label, lines }: { label: string; lines: readonly string[] }) => (
  <div className="break-inside-avoid">
    <dt className="text-sm text-muted">{label}</dt>
    {lines.map(line => (
      <dd key={line} className="tabular-nums">
        {line}
      </dd>
    ))}
  </div>
)

/** Columns and rows of the drawing: actions that fall into the same cell stand beside each other. */
const COLUMNS = 8
const ROWS = 5

/** Which of so many equal parts a figure falls in, from 1. */
const partIn = (value: number, most: number, parts: number): number =>
  most === 0 ? 1 : Math.min(parts, Math.floor((value / most) * parts) + 1)

/** The actions by impact and effort; the table beside the drawing has the figures. */
function Matrix({ weighed }: { weighed: readonly WeighedAction[] }) {
  const mostEffort = Math.max(...weighed.map(({ effort }) => effort))
  const mostImpact = Math.max(...weighed.map(({ impact }) => impact))
  const cells = Map.groupBy(
    weighed,
    ({ effort, impact }) => `${ROWS + 1 - partIn(impact, mostImpact, ROWS)} / ${partIn(effort, mostEffort, COLUMNS)}`,
  )
  return (
    <>
      <p className="mb-5 max-w-prose text-md text-muted">{MATRIX_TEXT}</p>
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div aria-hidden="true" data-exact-colour className="break-inside-avoid text-sm text-muted">
          <p>Más impacto</p>
          <div
            className="mt-1 grid border-b border-l border-ink bg-ink/3"
            style={{
              gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
              gridTemplateRows: `repeat(${ROWS}, minmax(2.75rem, auto))`,
            }}
          >
            {[...cells].map(([place, own]) => (
              <span
                key={place}
                style={{ gridArea: place }}
                className="flex flex-wrap content-center items-center justify-center gap-0.5"
              >
                {own.map(({ number }) => (
                  <span
                    key={number}
                    className="flex size-6 items-center justify-center rounded-full bg-copper text-xs font-semibold text-surface tabular-nums"
                  >
                    {number}
                  </span>
                ))}
              </span>
            ))}
          </div>
          <p className="mt-1 text-right">Más esfuerzo</p>
        </div>
        <table className="w-full border-collapse text-md">
          <caption className="sr-only">{MATRIX_TITLE}</caption>
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-1.5 pr-4 text-left font-medium">
                Acción
              </th>
              <th scope="col" className="py-1.5 pr-4 text-right font-medium">
                Impacto
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Días
              </th>
            </tr>
          </thead>
          <tbody>
            {weighed.map(({ number, action, impact, effort }) => (
              <tr key={number} className="border-b border-line align-top last:border-b-0">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  {`${number}. ${actionTitle(action)}`}
                </th>
                <td className="py-1.5 pr-4 text-right tabular-nums">{decimalText(impact)}</td>
                <td className="py-1.5 text-right tabular-nums">{decimalText(effort)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
