import { RATING_VALUES, RATING_WORDS } from '#app/features/reviews/reviews.ts'
import type { ReviewStatus } from '#app/platform/database/values.ts'
import type { ListFilter, ListShape } from './lists/list-shape.ts'

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

/** What the address of the moderators' list may say. */
export const REVIEW_LIST: ListShape<'recientes' | 'antiguas'> = {
  name: 'opiniones',
  filters: [statusFilter, ratingFilter],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' },
    { key: 'antiguas', label: 'Más antiguas', column: 'created', direction: 'asc' },
  ],
}
