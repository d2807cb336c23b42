import type { RatingValue } from '#app/features/reviews/reviews.ts'
import type { ReviewStatus } from '#app/platform/database/values.ts'

/** What the moderators' list shows. 'all' stands in the address for every state; without one it is what waits for them. */
export type ReviewAddress = {
  status: ReviewStatus | 'all'
  rating: RatingValue | undefined
  search: string
  after: string | undefined
}

/** The address of the list with the same filters, from the row `after` on. */
export function reviewAddress({ status, rating, search }: ReviewAddress, after?: string): string {
  const query = new URLSearchParams()
  if (status !== 'pending') query.set('status', status)
  if (rating !== undefined) query.set('rating', String(rating))
  if (search !== '') query.set('search', search)
  if (after !== undefined) query.set('after', after)
  return `?${query}`
}
