import { isRatingValue } from '#app/features/reviews/reviews.ts'
import { readListAddress } from './list-address.ts'
import type { ReviewAddress } from './review-address.ts'

const STATES: readonly ReviewAddress['status'][] = ['pending', 'published', 'hidden', 'all']

/** Filters and place of the list. What makes no sense counts as not given. */
export function readReviewAddress(params: URLSearchParams): ReviewAddress {
  const rating = Number(params.get('rating'))
  return {
    ...readListAddress(params),
    status: STATES.find(state => state === params.get('status')) ?? 'pending',
    rating: isRatingValue(rating) ? rating : undefined,
  }
}
