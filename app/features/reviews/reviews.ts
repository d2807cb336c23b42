import { line, lines } from '#app/forms/fields.ts'
import { rounded, wholePercent } from '#app/kernel/rounding.ts'
import type { ReviewStatus } from '#app/platform/database/values.ts'
import type { Statuses } from '#app/ui/tone.ts'

/** The word for a rating, in the form and on the product page. */
export const RATING_WORDS = { 1: 'Muy malo', 2: 'Malo', 3: 'Regular', 4: 'Bueno', 5: 'Excelente' } as const
export type RatingValue = keyof typeof RATING_WORDS
export const RATING_VALUES = [1, 2, 3, 4, 5] as const satisfies readonly RatingValue[]

/** The comment of a review. */
export const ratingFields = {
  comment: lines({
    label: 'Comentario',
    optional: true,
    max: 1000,
    rows: 3,
    hint: 'Hasta 1.000 caracteres. No nombres a personas ni cuentes datos de tu empresa.',
  }),
} as const

/** Why a review is hidden. */
export const hideFields = {
  reason: line({
    label: 'Motivo',
    required: 'Escribe el motivo',
    max: 300,
    hint: 'Lo verá quien escribió la opinión.',
  }),
} as const

/** Comments on one page of a product. */
export const COMMENTS_PER_PAGE = 5

/** Name of the query parameter for the page of comments; the product's address may use no other. */
export const COMMENTS_PARAMETER = 'opiniones'

/** The address of an access's rating. Its id is in the query, which logs and statistics leave out. */
export const ratingPath = (accessId: string): string => `/valorar?access_id=${accessId}`

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

/** Author shown by default: answers may be confidential, so a name is shown only if its person wants that. */
export const ANONYMOUS_AUTHOR = 'Participante verificado'

const monthName = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `noviembre de 2026`, of a day as YYYY-MM-DD. */
export const monthText = (day: string): string => monthName.format(new Date(`${day}T00:00:00Z`))

/** A person's own review of an access, and the name that it could show; null before it is written. */
export type OwnRating = {
  name: string | null
  review: {
    rating: RatingValue
    comment: string
    show_name: boolean
    status: ReviewStatus
    hidden_reason: string | null
  } | null
}

export const REVIEW_STATUSES: Statuses<ReviewStatus> = {
  pending: { label: 'Por revisar', tone: 'fair' },
  published: { label: 'Publicada', tone: 'good' },
  hidden: { label: 'Oculta', tone: 'neutral' },
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
  /** Other reviews of the product from seats of the same buyer: a company's, or somebody who praises themselves. */
  same_buyer: number
}

/** The name that a review is shown with. */
export const authorOf = (review: Pick<ListedReview, 'author_name'>): string => review.author_name ?? ANONYMOUS_AUTHOR

/** The accessible name of a review's checkbox and buttons. */
export const reviewName = (review: ListedReview): string =>
  `la opinión de ${authorOf(review)} sobre ${review.product.name}`
