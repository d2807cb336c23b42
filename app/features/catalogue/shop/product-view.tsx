import { type RefObject, useEffect, useRef, useState } from 'react'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { DAMA_SLUG, type Product, TYPE_LABELS } from '#app/features/catalogue/catalogue.ts'
import { meanWord } from '#app/features/reviews/product-ratings.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Stars } from '#app/kit/ui/stars.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { serverHtml } from '#app/platform/http/server-html.tsx'
import type { ProductParts } from './load-product.server.ts'
import { PriceCalculator } from './price-calculator.tsx'
import { ProductReviewsSection } from './product-reviews.tsx'
import { renderStoreCard } from './store-card.tsx'
import { type Purchase, usePurchase } from './use-purchase.ts'

/** Whether an element is out of view; false until that is known. */
function useOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [out, setOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setOut(entry !== undefined && !entry.isIntersecting))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return out
}

/** What has nothing to operate comes as HTML only. */
const ProductContents = serverHtml(() => import('./product-contents.tsx'))
const ProductQuestions = serverHtml(() => import('./product-questions.tsx'))

type ProductViewProps = ProductParts & {
  product: Product
  /** Replaces adding to the cart, for example in a preview. */
  onBuy?: (() => void) | undefined
}

/** A product's page: description, audience, benefits, duration and price (design/brand.md, "Layout"). */
export function ProductView({ product, related, report, guides, workshop, reviews, sale, onBuy }: ProductViewProps) {
  const { category } = product
  const purchase = usePurchase(product, onBuy)
  const button = useRef<HTMLButtonElement>(null)
  const isButtonAway = useOutOfView(button)
  return (
    <>
      <div className={`${PAGE_WIDTH} pt-6`}>
        <Breadcrumbs
          className="print:hidden"
          items={[
            { label: 'Inicio', to: '/' },
            { label: category.name, to: `/assessments?category=${category.slug}` },
          ]}
        />
        <div className="mt-6 grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem] print:block">
          <header className="min-w-0 lg:col-start-1">
            <p className="text-md text-muted">{`${TYPE_LABELS[product.type]} · ${category.name}`}</p>
            <h1 className="mt-2 text-3xl text-balance sm:text-4xl">{product.name}</h1>
            {product.rating && <RatingLine rating={product.rating} />}
            <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{product.description_short}</p>
            {product.slug === DAMA_SLUG && (
              <ButtonLink to="/dama-assessment" variant="secondary" className="mt-5 print:hidden">
                Responder con mi código
              </ButtonLink>
            )}
          </header>
          {/* Not sticky in a low window: the end of the box would never be visible. */}
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 [@media(min-width:64rem)_and_(min-height:49rem)]:sticky [@media(min-width:64rem)_and_(min-height:49rem)]:top-22 print:static print:mt-6">
            <PriceCalculator purchase={purchase} sale={sale} buttonRef={button} />
          </div>
          <div className="min-w-0 lg:col-start-1">
            <ProductContents
              product={product}
              report={report}
              guides={guides}
              workshop={workshop}
              hasReviews={reviews !== null}
              vatText={sale.vatText}
            />
            {reviews && <ProductReviewsSection product={product} reviews={reviews} />}
            <ProductQuestions type={product.type} business={product.allow_business} days={sale.accessDays} />
          </div>
        </div>
        {related.length > 0 && (
          <section aria-labelledby="relacionados" className="mt-16 border-t border-line pt-10 print:hidden">
            <h2 id="relacionados" className="mb-5 text-xl">
              {`También en ${category.name}`}
            </h2>
            <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {related.map(card => renderStoreCard(card, 3))}
            </ul>
          </section>
        )}
      </div>
      <PurchaseBar purchase={purchase} shown={isButtonAway} />
    </>
  )
}

const LINK = 'text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

function RatingLine({ rating }: { rating: NonNullable<Product['rating']> }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2.5 text-md">
      <Stars value={rating.mean} />
      <span className="font-medium">{`${formatLevel(rating.mean)} de 5: ${meanWord(rating.mean)}`}</span>
      <a href="#opiniones" className={`${LINK} pointer-coarse:py-2.5`}>
        {countOf(rating.count, 'valoración', 'valoraciones')}
      </a>
    </p>
  )
}

type PurchaseBarProps = { purchase: Purchase; shown: boolean }

/**
 * Price and button at the bottom of a phone's screen while those of the price box are out of view. Its space is
 * reserved, so that showing it does not shift the layout.
 */
const PurchaseBar = ({ purchase, shown }: PurchaseBarProps) => (
  <div
    data-purchase-bar
    className={`sticky bottom-0 z-30 mt-10 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-6 lg:hidden print:hidden ${shown ? '' : 'invisible'}`}
  >
    <p className="min-w-0 leading-tight">
      <span className="block text-lg font-semibold tracking-tight tabular-nums">
        {formatPesos(purchase.price.totalClp)}
      </span>
      <span className="block truncate text-sm text-muted">
        {purchase.seats === 1 ? MODE_LABELS[purchase.mode] : countOf(purchase.seats, 'persona', 'personas')}
      </span>
    </p>
    <Button onClick={purchase.buyNow} className="flex-none">
      Comprar ahora
    </Button>
  </div>
)
