import { Link } from 'react-router'
import { companyName, listClients, listCompanies } from '#app/features/identity/client-list.db.server.ts'
import type { ListedClient } from '#app/features/identity/clients/clients.ts'
import { ROLE_LABELS } from '#app/features/identity/identity.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import type { Route } from './+types/clients'
import { CLIENT_LIST, readClientList } from './client-list.ts'
import { ClientTabs } from './client-tabs.tsx'
import { ListPage } from './lists/list-page.tsx'
import { hiddenColumns } from './preferences.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Clientes · Administración · Alhena' }]

/** Companies that the filter offers: those that spent most. */
const OFFERED = 50

/** The period of the top bar is that of the registration. */
export const handle = { dated: 'todo' }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { address, query } = readClientList(args.url, now())
  const { companyId } = query
  const found = await asActor(db, actorOf(user), async tx => {
    const offered = await listCompanies(tx, {
      search: '',
      size: OFFERED,
      sort: { column: 'spent_clp', direction: 'desc' },
    })
    const chosen =
      companyId !== undefined && !offered.rows.some(company => company.id === companyId)
        ? [{ id: companyId, name: (await companyName(tx, companyId)) ?? 'Ninguna' }]
        : []
    return { page: await listClients(tx, query), companies: [...offered.rows, ...chosen] }
  })
  return {
    address,
    page: found.page,
    companies: found.companies.map(({ id, name }) => ({ value: id, label: name })),
    hidden: hiddenColumns(args.request, CLIENT_LIST.name),
  }
}

export default function AdminClients({ loaderData: { companies, ...list } }: Route.ComponentProps) {
  return (
    <ListPage
      {...list}
      shape={CLIENT_LIST}
      title="Clientes"
      searchLabel="Buscar por nombre, email o empresa..."
      caption="Personas con cuenta"
      columns={columns}
      rowName={client => client.name}
      references={{ empresa: companies }}
      empty={{ title: 'Todavía no hay cuentas', text: 'Aparecen cuando alguien se registra.' }}
      unmatched="Prueba con el comienzo de otro nombre, email o empresa, o con otros filtros."
      exportTo="/admin/clients/export"
      summary={<ClientTabs />}
    />
  )
}

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'

const columns: Column<ListedClient>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
    cell: client => (
      <>
        <Link
          to={`/admin/clients/${client.id}`}
          className="inline-flex min-h-9 items-center hover:text-copper hover:underline pointer-coarse:min-h-11"
        >
          {client.name}
        </Link>
        {client.email !== null && (
          <span className="block text-sm font-normal wrap-anywhere text-muted">{client.email}</span>
        )}
      </>
    ),
  },
  { key: 'company', header: 'Empresa', inline: 'line', cell: ({ company }) => company?.name },
  {
    key: 'role',
    header: 'Rol',
    inline: 'start',
    cell: ({ role }) =>
      role === null ? (
        <Badge>Cuenta eliminada</Badge>
      ) : role === 'admin' ? (
        <Badge tone="copper">{ROLE_LABELS[role]}</Badge>
      ) : (
        ROLE_LABELS[role]
      ),
  },
  { key: 'orders', header: 'Órdenes', align: 'end', cell: ({ bought }) => formatInteger(bought.orders) },
  {
    key: 'seats',
    header: 'Completados',
    align: 'end',
    cell: ({ bought }) => `${formatInteger(bought.completed)} de ${formatInteger(bought.seats)}`,
  },
  { key: 'spent', header: 'Gastado', align: 'end', inline: 'end', cell: ({ bought }) => formatPesos(bought.spent) },
  {
    key: 'last',
    header: 'Última compra',
    cell: ({ bought }) =>
      bought.last_at && <span className="whitespace-nowrap tabular-nums">{formatDate(bought.last_at)}</span>,
  },
  {
    key: 'created',
    header: 'Registro',
    cell: row => <span className="whitespace-nowrap tabular-nums">{formatDate(row.created_at)}</span>,
  },
]
