import type { ReviewListQuery } from '#app/features/reviews/reviews.db.server.ts'
import { isRatingValue, RATING_VALUES, RATING_WORDS } from '#app/features/reviews/reviews.ts'
import { readDateRange } from '#app/lists/date-range.ts'
import { pageRequest, readListAddress, selectedOf } from '#app/lists/list-address.ts'
import type { ListAddress, ListFilter, ListReference, ListShape } from '#app/lists/list-shape.ts'
import type { ReviewStatus } from '#app/platform/database/values.ts'

/** Without a choice the list shows what waits for a moderator. */
export const statusFilter: ListFilter<ReviewStatus> = {
  name: 'status',
  label: 'Estado',
  all: 'Todas',
  choices: [
    { value: 'pending', label: 'Por revisar' },
    { value: 'published', label: 'Publicadas' },
    { value: 'hidden', label: 'Ocultas' },
  ],
  initial: 'pending',
}

export const ratingFilter: ListFilter = {
  name: 'rating',
  label: 'Valoración',
  all: 'Todas',
  choices: RATING_VALUES.toReversed().map(value => ({
    value: String(value),
    label: `${value}: ${RATING_WORDS[value]}`,
  })),
}

const product: ListReference = { name: 'assessment', label: 'Assessment', all: 'Todos', choices: 'ids' }

type ReviewSort = 'recientes' | 'antiguas' | 'peores' | 'mejores'

/** What the address of the moderators' list may say. */
export const REVIEW_LIST: ListShape<ReviewSort> = {
  name: 'opiniones',
  filters: [statusFilter, ratingFilter, product],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' },
    { key: 'antiguas', label: 'Más antiguas', column: 'created', direction: 'asc' },
    { key: 'peores', label: 'Peor valoradas', column: 'review', direction: 'asc' },
    { key: 'mejores', label: 'Mejor valoradas', column: 'review', direction: 'desc' },
  ],
  dated: 'todo',
}

const COLUMNS = { recientes: 'created_at', antiguas: 'created_at', peores: 'rating', mejores: 'rating' } as const

/** The list of reviews that an address asks for. */
export function readReviewList(
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress<ReviewSort>; query: ReviewListQuery } {
  const address = readListAddress(REVIEW_LIST, url.searchParams)
  const rating = Number(selectedOf(address, ratingFilter))
  const { span } = readDateRange(url, now, 'todo')
  return {
    address,
    query: {
      ...pageRequest(address, COLUMNS),
      search: address.search,
      status: selectedOf(address, statusFilter),
      rating: isRatingValue(rating) ? rating : undefined,
      productId: address.selected[product.name],
      from: span?.start,
      until: span?.end,
    },
  }
}
