import BookOpen from 'lucide-react/icons/book-open'
import ChartLine from 'lucide-react/icons/chart-line'
import FileText from 'lucide-react/icons/file-text'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import MenuIcon from 'lucide-react/icons/menu'
import PanelLeft from 'lucide-react/icons/panel-left'
import Plug from 'lucide-react/icons/plug'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useId, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { CartProvider } from '#app/features/cart/cart-provider.tsx'
import { AuthProvider } from '#app/features/identity/auth-provider.tsx'
import { requireRole } from '#app/features/identity/session.server.ts'
import { AccessDenied, accessDeniedFrom } from '#app/features/identity/sign-in/access-denied.tsx'
import { SignOutForm } from '#app/features/identity/sign-in/sign-out-form.tsx'
import { permissionAt, SCOPE_LABELS } from '#app/features/identity/staff/permissions.ts'
import { hasPasskey, hasReauthenticated } from '#app/features/identity/staff/reauthentication.server.ts'
import { ReauthenticationContext, ScopeContext } from '#app/features/identity/staff/reauthentication-context.ts'
import { periodQuery } from '#app/kit/lists/date-range.ts'
import { readPreferences, remember } from '#app/kit/lists/saved-views.ts'
import { ViewProvider, viewPreferences } from '#app/kit/lists/view-chooser.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Drawer } from '#app/kit/ui/dialog.tsx'
import { Logo } from '#app/kit/ui/logo.tsx'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '#app/kit/ui/menu.tsx'
import ConnectionNotice from '#app/layouts/connection-notice.tsx'
import { ErrorPage } from '#app/layouts/error-page.tsx'
import { ShopHeader } from '#app/layouts/shop/shop-header.tsx'
import type { StaffScope } from '#app/platform/database/values.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/layout'
import { PeriodMenu } from './period-menu.tsx'
import { ScreenFailure } from './screen-failure.tsx'
import { AdminSearchBox } from './search-box.tsx'

/** The entries of specification 2, section 2, in its order. */
const ENTRIES = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/catalog', label: 'Catálogo', Icon: BookOpen },
  { to: '/admin/orders', label: 'Órdenes', Icon: ReceiptText },
  { to: '/admin/access', label: 'Accesos', Icon: KeyRound },
  { to: '/admin/analytics', label: 'Analítica', Icon: ChartLine },
  { to: '/admin/content', label: 'Contenidos', Icon: FileText },
  { to: '/admin/clients', label: 'Clientes', Icon: Users },
  { to: '/admin/discounts', label: 'Descuentos', Icon: TicketPercent },
  { to: '/admin/settings', label: 'Configuración', Icon: Settings },
  { to: '/admin/integrations', label: 'Integraciones', Icon: Plug },
  { to: '/admin/audit', label: 'Auditoría', Icon: ScrollText },
] as const

/** Screens with a period: the current one is passed on to them. */
const DATED: readonly string[] = [
  '/admin',
  '/admin/orders',
  '/admin/access',
  '/admin/analytics',
  '/admin/clients',
  '/admin/audit',
  '/admin/reviews',
]

/** Sections without an entry of their own, and the entry that they are reached from. */
const WITHIN: Readonly<Record<string, string>> = {
  '/admin/reviews': '/admin/catalog',
  '/admin/quotations': '/admin/orders',
  '/admin/finance': '/admin/orders',
  '/admin/reports': '/admin',
  '/admin/privacy': '/admin/settings',
}

/** The entry of a screen; undefined for one outside of all sections. */
function entryOf(pathname: string): string | undefined {
  const section = pathname.split('/', 3).join('/')
  return WITHIN[section] ?? ENTRIES.find(({ to }) => to === section)?.to
}

type AdminNavigationProps = {
  /** Whose permissions decide which sections are shown. */
  scope: StaffScope
  /** Icons alone; the labels become tool tips and accessible names. */
  compact?: boolean | undefined
  onNavigate?: (() => void) | undefined
}

