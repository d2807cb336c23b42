import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

const PLACES = [
  { to: '/account', label: 'Perfil', end: true },
  { to: '/account/orders', label: 'Compras', end: false },
  { to: '/account/quotations', label: 'Cotizaciones', end: false },
  { to: '/account/dashboard', label: 'Dashboard', end: false },
  { to: '/account/security', label: 'Seguridad', end: false },
] as const

/** What the pages of an account stand in: the way between them, and their width. */
export function AccountPage({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10 print:max-w-none print:p-0">
      <nav aria-label="Mi cuenta" className="mb-8 border-b border-line print:hidden">
        <ul className="-mb-px flex gap-x-5 overflow-x-auto sm:gap-x-8">
          {PLACES.map(({ to, label, end }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={end}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-md whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-copper aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
