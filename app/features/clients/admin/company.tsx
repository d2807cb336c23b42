import { data } from 'react-router'
import { z } from 'zod'
import { type CompanyProduct, companyProducts } from '#app/features/accesses/related-accesses.server.ts'
import type { ListedClient } from '#app/features/clients/clients.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { count, nameLink } from '#app/kit/lists/list-cells.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { RowsPanel } from '#app/layouts/admin/rows-panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/company'
import { BoughtStats } from './client-facts.tsx'
import { clientRows } from './client-list.server.ts'
import { clientList } from './client-list.tsx'
import { findCompany } from './company-list.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.company.name ?? 'Empresa'} · Clientes · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const id = z.uuid().safeParse(args.params.companyId)
  if (!id.success) throw data('Not found', 404)
  const { db, now } = servicesOf(args.context)
  // The first page of its people, newest first.
  const { query } = readList(clientList, { searchParams: new URLSearchParams({ empresa: id.data }) }, now())
  const found = await readAs(db, actorOf(user), async tx => {
    const [company, products, { rows: people }] = await Promise.all([
      findCompany(tx, id.data),
      companyProducts(tx, id.data),
      clientRows.page(tx, query),
    ])
    return company && { company, products, people }
  })
  if (!found) throw data('Not found', 404)
  return found
}

/** A company: purchases, progress and people (specification 2, section 2, 'Clientes'). */
export default function AdminCompany({ loaderData: { company, products, people } }: Route.ComponentProps) {
  const completed = products.reduce((sum, product) => sum + product.completed, 0)
  return (
    <>
      <PageHeading
        title={company.name}
        description={company.rut === null ? undefined : `RUT ${formatRut(company.rut)}`}
        before={
          <Breadcrumbs items={[{ label: 'Empresas', to: '/admin/clients/companies' }, { label: company.name }]} />
        }
        actions={
          <ButtonLink
            variant="secondary"
            size="sm"
            to={`/admin/orders?${new URLSearchParams({ search: company.name, periodo: 'todo' })}`}
          >
            Ver sus órdenes
          </ButtonLink>
        }
      />
      <BoughtStats bought={{ ...company, completed }} />
      <div className="grid gap-8">
        <RowsPanel
          title="Lo que compró"
          caption="Assessments que compró la empresa"
          none="No tiene órdenes pagadas."
          columns={productColumns}
          rows={products}
        />
        <RowsPanel
          title="Personas"
          caption="Personas de la empresa con cuenta"
          none="Nadie con cuenta la nombra en su perfil."
          columns={peopleColumns}
          rows={people}
          actions={
            company.people > people.length && (
              <ButtonLink variant="link" size="sm" to={`/admin/clients?empresa=${company.id}`}>
                {`Ver las ${formatInteger(company.people)}`}
              </ButtonLink>
            )
          }
        />
      </div>
    </>
  )
}

const productColumns: Column<CompanyProduct>[] = [
  { key: 'name', header: 'Assessment', primary: true, cell: product => product.name },
  count('seats', 'Asientos', product => product.seats),
  count('used', 'Usados', product => product.used),
  count('started', 'En progreso', product => product.started),
  count('completed', 'Completados', product => product.completed),
]

const peopleColumns: Column<ListedClient>[] = [
  nameLink(
    'name',
    'Nombre',
    person => person.name,
    person => `/admin/clients/${person.id}`,
  ),
  { key: 'email', header: 'Email', cell: person => <span className="wrap-anywhere">{person.email ?? '–'}</span> },
  count('orders', 'Órdenes', person => person.bought.orders),
  {
    key: 'completed',
    header: 'Completados',
    align: 'end',
    cell: ({ bought }) => `${formatInteger(bought.completed)} de ${formatInteger(bought.seats)}`,
  },
]
