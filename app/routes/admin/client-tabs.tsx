import { Link } from 'react-router'

const TABS = [
  { to: '/admin/clients', label: 'Personas' },
  { to: '/admin/clients/companies', label: 'Empresas' },
] as const

/** People or companies. */
export const ClientTabs = ({ current }: { current: (typeof TABS)[number]['label'] }) => (
  <nav aria-label="Clientes" className="border-b border-line">
    <ul className="flex gap-6">
      {TABS.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={label === current ? 'page' : undefined}
            className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-md font-medium text-muted hover:text-ink aria-[current=page]:border-copper aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
