import ChartLine from 'lucide-react/icons/chart-line'
import FilePlus from 'lucide-react/icons/file-plus'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Hourglass from 'lucide-react/icons/hourglass'
import { Link } from 'react-router'
import { allows, permissionAt } from '#app/features/identity/staff/permissions.ts'
import { useStaffScope } from '#app/features/identity/staff/reauthentication-context.ts'
import { Panel } from '#app/kit/ui/panel.tsx'

/** An address without its query: what has a permission. */
export const pathOf = (address: string): string => address.split('?')[0] ?? address

const QUICK = [
  { to: '/admin/catalog/assessments/new', label: 'Nuevo assessment', Icon: FilePlus, write: true },
  { to: '/admin/catalog/categories/new', label: 'Nueva categoría', Icon: FolderPlus, write: true },
  { to: '/admin/orders?status=pending', label: 'Órdenes pendientes', Icon: Hourglass, write: false },
  { to: '/admin/reports', label: 'Reportes', Icon: ChartLine, write: false },
] as const

/** What the scope often does, in one click. */
export function QuickActions() {
  const scope = useStaffScope()
  return (
    <Panel title="Acciones rápidas" padding="flush">
      <ul className="pb-2">
        {QUICK.filter(({ to, write }) => allows(permissionAt(scope, pathOf(to)), write ? 'POST' : 'GET')).map(
          ({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-11 items-center gap-3 px-5 py-2 text-md font-medium hover:bg-ink/4 focus-visible:-outline-offset-2 sm:px-6"
              >
                <Icon aria-hidden="true" className="size-5 flex-none text-muted" />
                <span>{label}</span>
              </Link>
            </li>
          ),
        )}
      </ul>
    </Panel>
  )
}
