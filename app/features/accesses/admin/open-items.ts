/** A sold item with free seats. */
export type OpenItem = {
  id: string
  product: string
  order_number: string
  client: string
  company: string | null
  seats: number
  free: number
  expires_at: Date
}

/** Maximum items that a search shows. */
export const OPEN_ITEMS = 20
