import { Link } from 'react-router'
import {
  type AssessmentCard,
  cardPath,
  cardTags,
  durationText,
  type Rating,
  TYPE_LABELS,
} from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Stars } from '#app/kit/ui/stars.tsx'
import { AddToCart } from './add-to-cart.tsx'

type ProductCardProps = {
  product: AssessmentCard
  /** The add-to-cart button; it lies above the card's link. */
  action: Blocks
  level?: 2 | 3 | undefined
}

/** A product in a list (specification 1, section 2). The whole card links to the product. */
function ProductCard({ product, action, level = 3 }: ProductCardProps) {
  const { shown, more } = cardTags(product.tags)
  const Heading = `h${level}` as const
  return (
    <li data-product={product.id} className="product-card">
      {/* On a phone beside the name, so that a whole card fits. */}
      <ProductCover slug={product.slug} categorySlug={product.category.slug} imageUrl={product.image_url} />
      <div>
        <div>
          <p>
            <span>{product.category.name}</span>
            <span>{TYPE_LABELS[product.type]}</span>
          </p>
          <Heading>
            <Link to={cardPath(product.slug)} prefetch="intent">
              {product.name}
            </Link>
          </Heading>
          {product.rating && <CardRating rating={product.rating} />}
        </div>
        <p>{product.description_short}</p>
        <ul aria-label="Etiquetas">
          {shown.map(tag => (
            <li key={tag}>{tag}</li>
          ))}
          {more > 0 && <li title={product.tags.slice(shown.length).join(', ')}>{`+${more}`}</li>}
        </ul>
        <div>
          <div>
            <p>{durationText(product)}</p>
            <p>
              {product.allow_business && <span>Desde </span>}
              <b>{formatPesos(product.least_price_clp)}</b>
              {product.min_seats > 1 && (
                <>
                  {' '}
                  <span className="whitespace-nowrap">{`(${countOf(product.min_seats, 'persona', 'personas')})`}</span>
                </>
              )}
            </p>
          </div>
          {action}
        </div>
      </div>
    </li>
  )
}

function CardRating({ rating: { mean, count } }: { rating: Rating }) {
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-sm tabular-nums">
      <span className="sr-only">
        {`Valoración: ${formatLevel(mean)} de 5, ${countOf(count, 'valoración', 'valoraciones')}`}
      </span>
      <Stars value={mean} />
      <span aria-hidden="true" className="font-medium">
        {formatLevel(mean)}
      </span>
      <span aria-hidden="true" className="text-muted">
        {`(${formatInteger(count)})`}
      </span>
    </p>
  )
}

/** A product's card with its add-to-cart button. */
const StoreCard = ({ product, level }: { product: AssessmentCard; level: 2 | 3 }) => (
  <ProductCard product={product} level={level} action={<AddToCart product={product} />} />
)

/** `renderCard` of the catalogue list. */
export const renderStoreCard = (product: AssessmentCard, level: 2 | 3) => (
  <StoreCard key={product.id} product={product} level={level} />
)
