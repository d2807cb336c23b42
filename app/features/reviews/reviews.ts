import { line, lines } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { ReviewStatus } from '#app/platform/database/values.ts'
import type { RatingValue } from './product-ratings.ts'

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

/** The address of an access's rating. Its id is in the query, which logs and statistics leave out. */
export const ratingPath = (accessId: string): string => `/valorar?access_id=${accessId}`

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
