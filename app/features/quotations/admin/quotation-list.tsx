import { QUOTATION_STATES, type QuotationState } from '#app/features/quotations/quotations.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, clp, dayColumn, EmailText, status } from '#app/kit/lists/list-cells.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'

/** One quotation of the back office's list. */
export type ListedQuotation = {
  id: string
  number: string
  issuedAt: Date
  validUntil: Date
  client: { id: string; name: string; company: string | null; email: string }
  products: number
  seats: number
  total_clp: Pesos
  state: QuotationState
}

const orderPath = ({ id }: ListedQuotation): string => `/admin/quotations/${id}/order`

export const quotationList = defineList<ListedQuotation>()({
  name: 'cotizaciones',
  path: '/admin/orders/quotations',
  caption: 'Cotizaciones',
  searchLabel: 'Buscar por número, cliente, empresa o referencia...',
  namesPeople: true,
  period: 'todo',
  filters: { state: choiceFilter('Estado', 'Todas', QUOTATION_STATES, { name: 'estado' }) },
  sorts: {
    ...byTime('issued_at'),
    'mayor-total': ['Mayor total', 'total_clp', 'desc'],
    'menor-total': ['Menor total', 'total_clp', 'asc'],
    'vencen-antes': ['Vencen antes', 'valid_until', 'asc'],
    'vencen-despues': ['Vencen después', 'valid_until', 'desc'],
    cliente: ['Cliente', 'client_name', 'asc'],
    'cliente-z': ['Cliente, de la Z a la A', 'client_name', 'desc'],
    numero: ['Número', 'number', 'asc'],
    'numero-ultimo': ['Número, del último', 'number', 'desc'],
  },
  columns: [
    {
      key: 'number',
      header: 'Cotización',
      primary: true,
      cell: row => <CellLink to={orderPath(row)}>{row.number}</CellLink>,
    },
    {
      key: 'client_name',
      header: 'Cliente',
      inline: 'line',
      grow: 'wide',
      cell: ({ client }) => (
        <TwoLines below={client.company ?? <EmailText email={client.email} />}>{client.name}</TwoLines>
      ),
    },
    dayColumn('issued_at', 'Emitida', row => row.issuedAt, { inline: 'start' }),
    dayColumn('valid_until', 'Vigente hasta', row => row.validUntil),
    {
      key: 'items',
      header: 'Items',
      grow: 'wide',
      cell: row => (
        <TwoLines below={countOf(row.seats, 'persona', 'personas')}>
          {countOf(row.products, 'producto', 'productos')}
        </TwoLines>
      ),
    },
    clp('total_clp', 'Total', row => row.total_clp, { inline: 'end' }),
    status('state', 'Estado', row => row.state, QUOTATION_STATES),
  ],
  rowName: row => row.number,
  menu: row => (
    <>
      {row.state === 'valid' && <MenuLink to={orderPath(row)}>Hacer la orden</MenuLink>}
      <MenuLink to={`/admin/clients/${row.client.id}`}>Ver cliente</MenuLink>
    </>
  ),
  empty: { title: 'Todavía no hay cotizaciones', text: 'Aparecen cuando un cliente crea una con su carrito.' },
  unmatched: 'Prueba con el comienzo de otro número, nombre o empresa, o con otro estado.',
  csv: {
    Cotización: row => row.number,
    Emitida: row => formatDate(row.issuedAt),
    'Vigente hasta': row => formatDate(row.validUntil),
    Cliente: row => row.client.name,
    Email: row => row.client.email,
    Empresa: row => row.client.company,
    Productos: row => row.products,
    Personas: row => row.seats,
    'Total CLP': row => row.total_clp,
    Estado: row => QUOTATION_STATES[row.state].label,
  },
})
