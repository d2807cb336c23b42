import { Link } from 'react-router'
import { RETENTION_MONTHS } from '#app/features/analytics/analytics.server.ts'
import type { ListedClient } from '#app/features/clients/clients.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { SCOPE_HINTS, SCOPE_LABELS, STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SettingsPage } from '#app/layouts/admin/settings-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/team'
import { clientRows } from './client-list.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Equipo y sistema · Configuración · Alhena' }]

/** Maximum administrators on the page; all of them are in the list of clients. */
const MAX_SHOWN = 50

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, settings, now } = servicesOf(args.context)
  const { rows } = await readAs(db, actorOf(user), tx =>
    clientRows.page(tx, {
      now: now(),
      search: '',
      size: MAX_SHOWN,
      sort: { column: 'created_at', direction: 'asc' },
      role: 'admin',
      bought: undefined,
      companyId: undefined,
      from: undefined,
      until: undefined,
    }),
  )
  return {
    admins: rows.map(row => ({ ...row, isSelf: row.id === user.id })),
    system: { appUrl: settings.appUrl, demo: settings.demo },
    months: RETENTION_MONTHS,
  }
}

type Admin = ListedClient & { isSelf: boolean }

const columns: Column<Admin>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
    cell: admin => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span>{admin.name}</span>
        {admin.isSelf && <Badge tone="copper">Tú</Badge>}
      </span>
    ),
  },
  { key: 'email', header: 'Email', cell: admin => <span className="wrap-anywhere">{admin.email ?? '–'}</span> },
  {
    key: 'scope',
    header: 'Alcance',
    cell: ({ staff_scope }) => SCOPE_LABELS[staff_scope ?? 'admin'],
  },
  {
    key: 'since',
    header: 'Cuenta desde',
    cell: admin => <span className="whitespace-nowrap tabular-nums">{formatDate(admin.created_at)}</span>,
  },
  {
    key: 'role',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    inline: 'end',
    cell: admin => (
      <ButtonLink
        to={`/admin/clients/${admin.id}`}
        variant="secondary"
        size="sm"
        aria-label={`Ver o cambiar el rol de ${admin.name}`}
      >
        Ver o cambiar el rol
      </ButtonLink>
    ),
  },
]

/** The administrators, and what the operator has configured. */
export default function AdminTeam({ loaderData: { admins, system, months } }: Route.ComponentProps) {
  return (
    <SettingsPage description="Quién administra la tienda, y lo que fija quien opera el servidor.">
      <div className="grid items-start gap-6 min-[100rem]:grid-cols-[minmax(0,1fr)_22rem] min-[100rem]:gap-8">
        <Panel
          title="Equipo"
          description="Para sumar a alguien, primero crea su cuenta; luego búscala en Clientes y dale su rol. Siempre queda una persona de Administración."
          padding="flush"
          actions={
            <ButtonLink to="/admin/clients" variant="secondary" size="sm">
              Buscar a una persona
            </ButtonLink>
          }
        >
          <DataTable caption="Equipo" columns={columns} rows={admins} rowKey={admin => admin.id} />
          <dl className="grid gap-3 border-t border-line px-5 py-5 text-md sm:grid-cols-[9rem_1fr] sm:px-6">
            {STAFF_SCOPES.map(scope => (
              <div key={scope} className="contents">
                <dt className="font-medium">{SCOPE_LABELS[scope]}</dt>
                <dd className="text-muted">{SCOPE_HINTS[scope]}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <div className="grid gap-6">
          <Panel title="Servidor" description="Se cambia en las variables de entorno y vale desde el próximo inicio.">
            <dl className="grid gap-4 text-md">
              <Fact label="Dirección de la tienda">{system.appUrl}</Fact>
              <Fact label="Demostración">
                {system.demo ? 'Sí: catálogo y buzón de ejemplo' : 'No: es una tienda real'}
              </Fact>
            </dl>
          </Panel>
          <Panel
            title="Conservación de datos"
            description="Los plazos están comprometidos en los textos legales: cambiarlos exige una versión nueva de esos textos."
          >
            <dl className="grid gap-4 text-md">
              <Fact label="Visitas medidas con permiso">{countOf(months, 'mes', 'meses')}</Fact>
              <Fact label="Auditoría, órdenes y documentos">Se conservan siempre</Fact>
            </dl>
            <p className="mt-4 text-sm text-muted">
              <Link to="/admin/content/legal" className="text-copper underline underline-offset-4">
                Ver los textos legales
              </Link>
            </p>
          </Panel>
        </div>
      </div>
    </SettingsPage>
  )
}
