import { useNavigate, useNavigation } from 'react-router'
import { DONE, REMINDER_DAYS, remindedText, STAGE_LABELS } from '#app/features/accesses/dashboard/participants.ts'
import { ParticipantPanel, ParticipantsTable } from '#app/features/accesses/dashboard/participants-view.tsx'
import { type Day, formatLongDate, startOfDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, partOf } from '#app/kernel/format.ts'
import { hasErrors } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { SEARCH_LENGTH } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { ItemPage, TO_DASHBOARD } from '#app/layouts/account/account-page.tsx'
import type { Route } from './+types/participants'
import { answerParticipants, loadParticipants } from './participants-data.server.ts'

type FollowUpProps = {
  /** Invited people who can still answer. */
  pending: number
  reminderDays: number | null
  /** The buyer's own date; `min` and `max` are the possible days. */
  due: { day: Day | undefined; min: Day; max: Day; passed: boolean }
  /** Why another date was refused, with what was typed. */
  refused: { errors: Readonly<Record<string, string>>; values: { due: string } } | undefined
}

/** What brings in the answers of an item: a due date, reminders of their own accord, and one now. */
function FollowUpPanel({ pending, reminderDays, due, refused }: FollowUpProps) {
  const { state, formData } = useNavigation()
  const sending = (intent: string): boolean => state !== 'idle' && formData?.get('intent') === intent
  return (
    <Panel
      title="Plazo y recordatorios"
      description={`Los correos y la pantalla de cada persona dicen hasta cuándo pides responder. Los accesos siguen abiertos hasta el ${formatLongDate(startOfDay(due.max))}.`}
      className="mb-8"
    >
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
        <Form method="post" noValidate className="grid content-start gap-3">
          <input type="hidden" name="intent" value="due" />
          <TextField
            key={due.day ?? ''}
            label="Fecha límite"
            name="due"
            type="date"
            min={due.min}
            max={due.max}
            defaultValue={refused?.values.due ?? due.day ?? ''}
            error={refused?.errors.due}
            hint={due.passed ? 'Ya pasó: puedes poner otra.' : 'Déjala vacía para no pedir una fecha.'}
          />
          <Button type="submit" variant="secondary" className="justify-self-start" pending={sending('due')}>
            Guardar fecha
          </Button>
        </Form>
        <Form method="post" className="grid content-start gap-3">
          <input type="hidden" name="intent" value="reminders" />
          <SelectField
            key={reminderDays ?? 0}
            label="Enviar un recordatorio"
            name="days"
            defaultValue={reminderDays === null ? '' : String(reminderDays)}
            hint="A quienes no han terminado, de lunes a viernes entre 9:00 y 18:00, hasta tres veces por persona."
            options={[
              { value: '', label: 'No enviar' },
              ...REMINDER_DAYS.map(count => ({ value: String(count), label: `Cada ${count} días` })),
            ]}
          />
          <Button type="submit" variant="secondary" className="justify-self-start" pending={sending('reminders')}>
            Guardar recordatorios
          </Button>
        </Form>
        <Form method="post" className="grid content-start gap-3">
          <input type="hidden" name="intent" value="remind" />
          <p className="text-md font-medium">
            {pending === 0 ? 'Nadie está pendiente' : countOf(pending, 'persona pendiente', 'personas pendientes')}
          </p>
          <p className="text-sm text-muted">
            Quien ya recibió una invitación o un recordatorio en las últimas 24 horas no recibe otro.
          </p>
          <Button
            type="submit"
            className="justify-self-start max-sm:w-full"
            disabled={pending === 0}
            pending={sending('remind')}
            pendingLabel="Enviando…"
          >
            Recordar ahora a los pendientes
          </Button>
        </Form>
      </div>
    </Panel>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Personas · Alhena' }]

export const loader = (args: Route.LoaderArgs) => loadParticipants(args)
export const action = (args: Route.ActionArgs) => answerParticipants(args)

export default function ParticipantsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, counts, pending, filter, people, next, opened, done } = loaderData
  const navigate = useNavigate()
  const address = (more: Record<string, string | undefined>): string => {
    const all = { q: filter.search || undefined, estado: filter.stage, ...more }
    const input = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return `?${new URLSearchParams(input)}`
  }
  const left = item.seats - item.used_seats
  const refused = actionData && 'text' in actionData ? actionData : undefined
  const isDateRefused = hasErrors(refused)
  return (
    <ItemPage
      title="Personas"
      description={`${item.name} · ${partOf(item.used_seats, item.seats, 'asiento usado', 'asientos usados')}`}
      back={TO_DASHBOARD}
      actions={
        !item.expired && (
          <>
            {item.mode === 'business' && (
              <ButtonLink variant={left > 0 ? 'secondary' : 'primary'} to={`/account/items/${item.id}/seats`}>
                Agregar asientos
              </ButtonLink>
            )}
            {left > 0 && (
              <ButtonLink to={`/account/items/${item.id}/invitations`}>Invitar a varias personas</ButtonLink>
            )}
          </>
        )
      }
    >
      {refused && !isDateRefused && (
        <Alert tone="error" className="mb-6">
          {refused.text}
        </Alert>
      )}
      {actionData && 'reminded' in actionData && (
        <Alert tone={actionData.reminded.sent > 0 ? 'success' : 'info'} className="mb-6">
          {remindedText(actionData.reminded)}
        </Alert>
      )}
      {done && !actionData && (
        <Alert tone="success" className="mb-6">
          {DONE[done]}
        </Alert>
      )}
      {opened && (
        <ParticipantPanel
          key={opened.person.id}
          person={opened.person}
          message={opened.message}
          isAnswered={item.has_questionnaire}
          confidential={item.confidential && !opened.person.own}
          closeTo={address({})}
          onSaved={() => void navigate(address({}))}
        />
      )}
      {item.has_questionnaire && !item.expired && (
        <FollowUpPanel
          pending={pending}
          reminderDays={item.reminder_days}
          due={item.due}
          refused={isDateRefused ? refused : undefined}
        />
      )}
      <Panel padding="flush">
        <Form method="get" className="flex flex-wrap items-end gap-4 px-5 py-5 sm:px-6">
          <TextField
            key={filter.search}
            label="Buscar"
            placeholder="Nombre o correo"
            name="q"
            type="search"
            defaultValue={filter.search}
            most={SEARCH_LENGTH}
            className="min-w-52 flex-1"
          />
          <SelectField
            key={filter.stage ?? ''}
            label="Estado"
            name="estado"
            defaultValue={filter.stage ?? ''}
            options={[{ value: '', label: 'Todos' }, ...stageOptions(counts)]}
          />
          <Button type="submit" variant="secondary">
            Filtrar
          </Button>
        </Form>
        <ParticipantsTable
          rows={people}
          filtered={filter.search !== '' || filter.stage !== undefined}
          confidential={item.confidential}
          personLink={person => address({ persona: person.id })}
        />
        {next !== undefined && (
          <div className="border-t border-line p-4 text-center">
            <ButtonLink variant="secondary" size="sm" to={address({ despues: next })}>
              Ver más
            </ButtonLink>
          </div>
        )}
      </Panel>
    </ItemPage>
  )
}

const stageOptions = (counts: Readonly<Partial<Record<string, number>>>) =>
  Object.entries(STAGE_LABELS).map(([value, label]) => ({
    value,
    label: `${label} (${formatInteger(counts[value] ?? 0)})`,
  }))
