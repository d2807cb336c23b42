import { sql, type Transaction } from 'kysely'
import { ratingValue } from '#app/features/reviews/reviews.server.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { reviewList } from './review-list.tsx'

export type ReviewQuery = Parameters<typeof reviewRows.page>[1]

export const reviewRows = listQuery(reviewList, {
  keyset: query => keyset('reviews', query, 'review'),
  period: 'review.created_at',
  where: {
    status: status => sql`review.status = ${status}`,
    rating: rating => sql`review.rating = ${rating}`,
    productId: id => sql`review.assessment_id = ${id}`,
  },
  search: {
    id: 'review.id',
    find: ({ search, status, rating, productId, from, until }, { column, descending, cursor, max }) =>
      sql`private.find_reviews(${search}, ${status ?? null}, ${rating ?? null}, ${productId ?? null},
        ${from ?? null}, ${until ?? null}, ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`reviews review`,
  rows: async (tx, page) => {
    const rows = await tx
      .selectFrom('reviews as review')
      .innerJoin('assessments as product', 'product.id', 'review.assessment_id')
      .select(['review.id', 'review.revision', 'product.name', 'product.slug', 'review.rating', 'review.comment'])
      .select(['review.author_name', 'review.status', 'review.hidden_reason'])
      .select(['review.created_at', 'review.moderated_at'])
      .select(
        // By a function: who moderates may not read accesses.
        sql<number>`private.reviews_beside(review.access_id)`.as('same_buyer'),
      )
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(({ name, slug, rating, ...row }) => ({
      ...row,
      product: { name, slug },
      rating: ratingValue(rating),
    }))
  },
})

/** Products that have reviews, by name, as choices of a filter. */
export const reviewedProducts = (tx: Transaction<DB>): Promise<{ value: string; label: string }[]> =>
  tx
    .selectFrom('assessments')
    .select(['id as value', 'name as label'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('reviews').whereRef('reviews.assessment_id', '=', 'assessments.id').select('reviews.id')),
    )
    .orderBy('name')
    .execute()

/** How many reviews wait for a moderator. */
export async function countPending(tx: Transaction<DB>): Promise<number> {
  const { pending } = await tx
    .selectFrom('reviews')
    .where('status', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow()
  return pending
}
