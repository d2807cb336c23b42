import { Link } from 'react-router'
import { listCompanies } from '#app/features/identity/client-list.db.server.ts'
import type { ListedCompany } from '#app/features/identity/clients/clients.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Column } from '#app/ui/data-table.tsx'
import type { Route } from './+types/companies'
import { COMPANY_LIST, readCompanyList } from './client-list.ts'
import { ClientTabs } from './client-tabs.tsx'
import { ListPage } from './lists/list-page.tsx'
import { hiddenColumns } from './preferences.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Empresas · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { address, query } = readCompanyList(args.url)
  const page = await asActor(servicesOf(args.context).db, actorOf(user), tx => listCompanies(tx, query))
  return { address, page, hidden: hiddenColumns(args.request, COMPANY_LIST.name) }
}

export default function AdminCompanies({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      {...loaderData}
      shape={COMPANY_LIST}
      title="Clientes"
      searchLabel="Buscar por empresa o RUT..."
      caption="Empresas"
      columns={columns}
      rowName={company => company.name}
      empty={{
        title: 'Todavía no hay empresas',
        text: 'Aparecen cuando alguien escribe su empresa en el perfil o en una compra.',
      }}
      unmatched="Prueba con el comienzo de otra palabra del nombre, o con el RUT sin puntos."
      exportTo="/admin/clients/companies/export"
      summary={<ClientTabs />}
    />
  )
}

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'

const columns: Column<ListedCompany>[] = [
  {
    key: 'name',
    header: 'Empresa',
    primary: true,
    cell: row => (
      <Link
        to={`/admin/clients/companies/${row.id}`}
        className="inline-flex min-h-9 items-center wrap-anywhere hover:text-copper hover:underline pointer-coarse:min-h-11"
      >
        {row.name}
      </Link>
    ),
  },
  {
    key: 'rut',
    header: 'RUT',
    inline: 'start',
    cell: ({ rut }) => rut !== null && <span className="whitespace-nowrap tabular-nums">{formatRut(rut)}</span>,
  },
  {
    key: 'people',
    header: 'Personas',
    align: 'end',
    inline: 'line',
    cell: row =>
      row.people === 0 ? (
        '0'
      ) : (
        <Link
          to={`/admin/clients?empresa=${row.id}`}
          aria-label={`${countOf(row.people, 'persona', 'personas')} de ${row.name}`}
          className="inline-flex min-h-9 items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {formatInteger(row.people)}
          <span className="hidden card:inline">&nbsp;{row.people === 1 ? 'persona' : 'personas'}</span>
        </Link>
      ),
  },
  { key: 'orders', header: 'Órdenes', align: 'end', cell: row => formatInteger(row.orders) },
  { key: 'seats', header: 'Asientos', align: 'end', cell: row => formatInteger(row.seats) },
  { key: 'spent', header: 'Gastado', align: 'end', inline: 'end', cell: row => formatPesos(row.spent) },
  {
    key: 'last',
    header: 'Última compra',
    cell: ({ last_at }) => last_at && <span className="whitespace-nowrap tabular-nums">{formatDate(last_at)}</span>,
  },
]
