import { rounded, wholePercent } from '#app/kernel/rounding.ts'

// What a product's page shows of its reviews; their forms and moderation are in reviews.ts.

/** The word for a rating, in the form and on the product page. */
export const RATING_WORDS = { 1: 'Muy malo', 2: 'Malo', 3: 'Regular', 4: 'Bueno', 5: 'Excelente' } as const
export type RatingValue = keyof typeof RATING_WORDS
export const RATING_VALUES = [1, 2, 3, 4, 5] as const satisfies readonly RatingValue[]

/** Comments on one page of a product. */
export const COMMENTS_PER_PAGE = 5

/** Name of the query parameter for the page of comments; the product's address may use no other. */
export const COMMENTS_PARAMETER = 'opiniones'

export const isRatingValue = (value: number): value is RatingValue => value in RATING_WORDS

/** The word nearest to a mean from 1 to 5. */
export function meanWord(mean: number): string {
  const nearest = Math.min(5, Math.max(1, rounded(mean, 0)))
  return isRatingValue(nearest) ? RATING_WORDS[nearest] : ''
}

/** The distribution of ratings, the best first, with shares in whole percent. */
export type Distribution = { value: RatingValue; count: number; percent: number }[]

/** All five values, whatever the rows leave out. */
export function distributionOf(rows: readonly { rating: number; ratings: number }[]): Distribution {
  const total = rows.reduce((sum, row) => sum + row.ratings, 0)
  return RATING_VALUES.toReversed().map(value => {
    const count = rows.find(row => row.rating === value)?.ratings ?? 0
    return { value, count, percent: wholePercent(count, total) }
  })
}

/**
 * A published comment. `month` is its first day, as YYYY-MM-DD; the day itself would reveal when somebody completed.
 */
export type Comment = { rating: RatingValue; comment: string; author_name: string | null; month: string }

/** One page of a product's comments, counted from 1. */
export type CommentPage = { comments: Comment[]; total: number; page: number; pages: number }

/** A product's ratings; none below three. */
export type ProductReviews = { distribution: Distribution } & CommentPage

/** The page of comments in an address; the first for anything invalid. */
export function readCommentsPage(params: URLSearchParams): number {
  const text = params.get(COMMENTS_PARAMETER) ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1
}
