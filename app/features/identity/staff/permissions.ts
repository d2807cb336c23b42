import type { StaffScope } from '#app/platform/database/values.ts'

/** The scopes of the staff. `admin` may do everything; a profile of another role has no scope. */
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

export type Permission = 'none' | 'read' | 'write'

const grant = (sales: Permission, content: Permission, support: Permission, finance: Permission) =>
  ({ admin: 'write', sales, content, support, finance }) satisfies Record<StaffScope, Permission>

/**
 * What each scope may do in each area. The guards of routes and the navigation read it here; the database's policies read the rows of
 * `private.staff_permissions`, which `npm run staff-permissions` writes from it.
 */
export const PERMISSIONS: Readonly<Record<Area, Readonly<Record<StaffScope, Permission>>>> = {
  // sales, content, support, finance
  figures: grant('read', 'none', 'none', 'read'),
  catalog: grant('read', 'write', 'read', 'none'),
  orders: grant('write', 'none', 'read', 'read'),
  finance: grant('none', 'none', 'none', 'read'),
  accesses: grant('read', 'none', 'write', 'none'),
  reviews: grant('none', 'write', 'read', 'none'),
  discounts: grant('write', 'none', 'none', 'read'),
  clients: grant('write', 'none', 'read', 'none'),
  content: grant('none', 'write', 'none', 'none'),
  settings: grant('none', 'none', 'none', 'none'),
  team: grant('none', 'none', 'none', 'none'),
  integrations: grant('none', 'none', 'none', 'none'),
  audit: grant('none', 'none', 'none', 'none'),
  privacy: grant('none', 'none', 'none', 'none'),
  own: grant('write', 'write', 'write', 'write'),
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

const splitSegments = (address: string): string[] => address.split('/').filter(Boolean)

const ROWS = ADDRESSES.map(([address, area]) => ({ segments: splitSegments(address), area }))
  // The most specific row of an address comes first.
  .sort((a, b) => b.segments.length - a.segments.length)

/**
 * The area of an address, which is a path or a route's pattern. Undefined: no row declares it, and only the scope `admin`
 * enters.
 */
export function findArea(address: string): Area | undefined {
  const path = splitSegments(address)
  const under = ({ segments }: (typeof ROWS)[number]) =>
    (segments.length === 1 ? path.length === 1 : segments.length <= path.length) &&
    segments.every((segment, index) => segment.startsWith(':') || segment === path[index])
  return ROWS.find(under)?.area
}

/** What a scope may do at an address of the back office. */
export function permissionAt(scope: StaffScope, address: string): Permission {
  const area = findArea(address)
  if (area) return PERMISSIONS[area][scope]
  return scope === 'admin' ? 'write' : 'none'
}

/** Whether a scope reads an area: what every reader of its rows outside of its own screens asks as well. */
export const readsArea = (scope: StaffScope, area: Area): boolean => PERMISSIONS[area][scope] !== 'none'

/** Whether a request with this method may pass. */
export const allows = (permission: Permission, method: string): boolean =>
  permission === 'write' || (permission === 'read' && (method === 'GET' || method === 'HEAD'))

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
