import type { ListedClient } from '#app/features/clients/clients.ts'
import { ROLE_LABELS } from '#app/features/identity/identity.ts'
import { SCOPE_LABELS } from '#app/features/identity/staff/permissions.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { byLast, byTime, choiceFilter, defineList, reference } from '#app/kit/lists/define-list.ts'
import { count, dayColumn, EmailText, nameLink } from '#app/kit/lists/list-cells.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { spent } from './spent-column.tsx'

const { client, assessment_manager, respondent, admin } = ROLE_LABELS

/** The list of people with an account. */
export const clientList = defineList<ListedClient>()({
  name: 'clientes',
  path: '/admin/clients',
  caption: 'Personas con cuenta',
  searchLabel: 'Buscar por nombre, correo o empresa...',
  namesPeople: true,
  exportsPeople: true,
  period: 'todo',
  filters: {
    role: choiceFilter('Rol', 'Todos', { client, assessment_manager, respondent, admin }, { name: 'rol' }),
    bought: {
      name: 'compro',
      label: 'Compras',
      all: 'Todas',
      choices: [
        { value: 'si', label: 'Ha comprado' },
        { value: 'no', label: 'Sin compras' },
      ],
      read: (value: string): boolean => value === 'si',
    },
    companyId: reference('Empresa', 'Todas', { name: 'empresa', optionsFrom: '/admin/options/companies' }),
  },
  sorts: {
    ...byTime('created_at'),
    'mayor-gasto': ['Mayor gasto', 'spent_clp', 'desc'],
    'menor-gasto': ['Menor gasto', 'spent_clp', 'asc'],
    nombre: ['Nombre', 'full_name', 'asc'],
    'nombre-z': ['Nombre, de la Z a la A', 'full_name', 'desc'],
    'mas-ordenes': ['Más órdenes', 'paid_orders', 'desc', 'orders'],
    'menos-ordenes': ['Menos órdenes', 'paid_orders', 'asc', 'orders'],
    ...byLast('last_paid_at', 'last', 'Última compra más reciente', 'Última compra más antigua'),
  },
  columns: [
    nameLink(
      'full_name',
      'Nombre',
      row => row.name,
      row => `/admin/clients/${row.id}`,
      row => row.email !== null && <EmailText email={row.email} />,
    ),
    { key: 'company', header: 'Empresa', inline: 'line', grow: true, cell: ({ company }) => company?.name },
    {
      key: 'role',
      header: 'Rol',
      inline: 'start',
      cell: ({ role, staff_scope }) =>
        role === null ? (
          <Badge>Cuenta eliminada</Badge>
        ) : role === 'admin' ? (
          <Badge tone="copper">
            {staff_scope === null || staff_scope === 'admin' ? ROLE_LABELS[role] : SCOPE_LABELS[staff_scope]}
          </Badge>
        ) : (
          ROLE_LABELS[role]
        ),
    },
    count('orders', 'Órdenes', row => row.bought.orders, { definition: 'Órdenes pagadas, de todas las fechas' }),
    {
      key: 'seats',
      header: 'Completados',
      definition: 'Personas que terminaron, de los asientos que compró',
      align: 'end',
      cell: ({ bought }) => `${formatInteger(bought.completed)} de ${formatInteger(bought.seats)}`,
    },
    spent(row => row.bought),
    dayColumn('last', 'Última compra', row => row.bought.last_at),
    dayColumn('created_at', 'Registro', row => row.created_at),
  ],
  rowName: row => row.name,
  empty: { title: 'Todavía no hay cuentas', text: 'Aparecen cuando alguien se registra.' },
  unmatched: 'Prueba con el comienzo de otro nombre, correo o empresa, o con otros filtros.',
  // A deleted account has its purchases and no personal data.
  csv: {
    Nombre: row => row.name,
    Email: row => row.email,
    Empresa: row => row.company?.name,
    Rol: row => row.role && ROLE_LABELS[row.role],
    Registro: row => formatDate(row.created_at),
    'Órdenes pagadas': row => row.bought.orders,
    Asientos: row => row.bought.seats,
    Completados: row => row.bought.completed,
    'Gastado CLP': row => row.bought.spent,
    'Reembolsado CLP': row => row.bought.refunded,
    'Última compra': row => row.bought.last_at && formatDate(row.bought.last_at),
  },
})
