import { NavLink, useLocation } from 'react-router'
import { permissionAt } from '#app/features/identity/staff/permissions.ts'
import { useStaffScope } from '#app/features/identity/staff/reauthentication-context.ts'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { TAB_LINK, TabList } from '#app/kit/ui/tab-list.tsx'

/** Parts that a shop may never need; each stands among the tabs once it is needed (`partsInUse`). */
type LatePart = 'chargebacks' | 'reconciliation' | 'breaches' | 'webhooks'
export type PartsInUse = Readonly<Record<LatePart, boolean>>

type Tab = {
  to: string
  label: string
  /** The tab is selected on every address below its own. */
  hasParts?: boolean
  part?: LatePart
}

type SectionTabsProps = {
  label: string
  tabs: readonly Tab[]
  /** Of a section with such parts. */
  inUse?: PartsInUse
}

/**
 * The parts of a section of the back office, each with its own address. Those that are not needed yet are in a menu at the end, and one of
 * them stands before it while it is shown, so that no other tab moves.
 */
export function SectionTabs({ label, tabs, inUse }: SectionTabsProps) {
  const scope = useStaffScope()
  const { pathname } = useLocation()
  const open = tabs.filter(({ to }) => permissionAt(scope, to) !== 'none')
  const isLate = ({ part }: Tab) => part !== undefined && inUse?.[part] !== true
  const late = open.filter(isLate)
  const hidden = late.filter(({ to }) => to !== pathname)
  const shown = [...open.filter(tab => !isLate(tab)), ...late.filter(({ to }) => to === pathname)]
  return (
    <TabList label={label} shown={pathname}>
      {shown.map(tab => (
        <li key={tab.to}>
          <NavLink to={tab.to} end={!tab.hasParts} className={TAB_LINK}>
            {tab.label}
          </NavLink>
        </li>
      ))}
      {hidden.length > 0 && (
        <li className="-ml-3 flex items-center pb-0.5">
          <Menu trigger={<span className="text-md text-muted">Más</span>} label={`Más partes de ${label}`} size="sm">
            {hidden.map(({ to, label: name }) => (
              <MenuLink key={to} to={to}>
                {name}
              </MenuLink>
            ))}
          </Menu>
        </li>
      )}
    </TabList>
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

type Parts = { inUse: PartsInUse }

/** Orders, what may become one, and their money. */
export const OrderTabs = ({ inUse }: Parts) => <SectionTabs label="Órdenes" tabs={ORDERS} inUse={inUse} />
const ORDERS = [
  { to: '/admin/orders', label: 'Órdenes' },
  { to: '/admin/orders/quotations', label: 'Cotizaciones' },
  { to: '/admin/finance', label: 'Libro' },
  { to: '/admin/finance/transfers', label: 'Transferencias' },
  { to: '/admin/finance/chargebacks', label: 'Contracargos', part: 'chargebacks' },
  { to: '/admin/finance/tax-documents', label: 'Documentos tributarios' },
  { to: '/admin/finance/reconciliation', label: 'Conciliación', part: 'reconciliation' },
] as const

/** The parts of 'Datos personales'. */
export const PrivacyTabs = ({ inUse }: Parts) => <SectionTabs label="Datos personales" tabs={PRIVACY} inUse={inUse} />
const PRIVACY = [
  { to: '/admin/privacy', label: 'Solicitudes de datos' },
  { to: '/admin/privacy/processing', label: 'Registro de tratamientos', hasParts: true },
  { to: '/admin/privacy/breaches', label: 'Registro de brechas', hasParts: true, part: 'breaches' },
] as const

/** The parts of 'Integraciones'. */
export const IntegrationTabs = ({ inUse }: Parts) => (
  <SectionTabs label="Integraciones" tabs={INTEGRATIONS} inUse={inUse} />
)
const INTEGRATIONS = [
  { to: '/admin/integrations', label: 'Webhooks', part: 'webhooks' },
  { to: '/admin/integrations/keys', label: 'Claves de API' },
  { to: '/admin/integrations/docs', label: 'Documentación' },
] as const
