import type { Found, FoundKind } from '#app/features/analytics/find-everything.db.server.ts'

/** What groups of results are called, in the order in which they are shown. */
export const FOUND_TITLES: Readonly<Record<FoundKind, string>> = {
  orders: 'Órdenes',
  clients: 'Clientes',
  accesses: 'Accesos',
  products: 'Productos',
  codes: 'Códigos',
}

type HasPage = (pattern: string) => boolean

/** The list that shows all of a kind for a search, where there is one. */
export function listAddress(kind: FoundKind, search: string, hasPage: HasPage): string | undefined {
  const lists = { orders: 'orders', clients: 'clients', accesses: 'access', products: 'catalog', codes: 'discounts' }
  const path = `/admin/${lists[kind]}`
  return hasPage(path) ? `${path}?search=${encodeURIComponent(search)}` : undefined
}

/** Where a result leads: to its own screen, or to the list that finds it by its name. */
export function foundAddress({ kind, id, title, detail }: Found, hasPage: HasPage): string | undefined {
  switch (kind) {
    case 'orders':
      return hasPage('/admin/orders/:id') ? `/admin/orders/${id}` : listAddress(kind, title, hasPage)
    case 'clients':
      return hasPage('/admin/clients/:id')
        ? `/admin/clients/${id}`
        : listAddress('orders', detail.split(' · ')[0] ?? title, hasPage)
    case 'products':
      return hasPage('/admin/catalog/assessments/:id') ? `/admin/catalog/assessments/${id}` : `/assessment/${id}`
    case 'accesses':
      return hasPage('/admin/access/:id') ? `/admin/access/${id}` : listAddress(kind, title, hasPage)
    case 'codes':
      return listAddress(kind, title, hasPage)
  }
}
