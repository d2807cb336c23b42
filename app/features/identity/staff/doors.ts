import type { StaffScope } from '#app/platform/database/values.ts'

/** The scopes of the staff. `admin` opens every door; a profile of another role has no scope. */
export const STAFF_SCOPES = ['admin', 'sales', 'content', 'support', 'finance'] as const satisfies StaffScope[]

/** A part of the back office. `own` is what belongs to whoever works there: searches, saved views, the account's security. */
export type Area =
  | 'figures'
  | 'catalog'
  | 'orders'
  | 'finance'
  | 'accesses'
  | 'reviews'
  | 'discounts'
  | 'clients'
  | 'content'
  | 'settings'
  | 'team'
  | 'integrations'
  | 'audit'
  | 'privacy'
  | 'own'

export type Door = 'none' | 'read' | 'write'

const door = (admin: Door, sales: Door, content: Door, support: Door, finance: Door) =>
  ({ admin, sales, content, support, finance }) satisfies Record<StaffScope, Door>

/**
 * The table of doors. The guards of routes and the navigation read it here, the database's policies in
 * `private.staff_doors`, which has the same rows (a test compares them).
 */
export const DOORS: Readonly<Record<Area, Readonly<Record<StaffScope, Door>>>> = {
  // admin, sales, content, support, finance
  figures: door('write', 'read', 'none', 'none', 'read'),
  catalog: door('write', 'read', 'write', 'read', 'none'),
  orders: door('write', 'write', 'none', 'read', 'read'),
  finance: door('write', 'none', 'none', 'none', 'read'),
  accesses: door('write', 'read', 'none', 'write', 'none'),
  reviews: door('write', 'none', 'write', 'read', 'none'),
  discounts: door('write', 'write', 'none', 'none', 'read'),
  clients: door('write', 'write', 'none', 'read', 'none'),
  content: door('write', 'none', 'write', 'none', 'none'),
  settings: door('write', 'none', 'none', 'none', 'none'),
  team: door('write', 'none', 'none', 'none', 'none'),
  integrations: door('write', 'none', 'none', 'none', 'none'),
  audit: door('write', 'none', 'none', 'none', 'none'),
  privacy: door('write', 'none', 'none', 'none', 'none'),
  own: door('write', 'write', 'write', 'write', 'write'),
}

/**
 * The area of each address of the back office: a row stands for what is below it too, except `/admin` itself. A chooser has the area of the
 * list whose rows it offers; what reads several lists (`/admin/search`) is `own` and asks `readsArea` for each.
 */
const ADDRESSES: readonly (readonly [address: string, area: Area])[] = [
  ['/admin', 'figures'],
  ['/admin/reports', 'figures'],
  ['/admin/report', 'figures'],
  ['/admin/report/sales-book', 'finance'],
  ['/admin/analytics', 'figures'],
  ['/admin/catalog', 'catalog'],
  ['/admin/orders', 'orders'],
  ['/admin/orders/:orderId/chargeback', 'finance'],
  ['/admin/quotations', 'orders'],
  ['/admin/finance', 'finance'],
  ['/admin/access', 'accesses'],
  ['/admin/reviews', 'reviews'],
  ['/admin/discounts', 'discounts'],
  ['/admin/clients', 'clients'],
  ['/admin/content', 'content'],
  ['/admin/settings', 'settings'],
  ['/admin/settings/team', 'team'],
  ['/admin/integrations', 'integrations'],
  ['/admin/audit', 'audit'],
  ['/admin/privacy', 'privacy'],
  ['/admin/search', 'own'],
  ['/admin/views', 'own'],
  ['/admin/options/clients', 'clients'],
  ['/admin/options/companies', 'clients'],
  ['/admin/options/products', 'catalog'],
  // What the shop shows to everybody.
  ['/admin/options/products-on-sale', 'own'],
  ['/admin/security', 'own'],
]

const segmentsOf = (address: string): string[] => address.split('/').filter(Boolean)

const ROWS = ADDRESSES.map(([address, area]) => ({ segments: segmentsOf(address), area }))
  // The most specific row of an address comes first.
  .sort((a, b) => b.segments.length - a.segments.length)

/**
 * The area of an address, which is a path or a route's pattern. Undefined: no row declares it, and only the scope `admin`
 * enters.
 */
export function areaOf(address: string): Area | undefined {
  const path = segmentsOf(address)
  const under = ({ segments }: (typeof ROWS)[number]) =>
    (segments.length === 1 ? path.length === 1 : segments.length <= path.length) &&
    segments.every((segment, index) => segment.startsWith(':') || segment === path[index])
  return ROWS.find(under)?.area
}

/** What a scope may do at an address of the back office. */
export function doorOf(scope: StaffScope, address: string): Door {
  const area = areaOf(address)
  if (area) return DOORS[area][scope]
  return scope === 'admin' ? 'write' : 'none'
}

/** Whether a scope reads an area: what every reader of its rows outside of its own screens asks as well. */
export const readsArea = (scope: StaffScope, area: Area): boolean => DOORS[area][scope] !== 'none'

/** Whether a request with this method may pass. */
export const opens = (door: Door, method: string): boolean =>
  door === 'write' || (door === 'read' && (method === 'GET' || method === 'HEAD'))

/** The first screen of each scope. */
export const HOMES: Readonly<Record<StaffScope, string>> = {
  admin: '/admin',
  sales: '/admin',
  content: '/admin/content',
  support: '/admin/access',
  finance: '/admin',
}

/** The scopes' names, and what each is for. */
export const SCOPE_LABELS: Readonly<Record<StaffScope, string>> = {
  admin: 'Administración',
  sales: 'Ventas',
  content: 'Contenidos',
  support: 'Soporte',
  finance: 'Finanzas',
}

export const SCOPE_HINTS: Readonly<Record<StaffScope, string>> = {
  admin: 'Todo, también las personas, la configuración y las integraciones.',
  sales: 'Órdenes, cotizaciones, descuentos y clientes. Mira cifras, catálogo y accesos.',
  content: 'Cuestionarios, textos, correos, textos legales, catálogo y opiniones.',
  support: 'Accesos, invitaciones y talleres. Mira órdenes, clientes, catálogo y opiniones.',
  finance: 'Solo mira el dinero: cifras, órdenes, descuentos, libro y conciliación.',
}

/** Whether a value is one of the scopes. */
export const isScope = (value: unknown): value is StaffScope => STAFF_SCOPES.some(scope => scope === value)
