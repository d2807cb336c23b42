import { Link } from 'react-router'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { QuotationBadge } from '#app/features/quotations/quotation-badge.tsx'
import { type ListedQuotation, listQuotations } from '#app/features/quotations/quotation-list.db.server.ts'
import { type QuotationState, stateOf } from '#app/features/quotations/quotations.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Column } from '#app/ui/data-table.tsx'
import { TwoLines } from '#app/ui/facts.tsx'
import { MenuLink } from '#app/ui/menu.tsx'
import type { Route } from './+types/quotations'
import { ListPage } from './lists/list-page.tsx'
import { RowMenu } from './lists/row-menu.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { hiddenColumns } from './preferences.ts'
import { QUOTATION_LIST, readQuotationList } from './quotation-list.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Cotizaciones · Administración · Alhena' }]

/** The period of the top bar holds here: when quotations were issued. */
export const handle = { dated: 'todo' }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const { address, query } = readQuotationList(args.url, at)
  const page = await asActor(db, actorOf(user), tx => listQuotations(tx, query))
  return {
    address,
    page: { ...page, rows: page.rows.map(row => ({ ...row, state: stateOf(row, at) })) },
    hidden: hiddenColumns(args.request, QUOTATION_LIST.name),
  }
}

type Row = ListedQuotation & { state: QuotationState }

export default function AdminQuotations({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      {...loaderData}
      shape={QUOTATION_LIST}
      title="Órdenes"
      summary={<OrderTabs />}
      searchLabel="Buscar por número, cliente, empresa o referencia..."
      caption="Cotizaciones"
      columns={columns}
      rowName={quotation => quotation.number}
      empty={{ title: 'Todavía no hay cotizaciones', text: 'Aparecen cuando un cliente crea una con su carrito.' }}
      unmatched="Prueba con el comienzo de otro número, nombre o empresa, o con otro estado."
      exportTo="/admin/orders/quotations/export"
    />
  )
}

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'

const nowrap = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>

const columns: Column<Row>[] = [
  {
    key: 'number',
    header: 'Cotización',
    primary: true,
    cell: quotation =>
      quotation.state === 'valid' ? (
        <Link
          to={`/admin/quotations/${quotation.id}/order`}
          className="inline-flex min-h-9 items-center whitespace-nowrap underline-offset-4 hover:text-copper hover:underline pointer-coarse:min-h-11"
        >
          {quotation.number}
        </Link>
      ) : (
        nowrap(quotation.number)
      ),
  },
  {
    key: 'client',
    header: 'Cliente',
    inline: 'line',
    cell: ({ client }) => <TwoLines below={client.company ?? client.email}>{client.name}</TwoLines>,
  },
  { key: 'issued', header: 'Emitida', inline: 'start', cell: ({ issuedAt }) => nowrap(formatDate(issuedAt)) },
  { key: 'until', header: 'Vigente hasta', cell: ({ validUntil }) => nowrap(formatDate(validUntil)) },
  {
    key: 'items',
    header: 'Items',
    cell: quotation => (
      <TwoLines below={countOf(quotation.seats, 'persona', 'personas')}>
        {countOf(quotation.products, 'producto', 'productos')}
      </TwoLines>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    inline: 'end',
    cell: quotation => formatPesos(quotation.total_clp),
  },
  { key: 'state', header: 'Estado', inline: 'start', cell: ({ state }) => <QuotationBadge state={state} /> },
  {
    key: 'menu',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    cell: ({ id, number, state, client }) => (
      <RowMenu name={number}>
        {state === 'valid' && <MenuLink to={`/admin/quotations/${id}/order`}>Hacer la orden</MenuLink>}
        <MenuLink to={`/admin/clients/${client.id}`}>Ver cliente</MenuLink>
      </RowMenu>
    ),
  },
]
