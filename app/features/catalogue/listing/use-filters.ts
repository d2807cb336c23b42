import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { Category } from '#app/features/catalogue/catalogue.ts'
import { type Filters, parseFilters, serializeFilters } from '#app/features/catalogue/filters.ts'

/** The pending filters while their list is loading, and a way to change them that keeps the scroll position. */
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
      // Synchronously, or a box that was just ticked would flip back until the list arrives.
      navigate(pathname + serializeFilters(requested), { preventScrollReset: true, flushSync: true }),
  }
}
