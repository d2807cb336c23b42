import { CATEGORY_STATUSES, type CategoryStatus } from '#app/features/catalogue/category-form.ts'
import { byStatus, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, count, moment, status } from '#app/kit/lists/list-cells.tsx'
import { RowAction } from '#app/kit/lists/row-menu.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'
import { MoveButtons } from './move-buttons.tsx'

/** One category of the back office's list (specification 2, section 2). */
export type ListedCategory = {
  id: string
  name: string
  slug: string
  status: CategoryStatus
  order: number
  /** Products that are not archived. */
  products: number
  updated_at: Date
}

const pageOf = ({ id }: ListedCategory): string => `/admin/catalog/categories/${id}`

/** All categories in the shop's order. */
export const categoryList = defineList<ListedCategory>()({
  name: 'categorias',
  path: '/admin/catalog/categories',
  caption: 'Categorías en el orden de la tienda',
  searchLabel: 'Buscar por nombre o slug...',
  namesPeople: false,
  filters: { status: choiceFilter('Estado', 'Todas', CATEGORY_STATUSES) },
  sorts: {
    orden: ['Orden de la tienda', 'order', 'asc'],
    nombre: ['Nombre', 'name', 'asc'],
    'nombre-z': ['Nombre, de la Z a la A', 'name', 'desc'],
    editadas: ['Última edición', 'updated_at', 'desc'],
    'editadas-antes': ['Edición más antigua', 'updated_at', 'asc'],
    ...byStatus('status'),
  },
  columns: [
    {
      key: 'name',
      header: 'Nombre',
      primary: true,
      cell: category => <CellLink to={pageOf(category)}>{category.name}</CellLink>,
    },
    {
      key: 'slug',
      header: 'Slug',
      inline: 'line',
      grow: true,
      cell: category => <span className="wrap-anywhere">{category.slug}</span>,
    },
    count('products', '# Assessments', category => category.products),
    status('status', 'Estado', category => category.status, CATEGORY_STATUSES),
    {
      key: 'order',
      header: 'Orden',
      inline: 'end',
      cell: category => <MoveButtons row={category} position={category.order} />,
    },
    moment('updated_at', 'Última Edición', category => category.updated_at),
  ],
  rowName: category => category.name,
  menu: category => (
    <>
      <MenuLink to={pageOf(category)}>Editar</MenuLink>
      {category.status === 'active' && (
        <MenuLink to={`/assessments?category=${category.slug}`}>Previsualizar PLP</MenuLink>
      )}
      <RowAction intent="duplicate" row={category}>
        Duplicar
      </RowAction>
      <RowAction intent={category.status === 'active' ? 'archive' : 'restore'} row={category}>
        {category.status === 'active' ? 'Archivar' : 'Restaurar'}
      </RowAction>
    </>
  ),
  bulk: [
    { intent: 'archive', label: 'Archivar' },
    { intent: 'restore', label: 'Restaurar' },
  ],
  empty: { title: 'No hay categorías', text: 'Crea la primera: cada producto está en una.' },
  unmatched: 'Prueba con otra parte del nombre o del slug.',
})
