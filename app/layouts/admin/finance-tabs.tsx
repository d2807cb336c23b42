import { OrderTabs, SectionTabs } from './section-tabs.tsx'

/** The parts of 'Finanzas', below the order section's own tabs. */
export const FinanceTabs = ({ className }: { className?: string }) => (
  <div className={className}>
    <OrderTabs />
    <SectionTabs label="Finanzas" tabs={FINANCE} />
  </div>
)

const FINANCE = [
  { to: '/admin/finance', label: 'Libro' },
  { to: '/admin/finance/transfers', label: 'Transferencias' },
  { to: '/admin/finance/chargebacks', label: 'Contracargos' },
  { to: '/admin/finance/tax-documents', label: 'Documentos tributarios' },
  { to: '/admin/finance/reconciliation', label: 'Conciliación' },
] as const
