import MenuIcon from 'lucide-react/icons/menu'
import PanelLeft from 'lucide-react/icons/panel-left'
import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Drawer } from '#app/ui/drawer.tsx'
import { Logo } from '#app/ui/logo.tsx'
import type { Route } from './+types/layout'
import { AdminNavigation } from './admin-navigation.tsx'
import { AdminUserMenu } from './admin-user-menu.tsx'
import { findPlaces } from './places.server.ts'

/** The guard of the whole back office; each page asks again, because a page's data can be asked for alone. */
export async function loader(args: Route.LoaderArgs) {
  const { email } = await requireRole(args, ['admin'])
  return { email, places: await findPlaces() }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const [collapsed, setCollapsed] = useState(false)
  const [drawer, setDrawer] = useState(false)
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
            onClick={() => setCollapsed(!collapsed)}
          >
            <PanelLeft aria-hidden="true" />
          </Button>
          <Link to="/" aria-label="Alhena, inicio" className="rounded-sm py-2">
            <Logo className="text-2xl leading-none" />
          </Link>
          <span className="mr-auto hidden border-l border-line pl-3 text-md text-muted sm:ml-1 sm:inline">
            Administración
          </span>
          <span className="mr-auto sm:hidden" />
          <AdminUserMenu email={loaderData.email} />
        </header>
        <div className="flex flex-1">
          <div
            id="menu-admin"
            className={`sticky top-16 h-[calc(100dvh-4rem)] flex-none border-r border-line p-3 max-lg:hidden print:hidden ${collapsed ? 'w-[4.25rem]' : 'w-60'}`}
          >
            <AdminNavigation compact={collapsed} />
          </div>
          <main id="contenido" tabIndex={-1} className="min-w-0 flex-1 px-4 py-8 sm:px-6 lg:px-10">
            <Outlet />
          </main>
        </div>
      </div>
      <Drawer side="left" open={drawer} onClose={() => setDrawer(false)} title="Administración">
        <AdminNavigation onNavigate={() => setDrawer(false)} />
      </Drawer>
    </>
  )
}
