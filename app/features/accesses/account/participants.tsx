import { useNavigate } from 'react-router'
import { FollowUpPanel } from '#app/features/accesses/dashboard/follow-up-panel.tsx'
import { DONE, remindedText, STAGE_LABELS } from '#app/features/accesses/dashboard/participants.ts'
import { ParticipantPanel, ParticipantsTable } from '#app/features/accesses/dashboard/participants-view.tsx'
import { formatInteger, partOf } from '#app/kernel/format.ts'
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

export const meta: Route.MetaFunction = () => [{ title: 'Participantes · Alhena' }]

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
  return (
    <ItemPage
      title="Participantes"
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
      {actionData && 'text' in actionData && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
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
          refused={actionData && 'due' in actionData ? actionData.due : undefined}
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
