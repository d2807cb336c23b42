import { createContext, use } from 'react'
import {
  DISCOUNT_STATES,
  type ListedDiscount,
  TYPE_LABELS,
  usesText,
  valueText,
} from '#app/features/discounts/discount-admin.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, dayColumn, status } from '#app/kit/lists/list-cells.tsx'
import { MenuButton, MenuLink, MenuSeparator } from '#app/kit/ui/menu.tsx'
import type { DiscountStatus } from '#app/platform/database/values.ts'

/** Opens a dialog about a code as the list shows it, or changes its status at once. */
export type ShowDiscount = (action: 'edit' | 'details' | 'delete' | DiscountStatus, discount?: ListedDiscount) => void

/** Of the screen around the list. */
export const ShowDiscountContext = createContext<ShowDiscount>(() => undefined)

/** The list of codes, the newest first (specification 2, section 7). */
export const discountList = defineList<ListedDiscount>()({
  name: 'descuentos',
  path: '/admin/discounts',
  caption: 'Códigos de descuento',
  searchLabel: 'Buscar por código o nombre...',
  namesPeople: false,
  filters: { state: choiceFilter('Estado', 'Todos menos archivados', DISCOUNT_STATES, { name: 'estado' }) },
  sorts: {
    ...byTime('created_at', 'Más antiguos'),
    'mas-usados': ['Más usados', 'current_uses', 'desc'],
    'menos-usados': ['Menos usados', 'current_uses', 'asc'],
    codigo: ['Código', 'code', 'asc'],
    'codigo-z': ['Código, de la Z a la A', 'code', 'desc'],
    nombre: ['Nombre', 'name', 'asc'],
    'nombre-z': ['Nombre, de la Z a la A', 'name', 'desc'],
  },
  columns: [
    { key: 'code', header: 'Código', primary: true, cell: row => <DetailsButton discount={row} /> },
    {
      key: 'name',
      header: 'Nombre',
      inline: 'line',
      grow: 'wide',
      cell: row => <span className="wrap-anywhere">{row.name}</span>,
    },
    { key: 'type', header: 'Tipo', cell: row => TYPE_LABELS[row.type] },
    { key: 'value', header: 'Valor', align: 'end', inline: 'end', cell: valueText },
    {
      key: 'current_uses',
      header: 'Usos',
      definition: 'Órdenes que usaron el código, sin los usos devueltos',
      align: 'end',
      cell: row => (
        <CellLink to={`/admin/discounts/${row.id}/ledger`} label={`Usos de ${row.code}: ${usesText(row)}`} underlined>
          {usesText(row)}
        </CellLink>
      ),
    },
    status('status', 'Estado', row => row.state, DISCOUNT_STATES),
    { ...dayColumn<ListedDiscount>('created_at', 'Creado', row => row.created_at), optional: true },
  ],
  rowName: row => row.code,
  menu: row => <DiscountMenu discount={row} />,
  bulk: [
    { intent: 'activate', label: 'Activar' },
    { intent: 'pause', label: 'Pausar' },
    { intent: 'deactivate', label: 'Desactivar' },
  ],
  empty: {
    title: 'No se encontraron códigos de descuento',
    text: 'Crea el primero: se puede usar apenas lo guardes.',
  },
  unmatched:
    'No se encontraron códigos de descuento. Prueba con otro comienzo del código o del nombre, o con otro estado.',
  csv: {
    Código: row => row.code,
    Nombre: row => row.name,
    Descripción: row => row.description,
    Tipo: row => TYPE_LABELS[row.type],
    Valor: row => row.value,
    Estado: row => DISCOUNT_STATES[row.state].label,
    Usos: row => row.current_uses,
    'Máximo de usos': row => row.max_uses,
    'Una vez por cliente': row => (row.once_per_customer ? 'Sí' : 'No'),
    Productos: row => (row.product_ids.length === 0 ? 'Todos' : row.product_ids.length),
    'Compra mínima CLP': row => row.min_order_amount,
    'Descuento máximo CLP': row => row.max_discount_amount,
    Desde: row => formatDateTime(row.valid_from),
    Hasta: row => row.ends_at && formatDateTime(row.ends_at),
    Creado: row => formatDateTime(row.created_at),
    'Órdenes pagadas': row => row.sold.orders,
    'Ventas CLP': row => row.sold.revenue,
    'Descontado CLP': row => row.sold.discount,
  },
})

function DetailsButton({ discount }: { discount: ListedDiscount }) {
  const show = use(ShowDiscountContext)
  return (
    <button
      type="button"
      onClick={() => show('details', discount)}
      className="min-h-9 text-left break-all hover:text-copper hover:underline pointer-coarse:min-h-11"
    >
      {discount.code}
    </button>
  )
}

function DiscountMenu({ discount }: { discount: ListedDiscount }) {
  const show = use(ShowDiscountContext)
  const entry = (label: string, action: Parameters<ShowDiscount>[0], danger = false) => (
    <MenuButton danger={danger} onClick={() => show(action, discount)}>
      {label}
    </MenuButton>
  )
  if (discount.state === 'archived') return entry('Ver detalles', 'details')
  return (
    <>
      {entry('Ver detalles', 'details')}
      {entry('Editar', 'edit')}
      <MenuLink to={simulatorPath(discount)}>Simular</MenuLink>
      {discount.status === 'active' ? entry('Pausar', 'paused') : entry('Activar', 'active')}
      {entry('Desactivar', 'inactive')}
      <MenuSeparator />
      {entry('Eliminar', 'delete', true)}
    </>
  )
}

export const simulatorPath = ({ code }: { code: string }) =>
  `/admin/discounts/simulator?code=${encodeURIComponent(code)}`
