import { data, redirect } from 'react-router'
import { findProduct, findReportOutline, listRelated } from '#app/features/catalogue/catalogue.db.server.ts'
import { isProductKey, productPath } from '#app/features/catalogue/catalogue.ts'
import { findProgram } from '#app/features/catalogue/workshops.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/product'
import { MISSING_TITLE, MissingPage } from './missing-page.tsx'
import { ProductView } from './product-view.tsx'
import { PUBLIC_CACHE } from './public-cache.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.product.name} · Alhena` },
        { name: 'description', content: loaderData.product.description_short },
      ]
    : [{ title: MISSING_TITLE }, { name: 'robots', content: 'noindex' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = servicesOf(context)
  const product = isProductKey(params.slug) ? await findProduct(db, params.slug) : undefined
  if (!product) return data(null, { status: 404 })
  if (product.slug !== params.slug) throw redirect(productPath(product.slug), 301)
  const [related, report] = await Promise.all([
    listRelated(db, product),
    product.questionnaire_id === null ? undefined : findReportOutline(db, product.questionnaire_id),
  ])
  return data(
    { product, related, report: report ?? null, workshop: findProgram(product.slug) ?? null },
    { headers: PUBLIC_CACHE },
  )
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ProductView {...loaderData} /> : <MissingPage />
}
