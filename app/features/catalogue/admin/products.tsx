import Plus from 'lucide-react/icons/plus'
import { data, redirect } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { readListPost } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { CatalogTabs } from '#app/layouts/admin/section-tabs.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/products'
import { listCategoryChoices } from './categories.server.ts'
import { changeProduct, duplicateProduct, moveProduct, type ProductChange } from './manage-product.server.ts'
import { productRows } from './product-list.server.ts'
import { productList, SHOP_ORDER } from './product-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Catálogo · Administración · Alhena' }]

export const loader = adminList(productRows, async ({ tx }) => ({
  categories: (await listCategoryChoices(tx)).map(({ id, name }) => ({ value: id, label: name })),
}))

const INTENTS = ['archive', 'restore', 'feature', 'unfeature', 'duplicate', 'up', 'down'] as const

/** What became of the products: the words after their name or number. */
const DONE: Record<ProductChange, (count: number) => string> = {
  archive: count => `ya no se ${inNumber(count, 'vende', 'venden')}. Las compras hechas siguen igual.`,
  restore: count => `de vuelta como ${inNumber(count, 'borrador', 'borradores')}.`,
  feature: count => `${inNumber(count, 'destacado', 'destacados')}.`,
  unfeature: count => `ya no se ${inNumber(count, 'destaca', 'destacan')}.`,
}

export const shouldRevalidate = revalidateOnConflict

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const actor = { kind: 'admin', userId: id } as const
  const services = servicesOf(args.context)
  const { intent, ids } = await readListPost(args.request, INTENTS)
  const [first] = ids
  if (first === undefined) return data({ done: false, text: 'Marca al menos un producto.' }, 400)
  if (intent === 'duplicate') {
    return answerRefusals(async () => {
      const copy = await duplicateProduct(services, { actor, id: first })
      return redirect(`/admin/catalog/assessments/${copy}?listo=duplicado`)
    })
  }
  if (intent === 'up' || intent === 'down') {
    return answerRefusals(async () => {
      const { name, position, of } = await moveProduct(services, { actor, id: first, direction: intent })
      return { done: true, text: `${name}: lugar ${formatInteger(position)} de ${formatInteger(of)} en la tienda.` }
    })
  }
  const names: string[] = []
  for (const productId of ids) {
    const name = await changeProduct(services, { actor, id: productId, change: intent })
    if (name !== undefined) names.push(name)
  }
  const [only] = names
  if (only === undefined) return data({ done: false, text: 'Ese producto ya no existe.' }, 409)
  const changed = inNumber(names.length, only, countOf(names.length, 'producto', 'productos'))
  return data({ done: true, text: `${changed}: ${DONE[intent](names.length)}` })
}

export default function Products({ loaderData: { data, categories }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      list={productList}
      data={data}
      title="Catálogo"
      tabs={<CatalogTabs />}
      references={{ category: categories }}
      outcome={actionData}
      actions={
        <>
          {/* Its column is there in that order alone. */}
          {data.address.sort.key === SHOP_ORDER ? (
            <ButtonLink variant="secondary" to="/admin/catalog">
              Terminar de ordenar
            </ButtonLink>
          ) : (
            <ButtonLink variant="secondary" to={`/admin/catalog?sort=${SHOP_ORDER}`}>
              Ordenar la tienda
            </ButtonLink>
          )}
          <ButtonLink to="/admin/catalog/assessments/new">
            <Plus aria-hidden="true" />
            Nuevo assessment
          </ButtonLink>
        </>
      }
    />
  )
}
