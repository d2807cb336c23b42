import type { Kysely } from 'kysely'
import { findReportOutline, listRelated } from '#app/features/catalogue/catalogue.server.ts'
import type { AssessmentCard, Product, ReportOutline } from '#app/features/catalogue/catalogue.ts'
import { findDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { findProductProgram, type SoldProgram } from '#app/features/catalogue/workshop-content.server.ts'
import type { ProductReviews } from '#app/features/reviews/product-ratings.ts'
import { findProductReviews } from '#app/features/reviews/reviews.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type SaleSettings, saleSettings } from '#app/platform/texts/sale-settings.ts'

export type NamedGuide = Pick<Guide, 'key' | 'title' | 'for' | 'when'>

/** What a product's page shows beside the product itself. */
export type ProductParts = {
  related: AssessmentCard[]
  report: ReportOutline | null
  /** The guides that come with its results, without their texts. */
  guides: readonly NamedGuide[]
  workshop: SoldProgram | null
  reviews: ProductReviews | null
  /** The current terms of a purchase. */
  sale: Pick<SaleSettings, 'vatText' | 'accessDays'>
}

/** @param page of its comments, from 1. */
export async function loadProductParts(db: Kysely<DB>, product: Product, page: number): Promise<ProductParts> {
  const { questionnaire_id, questionnaire_version } = product
  const [related, report, delivered, workshop, reviews] = await Promise.all([
    listRelated(db, product),
    questionnaire_id === null ? undefined : findReportOutline(db, questionnaire_id, questionnaire_version),
    questionnaire_id === null ? undefined : findDeliverables(db, product.id),
    product.type === 'workshop' ? findProductProgram(db, product.id) : undefined,
    product.rating ? findProductReviews(db, product.id, page) : undefined,
  ])
  const { vatText, accessDays } = saleSettings()
  return {
    sale: { vatText, accessDays },
    related,
    report: report ?? null,
    guides: delivered?.guides.map(({ key, title, for: reader, when }) => ({ key, title, for: reader, when })) ?? [],
    workshop: workshop ?? null,
    reviews: reviews ?? null,
  }
}
