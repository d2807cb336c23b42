import type { Found, FoundKind } from '#app/features/analytics/find-everything.db.server.ts'

/** What groups of results are called, in the order in which they are shown. */
export const FOUND_TITLES: Readonly<Record<FoundKind, string>> = {
  orders: 'Órdenes',
  clients: 'Clientes',
  accesses: 'Accesos',
  products: 'Productos',
  codes: 'Códigos',
}

type HasPlace = (pattern: string) => boolean

/** The list that shows all of a kind for a search, where there is one. */
export function listAddress(kind: FoundKind, search: string, hasPlace: HasPlace): string | undefined {
  const lists = { orders: 'orders', clients: 'clients', accesses: 'access', products: 'catalog', codes: 'discounts' }
  const path = `/admin/${lists[kind]}`
  return hasPlace(path) ? `${path}?search=${encodeURIComponent(search)}` : undefined
}

/** Where a result leads: to its own screen, or to the list that finds it by its name. */
export function foundAddress({ kind, id, title, detail }: Found, hasPlace: HasPlace): string | undefined {
  switch (kind) {
    case 'orders':
      return hasPlace('/admin/orders/:id') ? `/admin/orders/${id}` : listAddress(kind, title, hasPlace)
    case 'clients':
      return hasPlace('/admin/clients/:id')
        ? `/admin/clients/${id}`
        : listAddress('orders', detail.split(' · ')[0] ?? title, hasPlace)
    case 'products':
      return hasPlace('/admin/catalog/assessments/:id') ? `/admin/catalog/assessments/${id}` : `/assessment/${id}`
    case 'accesses':
      return hasPlace('/admin/access/:id') ? `/admin/access/${id}` : listAddress(kind, title, hasPlace)
    case 'codes':
      return listAddress(kind, title, hasPlace)
  }
}
