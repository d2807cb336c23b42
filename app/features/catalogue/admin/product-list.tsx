import { durationText } from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { PRODUCT_STATUSES, type ProductStatus } from '#app/features/catalogue/product-form.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { byStatus, choiceFilter, defineList, reference } from '#app/kit/lists/define-list.ts'
import { CellLink, clp, dayColumn, oneLine, status } from '#app/kit/lists/list-cells.tsx'
import { RowAction } from '#app/kit/lists/row-menu.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'
import { MoveButtons } from './move-buttons.tsx'

/** One product of the back office's list (specification 2, section 2). */
export type ListedProduct = {
  id: string
  name: string
  slug: string
  status: ProductStatus
  image_url: string | null
  category_name: string
  category_slug: string
  base_price_clp: Pesos
  duration_min: number
  duration_max: number | null
  featured: boolean
  updated_at: Date
}

const pageOf = ({ id }: ListedProduct): string => `/admin/catalog/assessments/${id}`

/** The order in which the shop shows its products, and its key in the list's address. */
export const SHOP_ORDER = 'tienda'

/** All products, whatever their status. */
export const productList = defineList<ListedProduct>()({
  name: 'catalogo',
  path: '/admin/catalog',
  caption: 'Assessments',
  searchLabel: 'Buscar por nombre, etiqueta o categoría...',
  namesPeople: false,
  filters: {
    status: choiceFilter('Estado', 'Todos', PRODUCT_STATUSES),
    categoryId: reference('Categoría', 'Todas', { name: 'category' }),
  },
  sorts: {
    editados: ['Última edición', 'updated_at', 'desc'],
    'editados-antes': ['Edición más antigua', 'updated_at', 'asc'],
    nombre: ['Nombre', 'name', 'asc'],
    'nombre-z': ['Nombre, de la Z a la A', 'name', 'desc'],
    'mayor-precio': ['Mayor precio', 'base_price_clp', 'desc'],
    'menor-precio': ['Menor precio', 'base_price_clp', 'asc'],
    'mas-breves': ['Más breves', 'duration_upto', 'asc', 'duration'],
    'mas-largos': ['Más largos', 'duration_upto', 'desc', 'duration'],
    ...byStatus('status'),
    [SHOP_ORDER]: ['Orden de la tienda', 'shop_order', 'desc'],
  },
  columns: [
    {
      key: 'name',
      header: 'Nombre',
      primary: true,
      grow: 'wide',
      cell: product => (
        <span className="flex items-center gap-3">
          <span aria-hidden="true" className="w-16 flex-none max-sm:hidden">
            <ProductCover
              slug={product.slug}
              categorySlug={product.category_slug}
              imageUrl={product.image_url}
              className="rounded-sm"
            />
          </span>
          <span className="min-w-0 dense:line-clamp-2">
            <CellLink to={pageOf(product)}>{product.name}</CellLink>
          </span>
        </span>
      ),
    },
    { key: 'category', header: 'Categoría', inline: 'line', grow: true, cell: product => product.category_name },
    status('status', 'Estado', product => product.status, PRODUCT_STATUSES),
    clp('base_price_clp', 'Precio Base', product => product.base_price_clp, { inline: 'end' }),
    { key: 'duration', header: 'Duración', cell: product => oneLine(durationText(product)) },
    { key: 'featured', header: 'Destacado', cell: product => (product.featured ? 'Sí' : 'No') },
    dayColumn('updated_at', 'Última Edición', product => product.updated_at),
    { key: 'shop_order', header: 'Orden', onlyIn: SHOP_ORDER, cell: product => <MoveButtons row={product} /> },
  ],
  rowName: product => product.name,
  menu: product => (
    <>
      <MenuLink to={pageOf(product)}>Editar</MenuLink>
      <MenuLink to={`${pageOf(product)}/preview`}>Vista Previa</MenuLink>
      <RowAction intent="duplicate" row={product}>
        Duplicar
      </RowAction>
      <RowAction intent={product.featured ? 'unfeature' : 'feature'} row={product}>
        {product.featured ? 'Quitar destacado' : 'Destacar'}
      </RowAction>
      <RowAction intent={product.status === 'archived' ? 'restore' : 'archive'} row={product}>
        {product.status === 'archived' ? 'Restaurar' : 'Archivar'}
      </RowAction>
    </>
  ),
  bulk: [
    { intent: 'feature', label: 'Destacar' },
    { intent: 'archive', label: 'Archivar' },
    { intent: 'restore', label: 'Restaurar' },
  ],
  empty: { title: 'El catálogo está vacío', text: 'Crea el primer assessment o taller.' },
  unmatched: 'Prueba con el comienzo de otra palabra, o con otros filtros.',
})
