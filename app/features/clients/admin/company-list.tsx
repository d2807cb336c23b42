import type { ListedCompany } from '#app/features/clients/clients.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { byLast, byTime, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, count, dayColumn, nameLink, oneLine } from '#app/kit/lists/list-cells.tsx'
import { spent } from './spent-column.tsx'

/** The companies of people or paid orders; highest spending first. */
export const companyList = defineList<ListedCompany>()({
  name: 'empresas',
  path: '/admin/clients/companies',
  caption: 'Empresas',
  searchLabel: 'Buscar por empresa o RUT...',
  namesPeople: true,
  filters: {},
  sorts: {
    'mayor-gasto': ['Mayor gasto', 'spent_clp', 'desc'],
    'menor-gasto': ['Menor gasto', 'spent_clp', 'asc'],
    ...byTime('created_at'),
    nombre: ['Nombre', 'name', 'asc'],
    'nombre-z': ['Nombre, de la Z a la A', 'name', 'desc'],
    'mas-ordenes': ['Más órdenes', 'paid_orders', 'desc', 'orders'],
    'menos-ordenes': ['Menos órdenes', 'paid_orders', 'asc', 'orders'],
    'mas-asientos': ['Más asientos', 'seats', 'desc'],
    'menos-asientos': ['Menos asientos', 'seats', 'asc'],
    ...byLast('last_paid_at', 'last', 'Última compra más reciente', 'Última compra más antigua'),
  },
  columns: [
    nameLink(
      'name',
      'Empresa',
      row => row.name,
      row => `/admin/clients/companies/${row.id}`,
    ),
    { key: 'rut', header: 'RUT', inline: 'start', cell: ({ rut }) => rut !== null && oneLine(formatRut(rut)) },
    {
      key: 'people',
      header: 'Personas',
      definition: 'Cuentas de la tienda con esta empresa',
      align: 'end',
      inline: 'line',
      cell: row => <People company={row} />,
    },
    count('orders', 'Órdenes', row => row.orders, { definition: 'Órdenes pagadas, de todas las fechas' }),
    count('seats', 'Asientos', row => row.seats, { definition: 'Asientos de esas órdenes' }),
    spent(row => row),
    dayColumn('last', 'Última compra', row => row.last_at),
    { ...dayColumn<ListedCompany>('created_at', 'Conocida desde', row => row.created_at), optional: true },
  ],
  rowName: row => row.name,
  empty: {
    title: 'Todavía no hay empresas',
    text: 'Aparecen cuando alguien escribe su empresa en el perfil o en una compra.',
  },
  unmatched: 'Prueba con el comienzo de otra palabra del nombre, o con el RUT sin puntos.',
  csv: {
    Empresa: row => row.name,
    RUT: row => row.rut,
    Personas: row => row.people,
    'Órdenes pagadas': row => row.orders,
    Asientos: row => row.seats,
    'Gastado CLP': row => row.spent,
    'Reembolsado CLP': row => row.refunded,
    'Última compra': row => row.last_at && formatDate(row.last_at),
  },
})

/** How many, by a link to them where there are any. On a phone, without the column's head, with their word. */
function People({ company: { id, name, people } }: { company: ListedCompany }) {
  const count = (
    <>
      <span>{formatInteger(people)}</span>
      <span className="hidden card:inline">{`\u00a0${people === 1 ? 'persona' : 'personas'}`}</span>
    </>
  )
  if (people === 0) return count
  return (
    <CellLink
      to={`/admin/clients?empresa=${id}`}
      label={`${countOf(people, 'persona', 'personas')} de ${name}`}
      underlined
    >
      {count}
    </CellLink>
  )
}
