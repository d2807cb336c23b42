import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { ProductReviews } from './product-ratings.ts'
import { findDistribution, listComments } from './reviews.db.server.ts'

/** A product's ratings; undefined while fewer than three are published. */
export async function findProductReviews(
  db: Kysely<DB>,
  productId: string,
  page: number,
): Promise<ProductReviews | undefined> {
  const [distribution, comments] = await Promise.all([
    findDistribution(db, productId),
    listComments(db, productId, page),
  ])
  return distribution && { distribution, ...comments }
}
