import { NEW_CATEGORY } from '#app/features/catalogue/category-form.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/new-category'
import { categoryAction } from './categories.server.ts'
import { CategoryEditor } from './category-editor.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Nueva categoría · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  return null
}

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  return categoryAction(servicesOf(args.context), { kind: 'admin', userId: id }, args.request, undefined)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

export default function NewCategory({ actionData }: Route.ComponentProps) {
  return <CategoryEditor id={undefined} version={0} values={NEW_CATEGORY} answer={actionData} />
}
