import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { Card } from '#app/ui/card.tsx'
import { formatLevel } from '#app/ui/format-level.ts'
import { Stars } from '#app/ui/stars.tsx'
import { type AssessmentCard, cardPath, cardTags, durationText, type Rating, TYPE_LABELS } from './catalogue.ts'

type ProductCardProps = {
  product: AssessmentCard
  /** The add-to-cart button; it lies above the card's link. */
  action: ReactNode
  /** A line under the price, for example what the smallest group pays. */
  priceNote?: ReactNode
  level?: 2 | 3 | undefined
}

/** A product in a list (specification 1, section 2). The whole card links to the product. */
export function ProductCard({ product, action, priceNote, level = 3 }: ProductCardProps) {
  const { shown, more } = cardTags(product.tags)
  const Heading = `h${level}` as const
  return (
    <Card as="li" interactive data-product={product.id} className="flex flex-col">
      {/* On a phone beside the name, so that a whole card fits. */}
      <ProductCover
        slug={product.slug}
        categorySlug={product.category.slug}
        imageUrl={product.image_url}
        className="card-picture"
      />
      <div className="flex flex-1 flex-col px-4 pt-4 pb-4 sm:px-5">
        <div className="card-heading">
          <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
            <span>{product.category.name}</span>
            <span>{TYPE_LABELS[product.type]}</span>
          </p>
          <Heading className="mt-1 text-lg sm:mt-2 leading-[1.3] text-pretty">
            <Link to={cardPath(product.slug)} prefetch="intent" className="card-link">
              {product.name}
            </Link>
          </Heading>
          {product.rating && <CardRating rating={product.rating} />}
        </div>
        <p className="mt-2 text-md text-muted">{product.description_short}</p>
        <ul aria-label="Etiquetas" className="mt-2 mb-4 flex flex-wrap text-sm text-muted">
          {shown.map((tag, index) => (
            <li key={tag}>
              {tag}
              {index < shown.length - 1 && <span aria-hidden="true">&nbsp;·&nbsp;</span>}
            </li>
          ))}
          {more > 0 && (
            <li className="ml-2" title={product.tags.slice(shown.length).join(', ')}>
              +{more}
            </li>
          )}
        </ul>
        <div className="card-price mt-auto flex justify-between gap-3 border-t border-line pt-4">
          <div className="min-w-0">
            <p className="text-sm text-muted tabular-nums">{durationText(product)}</p>
            <p className="mt-0.5 text-lg leading-tight font-semibold tabular-nums">
              {product.allow_business && <span className="text-sm font-normal text-muted">Desde </span>}
              {formatPesos(product.base_price_clp)}
            </p>
            {priceNote !== undefined && <p className="mt-0.5 text-xs text-muted tabular-nums">{priceNote}</p>}
          </div>
          <div className="relative z-10 flex-none">{action}</div>
        </div>
      </div>
    </Card>
  )
}

function CardRating({ rating: { mean, count } }: { rating: Rating }) {
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-sm tabular-nums">
      <span className="sr-only">
        Valoración: {formatLevel(mean)} de 5, {countOf(count, 'valoración', 'valoraciones')}
      </span>
      <Stars value={mean} />
      <span aria-hidden="true" className="font-medium">
        {formatLevel(mean)}
      </span>
      <span aria-hidden="true" className="text-muted">
        ({formatInteger(count)})
      </span>
    </p>
  )
}
