import type { Filters } from '#app/features/catalogue/filters.ts'
import { isAnyPrice } from '#app/features/catalogue/price-range.ts'
import type { BrowserEvents } from '#app/platform/tracking/events.ts'

/** An event of a list, by name and payload. */
export type ListEvent = {
  [Type in keyof BrowserEvents]: { type: Type; data: BrowserEvents[Type] }
}['plp_view' | 'plp_filter_change' | 'plp_sort_change' | 'plp_search']

const FILTER_TYPES = ['categories', 'duration', 'type', 'tags', 'price'] as const

/** A filter's value as it is told. */
function valueToTell(filters: Filters, type: (typeof FILTER_TYPES)[number]): string | string[] {
  if (type !== 'price') return filters[type]
  const { min, max } = filters.price
  return isAnyPrice(filters.price) ? 'all' : `${min ?? ''}-${max ?? ''}`
}

/**
 * What there is to tell when a list shows: what was changed since `before`, the same list a moment ago, and that it is seen.
 * @param before undefined when the visitor comes from another page; then only a search has been made.
 */
export function listEvents(before: Filters | undefined, now: Filters): ListEvent[] {
  const events: ListEvent[] = []
  if (now.search !== '' && now.search !== before?.search) {
    events.push({ type: 'plp_search', data: { query: now.search } })
  }
  for (const filter_type of FILTER_TYPES) {
    const value = valueToTell(now, filter_type)
    if (before && String(valueToTell(before, filter_type)) !== String(value)) {
      events.push({ type: 'plp_filter_change', data: { filter_type, filter_value: value } })
    }
  }
  if (before && before.sort !== now.sort) events.push({ type: 'plp_sort_change', data: { sort_by: now.sort } })
  const { categories, duration, type, tags } = now
  events.push({ type: 'plp_view', data: { filters: { categories, duration, type, tags } } })
  return events
}
