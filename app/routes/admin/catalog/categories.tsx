import Plus from 'lucide-react/icons/plus'
import { data, Link, redirect } from 'react-router'
import { CATEGORY_STATUS_LABELS, type CategoryStatus } from '#app/features/catalogue/category-form.ts'
import { type ListedCategory, listCategoryPage } from '#app/features/catalogue/category-list.db.server.ts'
import {
  changeCategory,
  duplicateCategory,
  moveCategory,
} from '#app/features/catalogue/editing/manage-category.server.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { pageRequest, readListAddress, selectedOf } from '#app/lists/list-address.ts'
import { ListPage } from '#app/lists/list-page.tsx'
import { readListPost } from '#app/lists/list-post.server.ts'
import type { ListFilter, ListShape } from '#app/lists/list-shape.ts'
import { hiddenColumns } from '#app/lists/preferences.ts'
import { RowAction, RowMenu } from '#app/lists/row-menu.tsx'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { MenuLink } from '#app/ui/menu.tsx'
import type { Route } from './+types/categories'
import { CatalogTabs } from './catalog-tabs.tsx'
import { MoveButtons } from './move-buttons.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Categorías · Administración · Alhena' }]

const statusFilter: ListFilter<CategoryStatus> = {
  name: 'status',
  label: 'Estado',
  all: 'Todas',
  choices: (['active', 'inactive'] as const).map(value => ({ value, label: CATEGORY_STATUS_LABELS[value] })),
}

const CATEGORY_LIST: ListShape<'orden' | 'nombre' | 'editadas'> = {
  name: 'categorias',
  filters: [statusFilter],
  sorts: [
    { key: 'orden', label: 'Orden de la tienda', column: 'order', direction: 'asc' },
    { key: 'nombre', label: 'Nombre', column: 'name', direction: 'asc' },
    { key: 'editadas', label: 'Última edición', column: 'edited', direction: 'desc' },
  ],
}

export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireRole(args, ['admin'])
  const address = readListAddress(CATEGORY_LIST, args.url.searchParams)
  const query = {
    ...pageRequest(address, { orden: 'order', nombre: 'name', editadas: 'updated_at' } as const),
    search: address.search,
    status: selectedOf(address, statusFilter),
  }
  const page = await asActor(servicesOf(args.context).db, { kind: 'admin', userId: id }, tx =>
    listCategoryPage(tx, query),
  )
  const created = args.url.searchParams.get('listo') === 'creada'
  return { address, page, created, hidden: hiddenColumns(args.request, CATEGORY_LIST.name) }
}

type Admin = Extract<Actor, { kind: 'admin' }>

const INTENTS = ['up', 'down', 'archive', 'restore', 'duplicate'] as const

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const actor = { kind: 'admin', userId: user.id } as const
  const services = servicesOf(args.context)
  const { intent, ids } = await readListPost(args.request, INTENTS)
  const [id] = ids
  if (id === undefined) return data({ done: false, text: 'Marca al menos una categoría.' }, 400)
  if (ids.length > 1) {
    if (intent !== 'archive' && intent !== 'restore') throw data('Bad request', 400)
    return changeMany(services, { actor, ids, change: intent })
  }
  const gone = () => data({ done: false, text: 'Esa categoría ya no existe.' }, 409)
  if (intent === 'duplicate') {
    const copied = await duplicateCategory(services, { actor, id })
    return copied.ok ? redirect(`/admin/catalog/categories/${copied.value.id}`) : gone()
  }
  if (intent === 'up' || intent === 'down') {
    const moved = await moveCategory(services, { actor, id, direction: intent })
    if (!moved.ok) return gone()
    const { name, place, of } = moved.value
    return data({ done: true, text: `${name}: lugar ${place} de ${of}.` })
  }
  const changed = await changeCategory(services, { actor, id, change: intent })
  if (changed.ok) {
    const { name } = changed.value
    const text = intent === 'archive' ? `${name}: ya no se ofrece en la tienda.` : `${name}: de vuelta en la tienda.`
    return data({ done: true, text })
  }
  if (changed.error.code === 'not_found') return gone()
  const text = 'Tiene productos activos: muévelos a otra categoría o archívalos primero.'
  return data({ done: false, text }, 409)
}

