import { Link } from 'react-router'

const TABS = [
  { to: '/admin/integrations', label: 'Webhooks' },
  { to: '/admin/integrations/keys', label: 'Claves de API' },
  { to: '/admin/integrations/docs', label: 'Documentación' },
] as const

/** The parts of 'Integraciones', each with an address of its own. */
export const IntegrationTabs = ({ current }: { current: (typeof TABS)[number]['label'] }) => (
  <nav aria-label="Integraciones" className="mb-8 border-b border-line">
    <ul className="flex flex-wrap gap-x-6">
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
