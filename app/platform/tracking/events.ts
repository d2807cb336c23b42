/** The filters of a list (specification 1, section 3, 'Catalogue filters'). */
export type ListFilters = { categories: string[]; duration: string; type: string; tags: string[] }

/** Nothing but the event itself. */
type NoData = Record<string, never>

/** What a visitor does with the header. */
type UserAction =
  | { action: 'logo_click' | 'logout' | 'account_click' | 'mobile_search_click' }
  | { action: 'category_click'; category: string }

/**
 * The events that pages send, with their payloads (specification 1, section 7; specification 2, section 7). Money is in
 * pesos.
 */
export type BrowserEvents = {
  plp_view: { filters: ListFilters }
  plp_card_view: { product_id: string }
  /**
   * The filter's new value: all selected ones of a list, none when it was removed; of a price `min-max`, open ends left
   * out.
   */
  plp_filter_change: { filter_type: keyof ListFilters | 'price'; filter_value: string | string[] }
  plp_sort_change: { sort_by: string }
  plp_search: { query: string }
  price_preview_change: { product_id: string; seats: number; total_clp: number }
  add_to_cart_self: { product_id: string; price_clp: number }
  add_to_cart_business: { product_id: string; seats: number; total_clp: number }
  plp_to_pdp_click: NoData
  page_view: NoData
  user_action: UserAction
  /** A view of the buyer's dashboard. */
  dashboard_viewed: NoData
}
export type BrowserEvent = keyof BrowserEvents

/** The events that the server records, because only it knows that they happened. */
export const SERVER_EVENTS = [
  'login_attempt',
  'login_success',
  'signup_attempt',
  'signup_success',
  'profile_updated',
] as const
export type ServerEvent = (typeof SERVER_EVENTS)[number]
