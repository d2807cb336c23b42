import BookOpen from 'lucide-react/icons/book-open'
import ChartLine from 'lucide-react/icons/chart-line'
import FileText from 'lucide-react/icons/file-text'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Plug from 'lucide-react/icons/plug'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Users from 'lucide-react/icons/users'
import { Link, useLocation } from 'react-router'
import { permissionAt } from '#app/features/identity/staff/permissions.ts'
import { periodQuery } from '#app/kit/lists/date-range.ts'
import type { StaffScope } from '#app/platform/database/values.ts'

/** The entries of specification 2, section 2, in its order, and the law's desk. */
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
  { to: '/admin/privacy', label: 'Datos personales', Icon: ShieldCheck },
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
export function AdminNavigation({ scope, compact = false, onNavigate }: AdminNavigationProps) {
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
