import Plus from 'lucide-react/icons/plus'
import { data, Link, redirect } from 'react-router'
import { durationText } from '#app/features/catalogue/catalogue.ts'
import { listCategoryChoices } from '#app/features/catalogue/editing/edited-category.db.server.ts'
import {
  changeProduct,
  duplicateProduct,
  moveProduct,
  type ProductChange,
} from '#app/features/catalogue/editing/manage-product.server.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { PRODUCT_STATUS_LABELS, type ProductStatus } from '#app/features/catalogue/product-form.ts'
import { type ListedProduct, listProducts } from '#app/features/catalogue/product-list.db.server.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { pageRequest, readListAddress, selectedOf } from '#app/lists/list-address.ts'
import { ListPage } from '#app/lists/list-page.tsx'
import { readListPost } from '#app/lists/list-post.server.ts'
import { hiddenColumns } from '#app/lists/preferences.ts'
import { RowAction, RowMenu } from '#app/lists/row-menu.tsx'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { MenuLink } from '#app/ui/menu.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/products'
import { CatalogTabs } from './catalog-tabs.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { PRODUCT_LIST, statusFilter } from './product-list.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Catálogo · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  const address = readListAddress(PRODUCT_LIST, args.url.searchParams)
  const query = {
    ...pageRequest(address, { editados: 'updated_at', nombre: 'name', tienda: 'shop_order' } as const),
    search: address.search,
    status: selectedOf(address, statusFilter),
    categoryId: address.selected.category,
  }
  const [page, categories] = await Promise.all([
    asActor(db, { kind: 'admin', userId: id }, tx => listProducts(tx, query)),
    listCategoryChoices(db),
  ])
  const references = { category: categories.map(category => ({ value: category.id, label: category.name })) }
  return { address, page, references, hidden: hiddenColumns(args.request, PRODUCT_LIST.name) }
}

const INTENTS = ['archive', 'restore', 'feature', 'unfeature', 'duplicate', 'up', 'down'] as const

const DONE: Record<ProductChange, (count: string) => string> = {
  archive: count => `${count}: ya no se vende. Las compras hechas siguen igual.`,
  restore: count => `${count}: de vuelta como borrador.`,
  feature: count => `${count}: destacado.`,
  unfeature: count => `${count}: ya no se destaca.`,
}

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const actor = { kind: 'admin', userId: id } as const
  const services = servicesOf(args.context)
  const { intent, ids } = await readListPost(args.request, INTENTS)
  const [first] = ids
  if (first === undefined) return data({ done: false, text: 'Marca al menos un producto.' }, 400)
  if (intent === 'duplicate') {
    const copied = await duplicateProduct(services, { actor, id: first })
    if (copied.ok) return redirect(`/admin/catalog/assessments/${copied.value.id}?listo=duplicado`)
    const text =
      copied.error.code === 'not_found'
        ? 'Ese producto ya no existe.'
        : 'Tiene datos que el editor no acepta: ábrelo, corrígelo y vuelve a duplicarlo.'
    return data({ done: false, text }, 409)
  }
  if (intent === 'up' || intent === 'down') {
    const moved = await moveProduct(services, { actor, id: first, direction: intent })
    if (!moved.ok) return data({ done: false, text: 'Ese producto ya no existe.' }, 409)
    const { name, place, of } = moved.value
    return data({ done: true, text: `${name}: lugar ${formatInteger(place)} de ${formatInteger(of)} en la tienda.` })
  }
  const names: string[] = []
  for (const productId of ids) {
    const changed = await changeProduct(services, { actor, id: productId, change: intent })
    if (changed.ok) names.push(changed.value.name)
  }
  const [only] = names
  if (only === undefined) return data({ done: false, text: 'Ese producto ya no existe.' }, 409)
  return data({ done: true, text: DONE[intent](names.length === 1 ? only : countOf(names.length, '', 'productos')) })
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      {...loaderData}
      shape={PRODUCT_LIST}
      title="Catálogo"
      summary={<CatalogTabs />}
      searchLabel="Buscar por nombre, etiqueta o categoría..."
      caption="Assessments"
      columns={
        loaderData.address.sort.key === 'tienda' ? [...columns.slice(0, -1), ORDER, ...columns.slice(-1)] : columns
      }
      rowName={product => product.name}
      outcome={actionData}
      bulk={[
        { intent: 'feature', label: 'Destacar' },
        { intent: 'archive', label: 'Archivar' },
        { intent: 'restore', label: 'Restaurar' },
      ]}
      actions={
        <ButtonLink to="/admin/catalog/assessments/new">
          <Plus aria-hidden="true" />
          Nuevo assessment
        </ButtonLink>
      }
      empty={{ title: 'El catálogo está vacío', text: 'Crea el primer assessment o taller.' }}
      unmatched="Prueba con el comienzo de otra palabra, o con otros filtros."
    />
  )
}

const tones: Record<ProductStatus, Tone> = { active: 'good', draft: 'fair', archived: 'neutral' }

/** Where the list is in the shop's order, rows can be moved in it. */
const ORDER: Column<ListedProduct> = { key: 'order', header: 'Orden', cell: product => <MoveButtons row={product} /> }

const columns: Column<ListedProduct>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
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
        <Link
          to={`/admin/catalog/assessments/${product.id}`}
          className="inline-flex min-h-9 items-center underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {product.name}
        </Link>
      </span>
    ),
  },
  { key: 'category', header: 'Categoría', inline: 'line', cell: product => product.category_name },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: ({ status }) => <Badge tone={tones[status]}>{PRODUCT_STATUS_LABELS[status]}</Badge>,
  },
  {
    key: 'price',
    header: 'Precio Base',
    inline: 'end',
    align: 'end',
    cell: product => formatPesos(pesos(product.base_price_clp)),
  },
  {
    key: 'duration',
    header: 'Duración',
    cell: product => <span className="whitespace-nowrap tabular-nums">{durationText(product)}</span>,
  },
  { key: 'featured', header: 'Destacado', cell: product => (product.featured ? 'Sí' : 'No') },
  {
    key: 'edited',
    header: 'Última Edición',
    cell: product => <span className="whitespace-nowrap tabular-nums">{formatDateTime(product.updated_at)}</span>,
  },
  {
    key: 'menu',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    cell: product => (
      <RowMenu name={product.name}>
        <MenuLink to={`/admin/catalog/assessments/${product.id}`}>Editar</MenuLink>
        <MenuLink to={`/admin/catalog/assessments/${product.id}/preview`}>Vista Previa</MenuLink>
        <RowAction intent="duplicate" row={product}>
          Duplicar
        </RowAction>
        <RowAction intent={product.featured ? 'unfeature' : 'feature'} row={product}>
          {product.featured ? 'Quitar destacado' : 'Destacar'}
        </RowAction>
        <RowAction intent={product.status === 'archived' ? 'restore' : 'archive'} row={product}>
          {product.status === 'archived' ? 'Restaurar' : 'Archivar'}
        </RowAction>
      </RowMenu>
    ),
  },
]
