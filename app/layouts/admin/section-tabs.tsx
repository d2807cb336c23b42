import { NavLink } from 'react-router'
import { permissionAt } from '#app/features/identity/staff/permissions.ts'
import { useStaffScope } from '#app/features/identity/staff/reauthentication-context.ts'
import { TAB_LINK, TAB_LIST } from '#app/kit/ui/tab-link.ts'

type SectionTabsProps = {
  label: string
  /** `hasParts`: the tab is selected on every address below its own. */
  tabs: readonly { to: string; label: string; hasParts?: boolean }[]
}

/** The parts of a section of the back office, each with its own address; wrapped on phones. */
export function SectionTabs({ label, tabs }: SectionTabsProps) {
  const scope = useStaffScope()
  const open = tabs.filter(({ to }) => permissionAt(scope, to) !== 'none')
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className={TAB_LIST}>
        {open.map(tab => (
          <li key={tab.to} className="-mb-px">
            <NavLink to={tab.to} end={!tab.hasParts} className={TAB_LINK}>
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The parts of the catalogue. */
export const CatalogTabs = () => <SectionTabs label="Catálogo" tabs={CATALOG} />
const CATALOG = [
  { to: '/admin/catalog', label: 'Assessments' },
  { to: '/admin/catalog/categories', label: 'Categorías' },
  { to: '/admin/reviews', label: 'Opiniones' },
] as const

/** People or companies. */
export const ClientTabs = () => <SectionTabs label="Clientes" tabs={CLIENTS} />
const CLIENTS = [
  { to: '/admin/clients', label: 'Personas' },
  { to: '/admin/clients/companies', label: 'Empresas' },
] as const

/** Orders, what may become one, and their money. */
export const OrderTabs = () => <SectionTabs label="Órdenes" tabs={ORDERS} />
const ORDERS = [
  { to: '/admin/orders', label: 'Órdenes' },
  { to: '/admin/orders/quotations', label: 'Cotizaciones' },
  { to: '/admin/finance', label: 'Libro' },
  { to: '/admin/finance/transfers', label: 'Transferencias' },
  { to: '/admin/finance/chargebacks', label: 'Contracargos' },
  { to: '/admin/finance/tax-documents', label: 'Documentos tributarios' },
  { to: '/admin/finance/reconciliation', label: 'Conciliación' },
] as const

/** The parts of 'Datos personales'. */
export const PrivacyTabs = () => <SectionTabs label="Datos personales" tabs={PRIVACY} />
const PRIVACY = [
  { to: '/admin/privacy', label: 'Solicitudes de datos' },
  { to: '/admin/privacy/processing', label: 'Registro de tratamientos', hasParts: true },
  { to: '/admin/privacy/breaches', label: 'Registro de brechas', hasParts: true },
] as const

/** The parts of 'Integraciones'. */
export const IntegrationTabs = () => <SectionTabs label="Integraciones" tabs={INTEGRATIONS} />
const INTEGRATIONS = [
  { to: '/admin/integrations', label: 'Webhooks' },
  { to: '/admin/integrations/keys', label: 'Claves de API' },
  { to: '/admin/integrations/docs', label: 'Documentación' },
] as const
