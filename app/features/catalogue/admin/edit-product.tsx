import { data } from 'react-router'
import { z } from 'zod'
import { logOf } from '#app/features/audit/audit.server.ts'
import { historyOf } from '#app/features/audit/audit.ts'
import { ChangeHistory, HISTORY_SHOWN } from '#app/features/audit/change-history.tsx'
import { requireRole } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/edit-product'
import { listCategoryChoices } from './categories.server.ts'
import { findEditedProduct } from './edited-product.server.ts'
import { deliverableChoices, productAction, questionnaireChoices } from './product-action.server.ts'
import { ProductEditor } from './product-editor.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.product.values.name ?? 'Assessment'} · Administración · Alhena` },
]

const NOTICES: ReadonlyMap<string, string> = new Map([
  ['creado', 'Se creó. Revísalo con «Vista Previa» y, cuando esté listo, cámbialo a Activo.'],
  ['duplicado', 'Esta es la copia, en borrador. Cambia lo que haga falta antes de activarla.'],
])

async function administrator(args: Route.LoaderArgs | Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const id = z.uuid().safeParse(args.params.assessmentId)
  if (!id.success) throw data('Not found', 404)
  return { actor: { kind: 'admin', userId: user.id } as const, id: id.data.toLowerCase() }
}

export async function loader(args: Route.LoaderArgs) {
  const { actor, id } = await administrator(args)
  const { db, gateways } = servicesOf(args.context)
  const [{ product, log }, categories, questionnaires, deliverables] = await Promise.all([
    readAs(db, actor, tx =>
      allKeyed({
        product: findEditedProduct(tx, id),
        log: logOf(tx, 'assessment', id, HISTORY_SHOWN),
      }),
    ),
    listCategoryChoices(db),
    questionnaireChoices(db),
    deliverableChoices(db, id),
  ])
  if (!product) throw data('Not found', 404)
  const notice = NOTICES.get(args.url.searchParams.get('listo') ?? '')
  const minimum = gateways.current.minimumClp
  return { product, categories, questionnaires, deliverables, minimum, notice, history: historyOf(log) }
}

export async function action(args: Route.ActionArgs) {
  const { actor, id } = await administrator(args)
  return productAction(servicesOf(args.context), actor, args.request, id)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, history, ...choices } = loaderData
  return (
    <>
      <ProductEditor key={product.id} {...product} {...choices} answer={actionData} />
      <div className="pt-4">
        <ChangeHistory entries={history} entity="assessment" id={product.id} />
      </div>
    </>
  )
}
