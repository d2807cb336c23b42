import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import { ProductCard } from '#app/features/catalogue/product-card.tsx'
import { AddToCart } from './add-to-cart.tsx'

/** A product's card with its add-to-cart button. */
const StoreCard = ({ product, level }: { product: AssessmentCard; level: 2 | 3 }) => (
  <ProductCard product={product} level={level} action={<AddToCart product={product} />} />
)

/** `renderCard` of the catalogue list. */
export const renderStoreCard = (product: AssessmentCard, level: 2 | 3) => (
  <StoreCard key={product.id} product={product} level={level} />
)
