import { data, redirect } from 'react-router'
import { findMovedProduct } from '#app/features/catalogue/addresses.server.ts'
import { findProduct, isWithdrawn } from '#app/features/catalogue/catalogue.server.ts'
import { isProductKey, productPath } from '#app/features/catalogue/catalogue.ts'
import { readCommentsPage } from '#app/features/reviews/product-ratings.ts'
import { MISSING_TITLE, MissingPage } from '#app/layouts/shop/missing-page.tsx'
import { productHead } from '#app/layouts/shop/page-heads.server.ts'
import { PUBLIC_CACHE } from '#app/layouts/shop/public-cache.ts'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/product'
import { loadProductParts } from './load-product.server.ts'
import { ProductView } from './product-view.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `${loaderData.product.seo_title || loaderData.product.name} · Alhena` }]
    : [{ title: MISSING_TITLE }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const db = readsOf(context)
  const { settings } = servicesOf(context)
  const product = isProductKey(params.slug) ? await findProduct(db, params.slug) : undefined
  if (!product) {
    const moved = isProductKey(params.slug) ? await findMovedProduct(db, params.slug) : undefined
    if (moved?.status === 'active') throw redirect(productPath(moved.slug), 301)
    const isGone = moved?.status === 'archived' || (await isWithdrawn(db, params.slug))
    return data(null, { status: isGone ? 410 : 404 })
  }
  if (product.slug !== params.slug) throw redirect(productPath(product.slug), 301)
  const page = readCommentsPage(new URL(request.url).searchParams)
  const parts = await loadProductParts(db, product, page)
  // A page of comments that no longer exists redirects to the first one.
  if (page > 1 && page > (parts.reviews?.pages ?? 0)) throw redirect(productPath(product.slug))
  context.set(pageHeadContext, productHead(settings.appUrl, product))
  return data({ product, ...parts }, { headers: PUBLIC_CACHE })
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ProductView key={loaderData.product.id} {...loaderData} /> : <MissingPage />
}
