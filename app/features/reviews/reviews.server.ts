import { type Kysely, sql, type Transaction } from 'kysely'
import { type AnsweringActor, answeredBy } from '#app/features/questionnaires/questionnaires.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  COMMENTS_PER_PAGE,
  type CommentPage,
  type Distribution,
  distributionOf,
  isRatingValue,
  type ProductReviews,
  type RatingValue,
} from './product-ratings.ts'
import type { OwnRating } from './reviews.ts'

/** A stored rating. @throws for a value that the table's check excludes */
export function ratingValue(stored: number): RatingValue {
  if (!isRatingValue(stored)) throw new Error(`${stored} is no rating`)
  return stored
}

/** The actor's possible or existing review of an access; undefined where the access is not theirs or not completed. */
export async function findOwnRating(
  tx: Transaction<DB>,
  actor: AnsweringActor,
  accessId: string,
): Promise<OwnRating | undefined> {
  const row = await tx
    .selectFrom('user_accesses as access')
    .innerJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
    .leftJoin('reviews as review', 'review.access_id', 'access.id')
    .select(['review.rating', 'review.comment', 'review.show_name', 'review.status', 'review.hidden_reason'])
    .select(sql<string | null>`private.review_name_of(access.id)`.as('name'))
    .where('access.id', '=', accessId)
    .where('access.status', '=', 'completed')
    .where('run.status', '=', 'completed')
    .where('run.closed_by', '=', 'respondent')
    .where(answeredBy(actor))
    .executeTakeFirst()
  if (!row) return undefined
  const { name, rating, comment, show_name, status, hidden_reason } = row
  if (rating === null || comment === null || show_name === null || status === null) return { name, review: null }
  return { name, review: { rating: ratingValue(rating), comment, show_name, status, hidden_reason } }
}

/** Inserts the review of an access, or updates it until it is moderated; false: it is already moderated. */
export async function saveReview(
  tx: Transaction<DB>,
  input: { accessId: string; rating: RatingValue; comment: string; show_name: boolean },
): Promise<boolean> {
  const { accessId, ...texts } = input
  const saved = await tx
    .insertInto('reviews')
    .values({ access_id: accessId, ...texts })
    .onConflict(conflict => conflict.column('access_id').doUpdateSet(texts).where('reviews.status', '=', 'pending'))
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Removes the author's name from a review, whatever its state. */
export async function unnameReview(tx: Transaction<DB>, accessId: string): Promise<void> {
  await tx.updateTable('reviews').set({ show_name: false }).where('access_id', '=', accessId).execute()
}

/**
 * The distribution of ratings; undefined while fewer than three are published. The database hides those from everybody.
 */
export async function findDistribution(db: Kysely<DB>, productId: string): Promise<Distribution | undefined> {
  const { rows } = await sql<{ rating: number; ratings: number }>`
    select rating, ratings from rating_distribution(${productId})`.execute(db)
  return rows.length === 0 ? undefined : distributionOf(rows)
}

type CommentRow = { rating: number; comment: string; author_name: string | null; month: string; comments: number }

/** One page of a product's published comments, newest first; none beyond the last page. */
export async function listComments(db: Kysely<DB>, productId: string, page: number): Promise<CommentPage> {
  const { rows } = await sql<CommentRow>`
    select rating, comment, author_name, month::text, comments
    from published_comments(${productId}, ${(page - 1) * COMMENTS_PER_PAGE}, ${COMMENTS_PER_PAGE})`.execute(db)
  const total = rows[0]?.comments ?? 0
  return {
    comments: rows.map(({ comments, rating, ...row }) => ({ ...row, rating: ratingValue(rating) })),
    total,
    page,
    pages: Math.ceil(total / COMMENTS_PER_PAGE),
  }
}

/** A review's state, locked until the transaction ends. */
export const lockReview = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('reviews')
    .select(['id', 'revision', 'status', 'hidden_reason', 'assessment_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Records a decision; the database recounts the product's ratings. */
export async function decideReview(
  tx: Transaction<DB>,
  id: string,
  decision: { status: 'published' | 'hidden'; hidden_reason: string | null },
): Promise<void> {
  await tx.updateTable('reviews').set(decision).where('id', '=', id).execute()
}

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
