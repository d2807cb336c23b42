import type { Product } from '#app/features/catalogue/catalogue.ts'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import { ProductSection } from '#app/features/catalogue/product-section.tsx'
import { COMMENTS_PARAMETER, type ProductReviews } from '#app/features/reviews/product-ratings.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { serverHtml } from '#app/platform/http/server-html.tsx'

const ReviewContents = serverHtml(() => import('./review-contents.tsx'))

type ProductReviewsSectionProps = { product: Product; reviews: ProductReviews }

/** Comments of people who completed the product. Its pages are addresses, so that paging works without scripts. */
export function ProductReviewsSection({ product, reviews }: ProductReviewsSectionProps) {
  const { comments, page, pages, distribution } = reviews
  if (!product.rating) return null
  const address = (to: number) =>
    `${productPath(product.slug)}${to === 1 ? '' : `?${COMMENTS_PARAMETER}=${to}`}#opiniones`
  return (
    <ProductSection id="opiniones" title="Opiniones">
      <ReviewContents rating={product.rating} distribution={distribution} comments={comments} />
      {pages > 1 && (
        <nav
          aria-label="Páginas de opiniones"
          className="flex flex-wrap items-center gap-3 border-t border-line pt-5 print:hidden"
        >
          {page > 1 && (
            <ButtonLink variant="secondary" size="sm" to={address(page - 1)} preventScrollReset>
              Más recientes
            </ButtonLink>
          )}
          {page < pages && (
            <ButtonLink variant="secondary" size="sm" to={address(page + 1)} preventScrollReset>
              Más antiguas
            </ButtonLink>
          )}
          <span className="text-sm text-muted tabular-nums">{`Página ${page} de ${pages}`}</span>
        </nav>
      )}
    </ProductSection>
  )
}
