import { NavLink } from 'react-router'

const TABS = [
  { to: '/admin/catalog', label: 'Assessments' },
  { to: '/admin/catalog/categories', label: 'Categorías' },
] as const

/** The two halves of the catalogue, each with an address of its own. */
export const CatalogTabs = () => (
  <nav aria-label="Catálogo" className="border-b border-line">
    <ul className="flex gap-6">
      {TABS.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-md font-medium text-muted hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink"
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