/** The sections of the back office. */
function AdminNavigation({ scope, compact = false, onNavigate }: AdminNavigationProps) {
  const { pathname, search } = useLocation()
  const current = entryOf(pathname)
  const entries = ENTRIES.filter(({ to }) => permissionAt(scope, to) !== 'none')
  const period = periodQuery(new URLSearchParams(search))
  return (
    <nav aria-label="Administración">
      <ul className="grid gap-1">
        {entries.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={DATED.includes(to) ? to + period : to}
              aria-current={to === current ? 'page' : undefined}
              onClick={onNavigate}
              title={compact ? label : undefined}
              className="flex min-h-11 items-center gap-3 rounded-md px-3 text-md font-medium text-muted hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/7 aria-[current=page]:text-ink"
            >
              <Icon aria-hidden="true" className="size-5 flex-none" />
              <span className={compact ? 'sr-only' : undefined}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The preference for the sidebar. */
const MENU = 'menu'
const CLOSED = 'cerrado'

/** The guard of the whole back office; each page checks again, because its data can be requested alone. */
export async function loader(args: Route.LoaderArgs) {
  const { email, staff_scope } = await requireRole(args, ['admin'])
  const scope = staff_scope ?? 'admin'
  const collapsed = readPreferences(args.request.headers.get('cookie')).get(MENU) === CLOSED
  return {
    email,
    confirmed: await hasReauthenticated(args),
    hasPasskey: await hasPasskey(args),
    scope,
    readOnly: permissionAt(scope, args.pattern) === 'read',
    collapsed,
    view: viewPreferences(args.request),
    now: servicesOf(args.context).now().getTime(),
  }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame input={loaderData}>
      <Outlet />
    </AdminFrame>
  )
}

type AdminFrameProps = { input: Route.ComponentProps['loaderData']; children: ReactNode }

function AdminFrame({ input: values, children }: AdminFrameProps) {
  const { email, scope, now } = values
  const [collapsed, setCollapsed] = useState(values.collapsed)
  const [drawer, setDrawer] = useState(false)
  const collapse = () => {
    setCollapsed(!collapsed)
    remember(MENU, collapsed ? '' : CLOSED)
  }
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <header className="sticky top-0 z-40 flex h-16 flex-none items-center gap-2 border-b border-line bg-paper px-4 sm:px-6 print:hidden">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Abrir menú"
            className="-ml-2.5 lg:hidden"
            onClick={() => setDrawer(true)}
          >
            <MenuIcon aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Menú lateral"
            aria-expanded={!collapsed}
            aria-controls="menu-admin"
            className="-ml-2.5 max-lg:hidden"
            onClick={collapse}
          >
            <PanelLeft aria-hidden="true" />
          </Button>
          <Link to="/" aria-label="Alhena, inicio" className="rounded-sm py-2 max-sm:hidden">
            <Logo className="text-2xl leading-none" />
          </Link>
          <span className="mr-4 hidden border-l border-line pl-3 text-md text-muted lg:ml-1 lg:inline">
            Administración
          </span>
          <AdminSearchBox />
          {/* On phones the room is for the search field: these are their icons, with their names for assistive technology. */}
          <div className="ml-auto flex flex-none items-center gap-2 max-sm:gap-0 max-sm:[&>button]:min-w-11 max-sm:[&>button]:px-2">
            <PeriodMenu now={now} />
            <AdminUserMenu email={email} role={scope === 'admin' ? 'Administrador' : SCOPE_LABELS[scope]} />
          </div>
        </header>
        <div className="flex flex-1">
          <div
            id="menu-admin"
            className={`sticky top-16 h-[calc(100dvh-4rem)] flex-none overflow-y-auto border-r border-line p-3 max-lg:hidden print:hidden ${collapsed ? 'w-[4.25rem]' : 'w-56'}`}
          >
            <AdminNavigation scope={scope} compact={collapsed} />
          </div>
          <main id="contenido" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 sm:px-6 min-[88rem]:px-10">
            {values.readOnly && (
              <p role="note" className="mb-4 rounded-md bg-copper-soft px-4 py-2.5 text-md text-pretty print:hidden">
                {`Solo lectura: ${SCOPE_LABELS[scope]} puede mirar esta sección, no cambiarla.`}
              </p>
            )}
            <ViewProvider stored={values.view}>
              <ScopeContext value={scope}>
                <ReauthenticationContext value={{ email, confirmed: values.confirmed, hasPasskey: values.hasPasskey }}>
                  {children}
                </ReauthenticationContext>
              </ScopeContext>
            </ViewProvider>
          </main>
        </div>
      </div>
      <ConnectionNotice>Sin conexión. Lo que escribes sigue aquí; seguimos apenas vuelva la red.</ConnectionNotice>
      <Drawer side="left" open={drawer} onClose={() => setDrawer(false)} title="Administración">
        <AdminNavigation scope={scope} onNavigate={() => setDrawer(false)} />
      </Drawer>
    </>
  )
}

/**
 * When a screen fails the frame stays. A user without permission sees the shop's frame. When the frame itself fails, a
 * plain page is shown.
 */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const denied = accessDeniedFrom(error)
  if (!denied && loaderData) {
    return (
      <AdminFrame input={loaderData}>
        <ScreenFailure />
      </AdminFrame>
    )
  }
  if (!denied) return <ErrorPage error={error} />
  return (
    <AuthProvider>
      <CartProvider>
        <ShopHeader />
        {/* Not loaded later: the session arrives first, and React would replace the page that the server sent. */}
        <AccessDenied {...denied} />
      </CartProvider>
    </AuthProvider>
  )
}

/** The admin menu: user, profile and sign-out, which leads to the auth screen (specification 2, section 2). */
function AdminUserMenu({ email, role }: { email: string; role: string }) {
  const form = useId()
  return (
    <>
      <SignOutForm id={form} to="/auth" className="hidden" />
      <Menu
        label={`Cuenta de ${email}`}
        trigger={
          <>
            <User aria-hidden="true" />
            <span className="max-w-48 truncate max-sm:hidden">{email}</span>
          </>
        }
        header={
          <>
            <p className="font-medium break-all">{email}</p>
            <p className="text-sm text-muted">{role}</p>
          </>
        }
      >
        <MenuLink to="/account">
          <User aria-hidden="true" />
          Perfil
        </MenuLink>
        <MenuLink to="/admin/security">
          <ShieldCheck aria-hidden="true" />
          Seguridad de tu cuenta
        </MenuLink>
        <MenuSeparator />
        <MenuButton type="submit" form={form}>
          <LogOut aria-hidden="true" />
          Cerrar sesión
        </MenuButton>
      </Menu>
    </>
  )
}
