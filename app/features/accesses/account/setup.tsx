import { useState } from 'react'
import { useNavigation } from 'react-router'
import { type DryRun, isClean } from '#app/features/accesses/invitations/list-review.tsx'
import { SETUP_FORM, type SetupIntent } from '#app/features/accesses/invitations/setup.ts'
import {
  CONFIDENTIAL_DETAILS,
  CONSEQUENCES,
  MODE_HINT,
  MODE_LEGEND,
  RESULT_MODES,
} from '#app/features/accesses/result-modes.ts'
import { forecastText } from '#app/features/results/rounds/group-forecast.tsx'
import { TargetFields, targetsText } from '#app/features/results/targets/targets-form.tsx'
import { formatDate, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import { hasErrors } from '#app/kit/forms/form-answer.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { ItemPage, TO_DASHBOARD } from '#app/layouts/account/account-page.tsx'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { Route } from './+types/setup'
import { NoSeatsLeft } from './no-seats-left.tsx'
import { answerSetup, loadSetup } from './setup-data.server.ts'
import { PeopleStep, ReviewStep } from './setup-people.tsx'
import { Fold, MailPreview, SetupStep } from './setup-steps.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Preparar las invitaciones · Alhena' }]

/** A list that has changed meanwhile is shown as it is now, below the message. */
export const shouldRevalidate = revalidateOnConflict

export const loader = (args: Route.LoaderArgs) => loadSetup(args)
export const action = (args: Route.ActionArgs) => answerSetup(args)

export default function SetupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, owner } = loaderData
  const left = item.seats - item.used_seats
  const seats = left === 1 ? 'queda 1 asiento' : `quedan ${countOf(left, 'asiento', 'asientos')}`
  return (
    <ItemPage
      title="Preparar las invitaciones"
      description={`${item.name}: ${seats}.`}
      back={{ ...TO_DASHBOARD, to: `${TO_DASHBOARD.to}?${new URLSearchParams({ de: owner })}` }}
    >
      {item.expired ? (
        <Alert tone="warning">El plazo para responder terminó: ya no se puede invitar.</Alert>
      ) : left === 0 ? (
        <NoSeatsLeft itemId={item.id} />
      ) : (
        <Steps key={item.id} loaded={loaderData} answer={actionData ?? undefined} />
      )}
    </ItemPage>
  )
}

type StepsProps = { loaded: Route.ComponentProps['loaderData']; answer: Route.ComponentProps['actionData'] }

const OPTIONS = (['nominative', 'confidential'] as const).map(value => ({
  value,
  label: RESULT_MODES[value].label,
  description: CONSEQUENCES[value],
}))

const people = (count: number): string => countOf(count, 'persona', 'personas')

