import { NEW_PRODUCT } from '#app/features/catalogue/product-form.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/new-product'
import { listCategoryChoices } from './categories.server.ts'
import { deliverableChoices, productAction, questionnaireChoices } from './product-action.server.ts'
import { ProductEditor } from './product-editor.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Nuevo assessment · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const { db, gateways } = servicesOf(args.context)
  const [categories, questionnaires, deliverables] = await Promise.all([
    listCategoryChoices(db),
    questionnaireChoices(db),
    deliverableChoices(db, undefined),
  ])
  return { categories, questionnaires, deliverables, minimum: gateways.current.minimumClp }
}

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  return productAction(servicesOf(args.context), { kind: 'admin', userId: id }, args.request, undefined)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ProductEditor id={undefined} version={0} values={NEW_PRODUCT} sold={false} answer={actionData} {...loaderData} />
  )
}
