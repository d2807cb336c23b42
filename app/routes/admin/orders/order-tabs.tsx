import { SectionTabs } from '#app/routes/admin/section-tabs.tsx'

const TABS = [
  { to: '/admin/orders', label: 'Órdenes' },
  { to: '/admin/orders/quotations', label: 'Cotizaciones' },
] as const

/** Orders and quotations. */
export const OrderTabs = ({ className }: { className?: string }) => (
  <SectionTabs label="Órdenes" tabs={TABS} {...(className !== undefined && { className })} />
)
