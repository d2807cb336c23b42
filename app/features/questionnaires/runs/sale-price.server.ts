import { leastPriceText } from '#app/features/catalogue/catalogue.ts'
import type { StageProduct } from '#app/features/questionnaires/stage.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { findProductBySlug } from './runs.server.ts'

/** What a page without an access says that its product costs; undefined where it is not sold. */
export const salePrice = (
  product: NonNullable<Awaited<ReturnType<typeof findProductBySlug>>>,
): StageProduct['price'] =>
  product.status === 'active' ? { text: leastPriceText(product), vatText: saleSettings().vatText } : undefined
