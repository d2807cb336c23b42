import type { Found, FoundKind } from '#app/features/analytics/find-everything.db.server.ts'

/** Titles of the groups of results, in display order. */
export const FOUND_TITLES: Readonly<Record<FoundKind, string>> = {
  orders: 'Órdenes',
  clients: 'Clientes',
  accesses: 'Accesos',
  products: 'Productos',
  codes: 'Códigos',
}

/** The list that shows all of a kind for a search. */
export function listAddress(kind: FoundKind, search: string): string {
  const lists = { orders: 'orders', clients: 'clients', accesses: 'access', products: 'catalog', codes: 'discounts' }
  return `/admin/${lists[kind]}?search=${encodeURIComponent(search)}`
}

/** Where a result leads: to its own screen; a code has none, so to the list that finds it. */
export function foundAddress({ kind, id, title }: Found): string {
  switch (kind) {
    case 'orders':
      return `/admin/orders/${id}`
    case 'clients':
      return `/admin/clients/${id}`
    case 'products':
      return `/admin/catalog/assessments/${id}`
    case 'accesses':
      return `/admin/access/${id}`
    case 'codes':
      return listAddress(kind, title)
  }
}
