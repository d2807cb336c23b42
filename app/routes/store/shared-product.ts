import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import type { SharedProduct } from '#app/features/catalogue/pictures/picture-address.ts'
import { priceOf } from '#app/features/pricing/pricing.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { firstChoice } from './first-choice.ts'

/** The price of a product's smallest purchase, VAT included (pesos). */
export const lowestPrice = (product: AssessmentCard): Pesos =>
  priceOf({ basePriceClp: product.base_price_clp, ...firstChoice(product) }).totalClp

/** What a product's share picture shows. */
export const sharedProduct = (product: AssessmentCard): SharedProduct => ({
  slug: product.slug,
  name: product.name,
  categorySlug: product.category.slug,
  categoryName: product.category.name,
  price: `${product.allow_business ? 'Desde ' : ''}${formatPesos(lowestPrice(product))}`,
})
