import { data } from 'react-router'
import { z } from 'zod'
import { requireRole } from '#app/features/identity/session.server.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/edit-category'
import { categoryAction, findEditedCategory } from './categories.server.ts'
import { CategoryEditor } from './category-editor.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.category.values.name ?? 'Categoría'} · Administración · Alhena` },
]

async function administrator(args: Route.LoaderArgs | Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const id = z.uuid().safeParse(args.params.categoryId)
  if (!id.success) throw data('Not found', 404)
  return { actor: { kind: 'admin', userId: user.id } as const, id: id.data.toLowerCase() }
}

export async function loader(args: Route.LoaderArgs) {
  const { actor, id } = await administrator(args)
  const category = await readAs(servicesOf(args.context).db, actor, tx => findEditedCategory(tx, id))
  if (!category) throw data('Not found', 404)
  return { category }
}

export async function action(args: Route.ActionArgs) {
  const { actor, id } = await administrator(args)
  return categoryAction(servicesOf(args.context), actor, args.request, id)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

export default function EditCategory({ loaderData: { category }, actionData }: Route.ComponentProps) {
  return <CategoryEditor key={category.id} {...category} answer={actionData} />
}
