import type { Filters } from '#app/features/catalogue/filters.ts'
import { isAnyPrice } from '#app/features/catalogue/price-range.ts'
import type { BrowserEvents } from '#app/platform/tracking/events.ts'
import { track } from '#app/platform/tracking/track.ts'
import { VISIT_FIELD } from './address.ts'

/** An event of a list, by name and payload. */
export type ListEvent = {
  [Type in keyof BrowserEvents]: { type: Type; data: BrowserEvents[Type] }
}['plp_view' | 'plp_filter_change' | 'plp_sort_change' | 'plp_search']

const FILTER_TYPES = ['categories', 'duration', 'type', 'tags', 'price'] as const

/** A filter's value as it is sent. */
function valueToTell(filters: Filters, type: (typeof FILTER_TYPES)[number]): string | string[] {
  if (type !== 'price') return filters[type]
  const { min, max } = filters.price
  return isAnyPrice(filters.price) ? 'all' : `${min ?? ''}-${max ?? ''}`
}

/**
 * The events of a shown list: its view, and the changes since `before`, its previous state.
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

/**
 * Reports which of the list's cards are seen (half of one, once) and when one's link is followed. Cards carry their
 * product's id in `data-product`.
 * @returns what ends it.
 */
export function watchCards(): () => void {
  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        const product_id = isIntersecting ? productOf(target) : undefined
        if (product_id === undefined) continue
        observer.unobserve(target)
        track('plp_card_view', { product_id })
      }
    },
    { threshold: 0.5 },
  )
  for (const card of document.querySelectorAll('[data-product]')) observer.observe(card)
  const onClick = ({ type, button, target }: MouseEvent) => {
    // The middle button opens the product in another tab.
    const follows = type === 'click' || button === 1
    if (follows && target instanceof Element && target.closest('[data-product] a[href]')) track('plp_to_pdp_click', {})
  }
  document.addEventListener('click', onClick, true)
  document.addEventListener('auxclick', onClick, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('click', onClick, true)
    document.removeEventListener('auxclick', onClick, true)
  }
}

const productOf = (card: Element): string | undefined => card.getAttribute('data-product') ?? undefined

/**
 * Reports the visitor's actions: clicks on elements with `data-action` (and, for a category, `data-category`).
 * @returns what ends it.
 */
export function watchActions(): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const marked = target instanceof Element ? target.closest('[data-action]') : null
    const action = marked?.getAttribute('data-action')
    switch (action) {
      case 'category_click':
        return track('user_action', { action, category: marked?.getAttribute('data-category') ?? '' })
      case 'logo_click':
      case 'account_click':
      case 'mobile_search_click':
        return track('user_action', { action })
    }
  }
  // In the capture phase, before the page handles the click and navigates away.
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}

/**
 * Adds the visit's id to the forms whose outcome the server records: log-in, sign-up and profile.
 * @returns what ends it.
 */
export function provideVisitId(visit: () => string): () => void {
  const onFormData = ({ target, formData }: FormDataEvent) => {
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return
    if (/^\/(auth|account)$/.test(new URL(target.action).pathname)) formData.set(VISIT_FIELD, visit())
  }
  document.addEventListener('formdata', onFormData)
  return () => document.removeEventListener('formdata', onFormData)
}
