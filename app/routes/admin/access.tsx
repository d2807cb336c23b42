import { accessChoices, accessTotals, listAccesses } from '#app/features/accesses/access-list.db.server.ts'
import type { AccessTotals } from '#app/features/accesses/access-list.ts'
import { listedState } from '#app/features/accesses/accesses.ts'
import { invitationPath } from '#app/features/accesses/invitations/invitation.ts'
import { adminActions } from '#app/features/accesses/staff/admin-access.ts'
import { newestSend } from '#app/features/accesses/staff/resend-many.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Stat, StatList } from '#app/ui/facts.tsx'
import type { Route } from './+types/access'
import { answerAccesses } from './access-action.server.ts'
import { accessColumns } from './access-columns.tsx'
import { ACCESS_LIST, readAccessList } from './access-list.ts'
import { ListPage } from './lists/list-page.tsx'
import { hiddenColumns } from './preferences.ts'
import { SendStatus } from './send-status.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Accesos · Administración · Alhena' }]

/** The period of the top bar holds here: when accesses were given. */
export const handle = { dated: 'todo' }

/** How long an ended send is still told of. */
const TOLD_MS = 10 * MINUTE_MS

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const at = now()
  const { address, query } = readAccessList(args.url, at)
  const found = await asActor(db, actorOf(user), async tx => ({
    page: await listAccesses(tx, query),
    totals: await accessTotals(tx),
    choices: await accessChoices(tx, query),
    send: await newestSend(tx, user.id),
  }))
  const rows = found.page.rows.map(access => ({
    ...access,
    state: listedState(access, at),
    past: access.expires_at <= at,
    link: settings.appUrl + invitationPath(access.product),
    can: adminActions(access, at),
  }))
  const isTold = found.send && (found.send.ended_at === null || found.send.ended_at.getTime() > at.getTime() - TOLD_MS)
  return {
    address,
    page: { ...found.page, rows },
    totals: found.totals,
    choices: found.choices,
    send: isTold ? found.send : undefined,
    hidden: hiddenColumns(args.request, ACCESS_LIST.name),
  }
}

export const action = (args: Route.ActionArgs) => answerAccesses(args)

export default function AdminAccess({ loaderData, actionData }: Route.ComponentProps) {
  const { totals, choices, send, ...list } = loaderData
  return (
    <ListPage
      {...list}
      shape={ACCESS_LIST}
      title="Accesos"
      actions={
        <>
          <ButtonLink variant="secondary" to="/admin/access/sessions">
            Sesiones de talleres
          </ButtonLink>
          <ButtonLink to="/admin/access/import">Importar CSV</ButtonLink>
        </>
      }
      exportTo="/admin/access/export"
      exportLabel="Exportar"
      summary={
        <>
          <AccessSummary totals={totals} />
          {send && <SendStatus send={send} />}
        </>
      }
      searchLabel="Buscar por email, nombre o empresa..."
      caption="Accesos"
      columns={accessColumns}
      references={{ assessment: choices.products, cliente: choices.clients }}
      bulk={[
        { intent: 'resend-open', label: 'Reenviar a No Completados', ofAll: true },
        { intent: 'extend', label: 'Extender el plazo', ofAll: true },
        { intent: 'add', label: 'Agregar Participantes', ofAll: true },
      ]}
      rowName={access => `${access.name || access.email}, ${access.assessment}`}
      empty={{ title: 'Todavía no hay accesos', text: 'Aparecen cuando se paga una orden o alguien invita.' }}
      unmatched="Prueba con el comienzo de otro email, nombre o empresa, o con otros filtros."
      outcome={actionData}
    />
  )
}

/** The four cards of specification 2, section 2: of all accesses that are not revoked, whatever the list is narrowed to. */
const AccessSummary = ({ totals: { total, completed, started } }: { totals: AccessTotals }) => (
  <StatList>
    <Stat label="Total de accesos" value={formatInteger(total)} note="Sin los revocados" />
    <Stat label="Completados" value={formatInteger(completed)} />
    <Stat label="En progreso" value={formatInteger(started)} note="Empezaron y no han terminado" />
    <Stat
      label="Tasa de completitud"
      value={total === 0 ? '–' : `${Math.round((1000 * completed) / total) / 10}%`.replace('.', ',')}
      note="Completados del total"
    />
  </StatList>
)

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'
