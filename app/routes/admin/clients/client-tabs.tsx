import { SectionTabs } from '#app/routes/admin/section-tabs.tsx'

const TABS = [
  { to: '/admin/clients', label: 'Personas' },
  { to: '/admin/clients/companies', label: 'Empresas' },
] as const

/** People or companies. */
export const ClientTabs = () => <SectionTabs label="Clientes" tabs={TABS} />
