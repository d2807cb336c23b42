import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type DashboardGroup, groupButtons } from '#app/features/accesses/accesses.ts'
import { AnsweredBar } from '#app/features/accesses/dashboard/answered-bar.tsx'
import { ParticipantDrawer, ParticipantPanel } from '#app/features/accesses/dashboard/participant-drawer.tsx'
import { DONE, remindedText, STAGE_LABELS } from '#app/features/accesses/dashboard/participants.ts'
import { isOverList, ParticipantsTable } from '#app/features/accesses/dashboard/participants-view.tsx'
import { countOf, formatInteger, partOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { SEARCH_LENGTH } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { PurchasePage, partTitle } from '#app/layouts/account/purchase-page.tsx'
import type { Route } from './+types/participants'
import { answerParticipants, loadParticipants } from './participants-data.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: partTitle('people', loaderData?.group) }]

export const loader = (args: Route.LoaderArgs) => loadParticipants(args)
export const action = (args: Route.ActionArgs) => answerParticipants(args)

type TopProps = {
  group: DashboardGroup
  /** Invited people who can still answer. */
  pending: number
}

/** How many answered, and what brings in more. */
function Top({ group, pending }: TopProps) {
  const { state, formData } = useNavigation()
  const { invite, addSeats } = groupButtons(group)
  const item = `/account/items/${group.item_id}`
  const canRemind = pending > 0 && group.has_questionnaire && !group.expired
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-56 max-w-md flex-1">
        <AnsweredBar group={group} />
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
          <span>{partOf(group.used_seats, group.total_seats, 'asiento usado', 'asientos usados')}</span>
          {pending > 0 && <span>{countOf(pending, 'persona pendiente', 'personas pendientes')}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full max-sm:*:grow">
        {addSeats && !invite && (
          <ButtonLink variant="secondary" to={`${item}/seats`}>
            Agregar asientos
          </ButtonLink>
        )}
        {canRemind && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="remind" />
            <Button
              type="submit"
              variant={invite ? 'secondary' : 'primary'}
              className="w-full"
              pending={state !== 'idle' && formData?.get('intent') === 'remind'}
              pendingLabel="Enviando…"
            >
              Recordar ahora a los pendientes
            </Button>
          </Form>
        )}
        {invite && <ButtonLink to={`${item}/invitations`}>Invitar a varias personas</ButtonLink>}
      </div>
    </div>
  )
}

/** The drawer's opening and closing, which the address decides; it closes at once, before the list is read again. */
function useDrawer(openedId: string | undefined, listAddress: string) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { location } = useNavigation()
  const next = location && new URLSearchParams(location.search).get('persona')
  return {
    open: openedId !== undefined && (next === undefined || next === openedId),
    close: () => {
      if (isOverList(state)) void navigate(-1)
      else void navigate(listAddress, { replace: true, preventScrollReset: true })
    },
  }
}

export default function ParticipantsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { group, dashboard, counts, pending, filter, people, next, opened, done } = loaderData
  const address = (more: Record<string, string | undefined>): string => {
    const all = { q: filter.search || undefined, estado: filter.stage, ...more }
    const input = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return `?${new URLSearchParams(input)}`
  }
  const { open, close } = useDrawer(opened?.person.id, address({}))
  const refused = actionData && 'text' in actionData ? { done: false, text: actionData.text } : undefined
  const outcome = refused ?? (done && !actionData ? { done: true, text: DONE[done] } : undefined)
  const person = {
    isAnswered: group.has_questionnaire,
    confidential: group.result_mode === 'confidential' && !opened?.person.own,
    outcome: opened && outcome,
    onSaved: close,
  }
  return (
    <PurchasePage group={group} dashboard={dashboard} tab="people">
      {outcome && !opened && (
        <Alert tone={outcome.done ? 'success' : 'error'} className="mb-6">
          {outcome.text}
        </Alert>
      )}
      {actionData && 'reminded' in actionData && (
        <Alert tone={actionData.reminded.sent > 0 ? 'success' : 'info'} className="mb-6">
          {remindedText(actionData.reminded)}
        </Alert>
      )}
      {group.expired && (
        <Alert tone="warning" className="mb-6">
          El plazo para responder terminó: ya no se puede comenzar ni invitar.
        </Alert>
      )}
      {opened && (
        <noscript>
          <ParticipantPanel opened={opened} {...person} />
        </noscript>
      )}
      <ParticipantDrawer opened={opened} open={open} onClose={close} {...person} />
      <Top group={group} pending={pending} />
      <Panel padding="flush">
        <Form method="get" className="flex flex-wrap items-end gap-x-4 gap-y-3 px-5 py-5 sm:px-6">
          <TextField
            key={`search ${filter.search}`}
            label="Buscar"
            placeholder="Nombre o correo"
            name="q"
            type="search"
            defaultValue={filter.search}
            most={SEARCH_LENGTH}
            className="min-w-52 flex-1 max-sm:basis-full"
          />
          <SelectField
            key={`stage ${filter.stage ?? ''}`}
            label="Estado"
            name="estado"
            defaultValue={filter.stage ?? ''}
            options={[{ value: '', label: 'Todos' }, ...stageOptions(counts)]}
            className="max-sm:min-w-0 max-sm:flex-1"
          />
          <Button type="submit" variant="secondary">
            Filtrar
          </Button>
        </Form>
        <ParticipantsTable
          rows={people}
          filtered={filter.search !== '' || filter.stage !== undefined}
          confidential={group.result_mode === 'confidential'}
          personLink={({ id }) => address({ persona: id })}
        />
        {next !== undefined && (
          <div className="border-t border-line p-4 text-center">
            <ButtonLink variant="secondary" size="sm" to={address({ despues: next })}>
              Ver más
            </ButtonLink>
          </div>
        )}
      </Panel>
    </PurchasePage>
  )
}

const stageOptions = (counts: Readonly<Partial<Record<string, number>>>) =>
  Object.entries(STAGE_LABELS).map(([value, label]) => ({
    value,
    label: `${label} (${formatInteger(counts[value] ?? 0)})`,
  }))
