import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { Category } from '#app/features/catalogue/catalogue.ts'
import { type Filters, parseFilters, serializeFilters } from '#app/features/catalogue/filters.ts'

/**
 * The filters as the visitor has just set them, while the list for them is still coming, and a way to change them without losing
 * the place on the page.
 */
export function useFilters(filters: Filters, categories: readonly Category[]) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const pending = next !== undefined && next.pathname === pathname
  return {
    pending,
    shown: pending ? parseFilters(new URLSearchParams(next.search), categories) : filters,
    addressOf: (requested: Filters) => pathname + serializeFilters(requested),
    apply: (requested: Filters) =>
      // In the same frame, or a box that was just ticked would jump back until the list arrives.
      navigate(pathname + serializeFilters(requested), { preventScrollReset: true, flushSync: true }),
  }
}
