import { type AssessmentCard, leastPriceText } from '#app/features/catalogue/catalogue.ts'
import type { SharedProduct } from '#app/features/catalogue/pictures/picture-address.ts'

/** What a product's share picture shows. */
export const sharedProduct = (product: AssessmentCard): SharedProduct => ({
  slug: product.slug,
  name: product.name,
  categorySlug: product.category.slug,
  categoryName: product.category.name,
  price: leastPriceText(product),
})
