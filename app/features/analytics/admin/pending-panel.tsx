import { Link } from 'react-router'
import { MAX_PENDING, type PendingWork } from '#app/features/analytics/pending-work.ts'
import { permissionAt } from '#app/features/identity/staff/permissions.ts'
import { useStaffScope } from '#app/features/identity/staff/reauthentication-context.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { pathOf } from './quick-actions.tsx'

const pendingCount = (count: number): string => (count >= MAX_PENDING ? `${MAX_PENDING} o más` : formatInteger(count))

type PendingPanelProps = {
  work: PendingWork
  backup: { text: string; isOld: boolean } | undefined
  /** The first steps are what waits. */
  isSettingUp: boolean
}

/** What waits for the staff, each with a link to where it is done. */
export function PendingPanel({ work, backup, isSettingUp }: PendingPanelProps) {
  const scope = useStaffScope()
  const entries = [
    { label: 'Pagos por revisar', count: work.payments, to: `/admin/orders/${work.oldest_order}` },
    { label: 'Días en que el libro no cuadra', count: work.ledger, to: '/admin/finance' },
    {
      label: 'Contracargos por responder',
      count: work.chargebacks,
      to: '/admin/finance/chargebacks?vence=near&sort=vence-antes',
    },
    {
      label: 'Solicitudes de datos por responder',
      count: work.data_requests,
      to: '/admin/privacy?vence=near&sort=vence-antes',
    },
    { label: 'Transferencias por confirmar', count: work.transfers, to: '/admin/orders?status=pending&periodo=todo' },
    { label: 'Abonos del banco por decidir', count: work.credits, to: '/admin/finance/transfers/proposals' },
    {
      label: 'Documentos tributarios rechazados',
      count: work.rejected_documents,
      to: '/admin/finance/tax-documents?estado=rejected&periodo=todo',
    },
    {
      label: 'Documentos tributarios que esperan',
      count: work.waiting_documents,
      to: '/admin/finance/tax-documents?estado=requested&periodo=todo',
    },
    { label: 'Compras con asientos sin invitar', count: work.uninvited, to: '/admin/access/import' },
    { label: 'Accesos que vencen en 7 días', count: work.expiring, to: '/admin/access?vence=7d' },
    {
      label: 'Días sin conciliar',
      count: work.unreconciled,
      to: `/admin/finance/reconciliation?mes=${work.oldest_unreconciled?.slice(0, 7)}`,
    },
    { label: 'Opiniones por revisar', count: work.reviews, to: '/admin/reviews?periodo=todo' },
  ].filter(({ count, to }) => count > 0 && permissionAt(scope, pathOf(to)) !== 'none')
  if (isSettingUp && entries.length === 0) return null
  return (
    <Panel title="Para hoy" padding={entries.length === 0 ? 'normal' : 'flush'}>
      {entries.length === 0 ? (
        <p className="text-md text-muted">Nada espera por ti.</p>
      ) : (
        <ul className="pb-2">
          {entries.map(({ label, count, to }) => (
            <li key={label}>
              <Link
                to={to}
                className="flex min-h-11 items-center justify-between gap-3 px-5 py-2 text-md hover:bg-ink/4 focus-visible:-outline-offset-2 sm:px-6"
              >
                <span>{label}</span>
                <span className="font-semibold tabular-nums">{pendingCount(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {backup && (
        <p
          className={classNames(
            'text-sm',
            backup.isOld ? 'font-medium text-poor-ink' : 'text-muted',
            entries.length === 0 ? 'mt-3' : 'px-5 pb-4 sm:px-6',
          )}
        >
          {backup.text}
        </p>
      )}
    </Panel>
  )
}
