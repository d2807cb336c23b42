import { SectionTabs } from '#app/routes/admin/section-tabs.tsx'

const TABS = [
  { to: '/admin/integrations', label: 'Webhooks' },
  { to: '/admin/integrations/keys', label: 'Claves de API' },
  { to: '/admin/integrations/docs', label: 'Documentación' },
] as const

/** The parts of 'Integraciones'. */
export const IntegrationTabs = () => <SectionTabs label="Integraciones" tabs={TABS} className="mb-8" />
