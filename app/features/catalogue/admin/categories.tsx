import Plus from 'lucide-react/icons/plus'
import { data, redirect, useSearchParams } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { readListPost } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { CatalogTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/categories'
import { changeCategory, duplicateCategory, moveCategory } from './categories.server.ts'
import { categoryRows } from './category-list.server.ts'
import { categoryList } from './category-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Categorías · Administración · Alhena' }]

export const loader = adminList(categoryRows)

const INTENTS = ['up', 'down', 'archive', 'restore', 'duplicate'] as const

export const shouldRevalidate = revalidateOnConflict

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
  return answerRefusals(async () => {
    if (intent === 'duplicate') {
      return redirect(`/admin/catalog/categories/${await duplicateCategory(services, { actor, id })}`)
    }
    if (intent === 'up' || intent === 'down') {
      const { name, position, of } = await moveCategory(services, { actor, id, direction: intent })
      return { done: true, text: `${name}: lugar ${position} de ${of}.` }
    }
    const name = await changeCategory(services, { actor, id, change: intent })
    const text = intent === 'archive' ? `${name}: ya no se ofrece en la tienda.` : `${name}: de vuelta en la tienda.`
    return { done: true, text }
  })
}

/** The bulk actions: one category at a time, so that one with products on sale does not block the others. */
async function changeMany(
  services: Services,
  input: { actor: Extract<Actor, { kind: 'admin' }>; ids: string[]; change: 'archive' | 'restore' },
) {
  const { actor, ids, change } = input
  const done: string[] = []
  let used = 0
  for (const id of ids) {
    try {
      done.push(await changeCategory(services, { actor, id, change }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!error.stale) used += 1
    }
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

/** After the form of a new category. */
const CREATED = { done: true, text: 'La categoría se creó.' }

export default function Categories({ loaderData: { data }, actionData }: Route.ComponentProps) {
  const created = useSearchParams()[0].get('listo') === 'creada'
  return (
    <ListScreen
      list={categoryList}
      data={data}
      title="Catálogo"
      tabs={<CatalogTabs />}
      outcome={actionData ?? (created ? CREATED : undefined)}
      actions={
        <ButtonLink to="/admin/catalog/categories/new">
          <Plus aria-hidden="true" />
          Nueva categoría
        </ButtonLink>
      }
    />
  )
}
