import { useLocation } from 'react-router'
import { ActionDetails } from '#app/features/results/plan/action-details.tsx'
import { actionTitle, entryAnchor, type ShownPlan } from '#app/features/results/plan/plan-texts.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import type { Tone } from '#app/kit/ui/tone.ts'
import type { PlanActionState } from '#app/platform/database/values.ts'
import { ActionForm, AddForm } from './action-form.tsx'
import {
  ACTION_PARAMETER,
  isOpen,
  NOT_ASKED,
  type PlanAnswer,
  type PlanWork,
  STATES,
  subjectKey,
  type WorkedAction,
} from './plan-actions.ts'

export const BeginWork = () => (
  <PostButton intent="plan-begin" size="sm" pendingLabel="Guardando…">
    Trabajar con este plan
  </PostButton>
)

type WorkProps = { plan: ShownPlan; work: PlanWork; people: number; answer: PlanAnswer | undefined }

/** The actions of a plan that somebody works with, and what its readers may do with them. */
export function WorkedActions({ plan, work, people, answer }: WorkProps) {
  const { actions, proposals, edits, isLinked } = work
  const shown = actions.filter(({ hidden }) => !hidden)
  const hidden = actions.filter(each => each.hidden)
  const isOfForm = answer?.intent === 'plan-change' || answer?.intent === 'plan-add'
  return (
    <>
      <FormOutcome answer={isOfForm ? undefined : answer} />
      {!isLinked && shown.some(isDated) && <AddToCalendar />}
      <ol className="-my-3 divide-y divide-line">
        {shown.map((each, index) => (
          <li key={each.id}>
            <ActionDetails
              title={each.title}
              anchor={entryAnchor({ action: each.action, work: each })}
              number={each.place}
              action={each.action}
              plan={plan}
              people={people}
              open={answer?.intent === 'plan-change' && answer.about === each.id ? true : undefined}
              state={<StateLine action={each} />}
            >
              {!isLinked && isDated(each) && <AddToCalendar action={each} />}
              {edits ? (
                <ActionForm
                  action={each}
                  people={work.people}
                  isFirst={index === 0}
                  isLast={index === shown.length - 1}
                  answer={answer?.intent === 'plan-change' && answer.about === each.id ? answer : undefined}
                />
              ) : (
                <ReadOnly action={each} />
              )}
            </ActionDetails>
          </li>
        ))}
      </ol>
      {edits && (
        <Part title="Agregar una acción">
          <AddForm people={work.people} answer={answer?.intent === 'plan-add' ? answer : undefined} />
        </Part>
      )}
      {proposals.length > 0 && (
        <Part title="Propuestas">
          <p className="mb-3 max-w-prose text-md text-muted">
            {`Las respuestas de hoy piden ${countOf(proposals.length, 'acción que no está', 'acciones que no están')} en el plan.`}
          </p>
          <ul className="divide-y divide-line">
            {proposals.map(action => (
              <li key={subjectKey(action)}>
                <ActionDetails
                  title={actionTitle(action)}
                  anchor={`propuesta-${subjectKey(action)}`}
                  number={null}
                  action={action}
                  plan={plan}
                  people={people}
                />
                {edits && (
                  <div className="flex gap-3 pb-4 sm:pl-11 print:hidden">
                    <PostButton
                      intent="plan-accept"
                      values={{ proposal: subjectKey(action) }}
                      variant="secondary"
                      size="sm"
                      aria-label={`Agregar: ${actionTitle(action)}`}
                    >
                      Agregar
                    </PostButton>
                    <PostButton
                      intent="plan-dismiss"
                      values={{ proposal: subjectKey(action) }}
                      variant="ghost"
                      size="sm"
                      aria-label={`Descartar: ${actionTitle(action)}`}
                    >
                      Descartar
                    </PostButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {edits && hidden.length > 0 && (
        <Part title="Ocultas">
          <ul className="divide-y divide-line print:hidden">
            {hidden.map(({ id, title, state, dropped_reason }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
                <div className="min-w-0">
                  <p className="text-md">{title}</p>
                  <p className="text-sm text-muted">{[STATES[state], dropped_reason].filter(Boolean).join(' · ')}</p>
                </div>
                <PostButton
                  intent="plan-show"
                  values={{ id }}
                  variant="secondary"
                  size="sm"
                  aria-label={`Mostrar: ${title}`}
                >
                  Mostrar
                </PostButton>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

const isDated = (action: WorkedAction): boolean => isOpen(action) && action.due_on !== null

/** The days of the plan, or of one action, for the reader's own calendar. */
function AddToCalendar({ action }: { action?: WorkedAction }) {
  const { pathname } = useLocation()
  const query = action ? `?${new URLSearchParams({ [ACTION_PARAMETER]: action.id })}` : ''
  return (
    <div className="mb-5 print:hidden">
      <DownloadLink
        variant="secondary"
        size="sm"
        to={`${pathname.replace(/\/$/, '')}/plan.ics${query}`}
        pendingLabel="Preparando…"
      >
        <span>{action ? 'Agregar al calendario' : 'Agregar las fechas al calendario'}</span>
        {action && <span className="sr-only">{`: ${action.title}`}</span>}
      </DownloadLink>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: Blocks }) => (
  <section className="mt-8 border-t border-line pt-6">
    <h3 className="mb-4 text-lg">{title}</h3>
    {children}
  </section>
)

const TONES: Readonly<Record<PlanActionState, Tone>> = {
  todo: 'neutral',
  doing: 'fair',
  done: 'good',
  dropped: 'neutral',
}

/** State, owner and day, and whether the answers still ask for it. */
function StateLine({ action: { state, owner, due_on, overdue, isAsked } }: { action: WorkedAction }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink tabular-nums">
      <Badge tone={TONES[state]}>{STATES[state]}</Badge>
      <span>{owner?.name ?? 'Sin responsable'}</span>
      {due_on !== null && <span>{`Para el ${formatDay(due_on)}`}</span>}
      {overdue && <Badge tone="poor">Vencida</Badge>}
      {!isAsked && <span className="text-muted">{NOT_ASKED}</span>}
    </p>
  )
}

/** What somebody wrote about an action, for whoever only sees it. */
function ReadOnly({ action: { dropped_reason, note } }: { action: WorkedAction }) {
  const facts = [
    { label: 'Motivo', text: dropped_reason ?? '' },
    { label: 'Nota', text: note },
  ].filter(({ text }) => text !== '')
  return (
    facts.length > 0 && (
      <dl className="grid max-w-prose gap-3 text-md">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    )
  )
}