/** What the bulk bar does: each category by itself, so that one with products on sale keeps no other from it. */
async function changeMany(services: Services, input: { actor: Admin; ids: string[]; change: 'archive' | 'restore' }) {
  const { actor, ids, change } = input
  const done: string[] = []
  let used = 0
  for (const id of ids) {
    const changed = await changeCategory(services, { actor, id, change })
    if (changed.ok) done.push(changed.value.name)
    else if (changed.error.code === 'category_in_use') used += 1
  }
  const left =
    used === 0
      ? ''
      : ` ${countOf(used, 'categoría tiene', 'categorías tienen')} productos activos y no se ${used === 1 ? 'archivó' : 'archivaron'}.`
  if (done.length === 0) return data({ done: false, text: `No cambió nada.${left}` }, 409)
  const what =
    change === 'archive'
      ? `ya no se ${done.length === 1 ? 'ofrece' : 'ofrecen'} en la tienda`
      : 'de vuelta en la tienda'
  return data({ done: true, text: `${done.join(', ')}: ${what}.${left}` })
}

export default function Categories({ loaderData: { created, ...list }, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      {...list}
      shape={CATEGORY_LIST}
      title="Catálogo"
      summary={<CatalogTabs />}
      searchLabel="Buscar por nombre o slug..."
      caption="Categorías en el orden de la tienda"
      columns={columns}
      rowName={category => category.name}
      bulk={[
        { intent: 'archive', label: 'Archivar' },
        { intent: 'restore', label: 'Restaurar' },
      ]}
      outcome={actionData ?? (created ? { done: true, text: 'La categoría se creó.' } : undefined)}
      actions={
        <ButtonLink to="/admin/catalog/categories/new">
          <Plus aria-hidden="true" />
          Nueva categoría
        </ButtonLink>
      }
      empty={{ title: 'No hay categorías', text: 'Crea la primera: cada producto está en una.' }}
      unmatched="Prueba con otra parte del nombre o del slug."
    />
  )
}

const columns: Column<ListedCategory>[] = [
  {
    key: 'name',
    header: 'Nombre',
    primary: true,
    cell: category => (
      <Link
        to={`/admin/catalog/categories/${category.id}`}
        className="inline-flex min-h-9 items-center underline-offset-4 hover:underline pointer-coarse:min-h-11"
      >
        {category.name}
      </Link>
    ),
  },
  {
    key: 'slug',
    header: 'Slug',
    inline: 'line',
    cell: category => <span className="wrap-anywhere">{category.slug}</span>,
  },
  { key: 'products', header: '# Assessments', align: 'end', cell: category => formatInteger(category.products) },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'neutral'}>{CATEGORY_STATUS_LABELS[status]}</Badge>
    ),
  },
  {
    key: 'order',
    header: 'Orden',
    inline: 'end',
    cell: category => <MoveButtons row={category} place={category.order} />,
  },
  {
    key: 'edited',
    header: 'Última Edición',
    cell: category => <span className="whitespace-nowrap tabular-nums">{formatDateTime(category.updated_at)}</span>,
  },
  {
    key: 'menu',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    cell: category => (
      <RowMenu name={category.name}>
        <MenuLink to={`/admin/catalog/categories/${category.id}`}>Editar</MenuLink>
        {category.status === 'active' && (
          <MenuLink to={`/assessments?category=${category.slug}`}>Previsualizar PLP</MenuLink>
        )}
        <RowAction intent="duplicate" row={category}>
          Duplicar
        </RowAction>
        <RowAction intent={category.status === 'active' ? 'archive' : 'restore'} row={category}>
          {category.status === 'active' ? 'Archivar' : 'Restaurar'}
        </RowAction>
      </RowMenu>
    ),
  },
]