/** The three steps, one form, and its one button. What is chosen stays while the page changes below it. */
function Steps({ loaded, answer }: StepsProps) {
  const { item, listed, targets, mail } = loaded
  const refused = answer && 'text' in answer ? answer : undefined
  const values: Readonly<Record<string, string>> | undefined = refused?.values
  const [mode, setMode] = useState<string>(values?.mode ?? item.result_mode)
  const [day, setDay] = useState(values?.due ?? item.due.day)
  const [days, setDays] = useState(values?.days ?? (item.reminder_days === null ? '' : String(item.reminder_days)))
  const ref = useFocusOnError(refused?.errors)
  const { state, formData } = useNavigation()
  const sending = (intent: SetupIntent): boolean => state !== 'idle' && formData?.get('intent') === intent

  const isConfidential = item.is_read && mode === 'confidential'
  const forecast = isConfidential ? loaded.forecast : undefined
  const fallsShort = forecast !== undefined && forecast.shown < forecast.groups.length
  const dueError = refused?.errors.due
  const alert = refused && !hasErrors(refused) ? refused.text : undefined
  const followUp = item.is_read
    ? { due: item.due, day, onDay: setDay, days, onDays: setDays, error: dueError }
    : undefined
  const count = listed ? confirmable(listed) : 0
  const first = item.is_read ? 1 : 0
  return (
    <>
      <Form ref={ref} id={SETUP_FORM} method="post" encType="multipart/form-data" noValidate>
        {/* What Enter does in a field: it never invites. */}
        <button type="submit" name="intent" value={listed ? 'save' : 'review'} hidden />
        {listed && <input type="hidden" name="key" value={listed.key} />}
      </Form>
      <p role="status" className="sr-only">
        {listed
          ? `Leímos la lista: se ${inNumber(listed.invites, 'invitará', 'invitarán')} ${people(listed.invites)}.`
          : ''}
      </p>
      {listed && alert !== undefined && (
        <Alert tone="error" className="mb-6">
          {alert}
        </Alert>
      )}
      <div className="grid max-w-4xl gap-4">
        {item.is_read && (
          <SetupStep
            number={1}
            title={MODE_LEGEND}
            summary={modeSummary(mode)}
            done={listed !== undefined}
            open={listed === undefined}
          >
            <RadioGroup
              form={SETUP_FORM}
              legend={MODE_LEGEND}
              hideLegend
              name="mode"
              variant="card"
              columns={2}
              value={mode}
              onChange={setMode}
              hint={MODE_HINT}
              options={OPTIONS}
            />
            {isConfidential && <p className="mt-3 max-w-prose text-md text-muted">{CONFIDENTIAL_DETAILS}</p>}
          </SetupStep>
        )}
        <SetupStep
          number={first + 1}
          title="Personas"
          summary={[
            listed ? people(listed.invites) : 'Falta la lista',
            ...(followUp ? [dueText(day), remindersText(days)] : []),
            ...(forecast ? [forecastText(forecast)] : []),
          ].join(' · ')}
          done={count > 0}
          open={listed === undefined || !isClean(listed) || fallsShort || dueError !== undefined}
        >
          {listed ? (
            <ReviewStep
              itemId={item.id}
              listed={listed}
              refused={answer && 'fill' in answer ? answer.fill : undefined}
              forecast={forecast}
              followUp={followUp}
              sending={sending}
            />
          ) : (
            <PeopleStep
              list={{ text: values?.people ?? loaded.text, repeated: loaded.repeated, sending }}
              followUp={followUp}
              error={alert}
            />
          )}
        </SetupStep>
        <SetupStep
          number={first + 2}
          title={targets ? 'Objetivos y correo' : 'Correo de invitación'}
          summary={mail.subject}
          done={false}
          open={listed !== undefined}
        >
          {targets && (
            <div className="mb-5">
              <Fold title="Objetivos por área" summary={choicesText(targets)} open={false}>
                <p className="mb-5 max-w-prose text-md text-muted">{targetsText(targets)}</p>
                <TargetFields targets={targets} form={SETUP_FORM} values={values} />
              </Fold>
            </div>
          )}
          <MailPreview
            key={listed?.draftId}
            itemId={item.id}
            draftId={listed?.draftId}
            mail={mail}
            stored={{ mode: item.result_mode, due: item.due.day }}
            chosen={{ mode, due: day }}
          />
        </SetupStep>
      </div>
      {count > 0 && (
        <div className="sticky bottom-0 z-10 mt-6 flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-paper pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button
            type="submit"
            form={SETUP_FORM}
            name="intent"
            value="invite"
            size="lg"
            pending={sending('invite')}
            pendingLabel="Invitando…"
            className="max-sm:w-full"
          >
            {`Invitar a ${people(count)}`}
          </Button>
          <p className="min-w-0 flex-1 text-sm text-pretty text-muted max-sm:basis-full">
            {item.is_read
              ? `Cada una recibe su correo ahora. ${RESULT_MODES[asMode(mode)].label}: ya no se podrá cambiar.`
              : 'Cada una recibe su correo ahora.'}
          </p>
        </div>
      )}
    </>
  )
}

const asMode = (mode: string): ResultMode => (mode === 'confidential' ? 'confidential' : 'nominative')

const modeSummary = (mode: string): string => `${RESULT_MODES[asMode(mode)].label}. ${CONSEQUENCES[asMode(mode)]}`

function dueText(typed: string): string {
  const day = parseDay(typed)
  return day ? `hasta el ${formatDate(startOfDay(day))}` : 'sin fecha límite'
}

const remindersText = (days: string): string =>
  days === '' ? 'sin recordatorios' : `recordatorio cada ${countOf(Number(days), 'día', 'días')}`

/** How many people would be invited, where they can be today. */
const confirmable = ({ invites, mailsLeft }: DryRun): number => (invites <= mailsLeft ? invites : 0)

/** Whether the targets are those of the questionnaire. */
function choicesText({ areas }: NonNullable<StepsProps['loaded']['targets']>): string {
  const own = areas.filter(
    ({ target, weight }) => target.selected !== target.proposed || weight.selected !== weight.proposed,
  )
  if (own.length === 0) return 'Los que propone el cuestionario'
  return countOf(own.length, 'área con objetivo o importancia propios', 'áreas con objetivo o importancia propios')
}
