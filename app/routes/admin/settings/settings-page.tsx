import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { PageHeading } from '#app/ui/page-heading.tsx'

const PARTS = [
  { to: '/admin/settings', label: 'Tienda' },
  { to: '/admin/settings/services', label: 'Correo y pagos' },
  { to: '/admin/settings/team', label: 'Equipo y sistema' },
] as const

/** One of the three parts of 'Configuración', with the ways to the others. */
export function SettingsPage({ description, children }: { description: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHeading title="Configuración" description={description} className="pb-6" />
      <nav aria-label="Configuración" className="mb-6 overflow-x-auto border-b border-line">
        <ul className="flex min-w-max gap-1">
          {PARTS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 text-md font-medium text-muted hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  )
}
