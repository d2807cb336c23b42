import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { type AnsweringActor, answeredBy } from '#app/features/questionnaires/questionnaires.db.server.ts'
import { type Keyset, keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReviewStatus } from '#app/platform/database/values.ts'
import {
  COMMENTS_PER_PAGE,
  type CommentPage,
  type Distribution,
  distributionOf,
  isRatingValue,
  type OwnRating,
  type RatingValue,
} from './reviews.ts'

/** @throws for a value that the table's check excludes. */
function ratingValue(stored: number): RatingValue {
  if (!isRatingValue(stored)) throw new Error(`${stored} is no rating`)
  return stored
}

/** What `actor` may say, or has said, of an access; undefined where the access is not theirs or they have not completed it. */
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

/** Writes the one review of an access, or changes it while nobody has moderated it; false: somebody has, perhaps a moment ago. */
export async function saveReview(
  tx: Transaction<DB>,
  input: { accessId: string; rating: RatingValue; comment: string; show_name: boolean },
): Promise<boolean> {
  const { accessId, ...words } = input
  const saved = await tx
    .insertInto('reviews')
    .values({ access_id: accessId, ...words })
    .onConflict(conflict => conflict.column('access_id').doUpdateSet(words).where('reviews.status', '=', 'pending'))
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Removes the author's name from a review, whatever its state. */
export async function unnameReview(tx: Transaction<DB>, accessId: string): Promise<void> {
  await tx.updateTable('reviews').set({ show_name: false }).where('access_id', '=', accessId).execute()
}

/** How often each value was given; undefined while fewer than three are published. The database hides those from everybody. */
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

/** A review as a moderator sees it: what would be published, and nothing that identifies its author. */
export type ListedReview = {
  id: string
  revision: number
  product: { name: string; slug: string }
  rating: RatingValue
  comment: string
  author_name: string | null
  status: ReviewStatus
  hidden_reason: string | null
  created_at: Date
  moderated_at: Date | null
  /** Other reviews of the product that come from seats of the same buyer: a company's, or somebody who praises oneself. */
  same_buyer: number
}

export type ReviewListQuery = PageRequest<'created_at' | 'rating'> & {
  status: ReviewStatus | undefined
  rating: RatingValue | undefined
  productId?: string | undefined
  /** Beginnings of words of a comment or of a product's name. */
  search: string
  /** Written from this instant on, and before that one. */
  from?: Date | undefined
  until?: Date | undefined
}

/** One page of everybody's reviews. For administrators; row-level security limits other actors to their own. */
export async function listReviews(tx: Transaction<DB>, input: ReviewListQuery): Promise<Page<ListedReview>> {
  const page = keyset('reviews', input, 'review')
  const rows = await tx
    .selectFrom('reviews as review')
    .innerJoin('assessments as product', 'product.id', 'review.assessment_id')
    .select([
      'review.id',
      'review.revision',
      'product.name',
      'product.slug',
      'review.rating',
      'review.comment',
      'review.author_name',
      'review.status',
      'review.hidden_reason',
      'review.created_at',
      'review.moderated_at',
    ])
    .select(
      sql<number>`(
        select count(*) from user_accesses own join user_accesses other on other.user_id = own.user_id and other.id <> own.id
          join reviews on reviews.access_id = other.id and reviews.assessment_id = review.assessment_id
        where own.id = review.access_id)`.as('same_buyer'),
    )
    .where(conditionsOf(input, page))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(
    rows.map(({ name, slug, rating: stored, ...row }) => ({
      ...row,
      product: { name, slug },
      rating: ratingValue(stored),
    })),
  )
}

function conditionsOf(
  { search, status, rating, productId, from, until }: ReviewListQuery,
  page: Keyset,
): RawBuilder<SqlBool> {
  if (search !== '') {
    const { column, descending, place, most: max } = page.search
    return sql`review.id = any(array(select private.find_reviews(${search}, ${status ?? null}, ${rating ?? null},
      ${productId ?? null}, ${from ?? null}, ${until ?? null}, ${column}, ${descending}, ${place}, ${max})))`
  }
  const conditions = [page.where]
  if (status !== undefined) conditions.push(sql`review.status = ${status}`)
  if (rating !== undefined) conditions.push(sql`review.rating = ${rating}`)
  if (productId !== undefined) conditions.push(sql`review.assessment_id = ${productId}`)
  if (from !== undefined) conditions.push(sql`review.created_at >= ${from}`)
  if (until !== undefined) conditions.push(sql`review.created_at < ${until}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

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

/** A review's state, locked until the transaction ends. */
export const lockReview = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('reviews')
    .select(['id', 'revision', 'status', 'hidden_reason', 'assessment_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Records a decision; the database counts the product's ratings anew. */
export async function decideReview(
  tx: Transaction<DB>,
  id: string,
  decision: { status: 'published' | 'hidden'; hidden_reason: string | null },
): Promise<void> {
  await tx.updateTable('reviews').set(decision).where('id', '=', id).execute()
}
