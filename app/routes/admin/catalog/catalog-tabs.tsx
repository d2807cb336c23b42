import { SectionTabs } from '#app/routes/admin/section-tabs.tsx'

const TABS = [
  { to: '/admin/catalog', label: 'Assessments' },
  { to: '/admin/catalog/categories', label: 'Categorías' },
] as const

/** The two parts of the catalogue. */
export const CatalogTabs = () => <SectionTabs label="Catálogo" tabs={TABS} />
