import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { setupPath } from '#app/features/accesses/invitations/setup.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { defineReportingGroups, findGroupsForm } from '#app/features/results/rounds/define-groups.server.ts'
import { ForecastSummary } from '#app/features/results/rounds/group-forecast.tsx'
import { GroupsForm } from '#app/features/results/rounds/groups-form.tsx'
import { forecastGroups } from '#app/features/results/rounds/reporting-groups.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { ItemPage } from '#app/layouts/account/account-page.tsx'
import { purchasePath } from '#app/layouts/account/purchase-page.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/groups'

export const meta: Route.MetaFunction = () => [{ title: 'Grupos de los resultados · Alhena' }]

const uuid = z.uuid()

/** The list that the page was opened from. */
const readList = (url: URL): string | undefined =>
  uuid
    .optional()
    .catch(undefined)
    .parse(url.searchParams.get('lista') ?? undefined)

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const { db } = servicesOf(args.context)
  const found = await findGroupsForm(db, { userId: user.id, itemId: itemId.data, draftId: readList(args.url) })
  if (!found) throw data('Not found', 404)
  const { item, draftId, people, areas, left } = found
  return {
    item: {
      id: item.id,
      name: item.name,
      order_number: item.order_number,
      confidential: item.result_mode === 'confidential',
      invited: item.invited,
      groups: item.reporting_groups,
    },
    draftId,
    areas,
    left,
    forecast: people.length === 0 ? null : forecastGroups(item.reporting_groups, people, item.inviters),
    saved: args.url.searchParams.has('listo'),
  }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const { db } = servicesOf(args.context)
  return answerRefusals(
    async () => {
      const input = { userId: user.id, itemId: itemId.data, form: form.intent === 'clear' ? undefined : form }
      if (!(await defineReportingGroups(db, input))) throw data('Not found', 404)
      const draftId = uuid.safeParse(form.list)
      const more = new URLSearchParams({ ...(draftId.success && { lista: draftId.data }), listo: '1' })
      return redirect(`/account/items/${itemId.data}/groups?${more}`)
    },
    { values: form },
  )
}

export default function GroupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, draftId, areas, left, forecast, saved } = loaderData
  const settings = purchasePath(item.id, 'settings')
  const list = draftId === undefined ? undefined : setupPath(item.id, { lista: draftId })
  const clearing = useNavigation().formData?.get('intent') === 'clear'
  return (
    <ItemPage
      title="Grupos de los resultados"
      description={`${item.name} · Orden ${item.order_number}`}
      back={list ? { to: list, label: 'Volver a la lista' } : { to: settings, label: 'Volver a los ajustes' }}
    >
      {actionData && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
        </Alert>
      )}
      {saved && !actionData && (
        <Alert
          tone="success"
          className="mb-6"
          actions={
            list && (
              <ButtonLink size="sm" variant="secondary" to={list}>
                Seguir con la lista
              </ButtonLink>
            )
          }
        >
          {item.groups.length === 0 ? 'Quitamos los grupos: cada área es el suyo.' : 'Guardamos los grupos.'}
        </Alert>
      )}
      {!item.confidential ? (
        <Panel>
          <EmptyState
            as="h2"
            title="Esta compra es nominativa"
            action={<ButtonLink to={settings}>Elegir el modo</ButtonLink>}
          >
            En una compra nominativa se muestra cada área, tenga las personas que tenga. Los grupos se definen en una
            confidencial.
          </EmptyState>
        </Panel>
      ) : item.invited ? (
        <Fixed groups={item.groups} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
          <GroupsForm
            areas={areas}
            left={left}
            draftId={draftId}
            defined={item.groups.length > 0}
            clearing={clearing}
            refused={actionData}
          />
          <Panel title="Qué se mostrará">
            {forecast ? (
              <ForecastSummary forecast={forecast} />
            ) : (
              <p className="text-md text-muted">
                Cuando subas la lista de personas, aquí verás cuántos grupos se mostrarán y a cuál le faltan personas.
              </p>
            )}
          </Panel>
        </div>
      )}
    </ItemPage>
  )
}

function Fixed({ groups }: { groups: Route.ComponentProps['loaderData']['item']['groups'] }) {
  return (
    <Panel
      title="Grupos fijos"
      description="No cambian desde la primera invitación: así nadie puede separar a una persona cambiando los grupos."
    >
      {groups.length === 0 ? (
        <p className="text-md">Sin grupos definidos: cada área es el suyo.</p>
      ) : (
        <dl className="grid gap-4 text-md sm:grid-cols-2">
          {groups.map(({ name, areas }) => (
            <div key={name} className="wrap-anywhere">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-muted">{areas.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
