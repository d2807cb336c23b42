import BookOpen from 'lucide-react/icons/book-open'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MessageSquare from 'lucide-react/icons/message-square'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { NavLink } from 'react-router'

const ENTRIES = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/catalog', label: 'Catálogo', Icon: BookOpen },
  { to: '/admin/orders', label: 'Órdenes', Icon: ReceiptText },
  { to: '/admin/access', label: 'Accesos', Icon: KeyRound },
  { to: '/admin/reviews', label: 'Opiniones', Icon: MessageSquare },
] as const

type AdminNavigationProps = {
  /** Icons alone; the labels become tool tips and accessible names. */
  compact?: boolean | undefined
  onNavigate?: (() => void) | undefined
}

/** The back office's places. */
export function AdminNavigation({ compact = false, onNavigate }: AdminNavigationProps) {
  return (
    <nav aria-label="Administración">
      <ul className="grid gap-1">
        {ENTRIES.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              onClick={onNavigate}
              title={compact ? label : undefined}
              className="flex min-h-11 items-center gap-3 rounded-md px-3 text-md font-medium text-muted hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/7 aria-[current=page]:text-ink"
            >
              <Icon aria-hidden="true" className="size-5 flex-none" />
              <span className={compact ? 'sr-only' : undefined}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
