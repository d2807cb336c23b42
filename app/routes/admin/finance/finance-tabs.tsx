import { OrderTabs, SectionTabs } from '#app/routes/admin/frame/section-tabs.tsx'

/** The parts of 'Finanzas', below the order section's own tabs. */
export const FinanceTabs = ({ className }: { className?: string }) => (
  <div className={className}>
    <OrderTabs />
    <SectionTabs label="Finanzas" tabs={FINANCE} />
  </div>
)

const FINANCE = [
  { to: '/admin/finance', label: 'Libro' },
  { to: '/admin/finance/chargebacks', label: 'Contracargos' },
] as const
