import { data } from 'react-router'
import { z } from 'zod'
import { findUnlistedProduct } from '#app/features/catalogue/catalogue.server.ts'
import { PRODUCT_STATUSES } from '#app/features/catalogue/product-form.ts'
import { loadProductParts } from '#app/features/catalogue/shop/load-product.server.ts'
import { ProductView } from '#app/features/catalogue/shop/product-view.tsx'
import { requireRole } from '#app/features/identity/session.server.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/product-preview'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Vista previa de ${loaderData?.product.name ?? 'un producto'} · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.assessmentId)
  const found = id.success ? await findUnlistedProduct(db, id.data) : undefined
  if (!found) throw data('Not found', 404)
  return { ...found, ...(await loadProductParts(db, found.product, 1)) }
}

/** The product's page as the shop shows it, or would: of drafts and archived products, too. */
export default function ProductPreview({ loaderData: { status, ...page } }: Route.ComponentProps) {
  return (
    <>
      <div className="border-b border-line bg-copper-soft print:hidden">
        <div className={`${PAGE_WIDTH} flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5`}>
          <p className="text-md">
            <strong className="font-semibold">Vista previa</strong>{' '}
            <span>{`· ${PRODUCT_STATUSES[status].label}${status !== 'active' ? ': en la tienda no se ve ni se puede comprar.' : ''}`}</span>
          </p>
          <ButtonLink to={`/admin/catalog/assessments/${page.product.id}`} variant="secondary" size="sm">
            Volver a editar
          </ButtonLink>
        </div>
      </div>
      <ProductView
        key={page.product.id}
        {...page}
        onBuy={() => notify({ title: 'Es una vista previa: aquí no se compra' })}
      />
    </>
  )
}
