import { data, redirect } from 'react-router'
import {
  findProduct,
  findReportOutline,
  isWithdrawn,
  listRelated,
} from '#app/features/catalogue/catalogue.db.server.ts'
import { isProductKey, productPath } from '#app/features/catalogue/catalogue.ts'
import { findProgram } from '#app/features/catalogue/workshops.server.ts'
import { findProductReviews } from '#app/features/reviews/product-reviews.server.ts'
import { readCommentsPage } from '#app/features/reviews/reviews.ts'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/product'
import { MISSING_TITLE, MissingPage } from './missing-page.tsx'
import { productHead } from './page-heads.server.ts'
import { ProductView } from './product-view.tsx'
import { PUBLIC_CACHE } from './public-cache.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `${loaderData.product.name} · Alhena` }]
    : [{ title: MISSING_TITLE }, { name: 'robots', content: 'noindex' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, settings } = servicesOf(context)
  const product = isProductKey(params.slug) ? await findProduct(db, params.slug) : undefined
  if (!product) return data(null, { status: (await isWithdrawn(db, params.slug)) ? 410 : 404 })
  if (product.slug !== params.slug) throw redirect(productPath(product.slug), 301)
  const page = readCommentsPage(new URL(request.url).searchParams)
  const [related, report, reviews] = await Promise.all([
    listRelated(db, product),
    product.questionnaire_id === null ? undefined : findReportOutline(db, product.questionnaire_id),
    product.rating ? findProductReviews(db, product.id, page) : undefined,
  ])
  // A page of comments that was there once: the first one is.
  if (page > 1 && page > (reviews?.pages ?? 0)) throw redirect(productPath(product.slug))
  context.set(pageHeadContext, productHead(settings.appUrl, product))
  return data(
    {
      product,
      related,
      report: report ?? null,
      workshop: findProgram(product.slug) ?? null,
      reviews: reviews ?? null,
    },
    { headers: PUBLIC_CACHE },
  )
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ProductView key={loaderData.product.id} {...loaderData} /> : <MissingPage />
}
