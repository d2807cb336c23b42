import { PRODUCT_STATUS_LABELS, type ProductStatus } from '#app/features/catalogue/product-form.ts'
import type { ListFilter, ListReference, ListShape } from '#app/lists/list-shape.ts'

export const statusFilter: ListFilter<ProductStatus> = {
  name: 'status',
  label: 'Estado',
  all: 'Todos',
  choices: (['active', 'draft', 'archived'] as const).map(value => ({ value, label: PRODUCT_STATUS_LABELS[value] })),
}

const categoryFilter: ListReference = { name: 'category', label: 'Categoría', all: 'Todas', choices: 'ids' }

/** What the address of the list of products may say. */
export const PRODUCT_LIST: ListShape<'editados' | 'nombre' | 'tienda'> = {
  name: 'catalogo',
  filters: [statusFilter, categoryFilter],
  sorts: [
    { key: 'editados', label: 'Última edición', column: 'edited', direction: 'desc' },
    { key: 'nombre', label: 'Nombre', column: 'name', direction: 'asc' },
    { key: 'tienda', label: 'Orden de la tienda', column: 'order', direction: 'desc' },
  ],
}
