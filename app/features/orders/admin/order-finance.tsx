import ChevronDown from 'lucide-react/icons/chevron-down'
import { Link } from 'react-router'
import { ACCOUNTS, LEDGER_EVENTS, type ListedLedgerEntry } from '#app/features/accounting/accounting.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import type { ChargebackDetail } from '#app/features/payments/chargebacks/chargebacks.server.ts'
import {
  CHARGEBACK_REASONS,
  CHARGEBACK_STATUSES,
  deadlineText,
} from '#app/features/payments/chargebacks/chargebacks.ts'
import { type Day, formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Badge, StatusBadge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type OrderChargebacksProps = { order: StaffOrder; chargebacks: readonly ChargebackDetail[]; today: Day }

/** The bank's claims on an order's payment, and where the next one is recorded. */
export function OrderChargebacks({ order, chargebacks, today }: OrderChargebacksProps) {
  const canRecord =
    (order.status === 'paid' || order.status === 'charged_back') &&
    order.total_clp > order.refunded_clp + order.charged_back_clp
  if (chargebacks.length === 0 && !canRecord) return null
  return (
    <Panel
      title="Contracargos"
      actions={
        canRecord && (
          <ButtonLink variant="secondary" size="sm" to={`/admin/orders/${order.id}/chargeback`}>
            Registrar contracargo…
          </ButtonLink>
        )
      }
    >
      {chargebacks.length === 0 ? (
        <p className="text-md text-muted">El banco no ha reclamado este pago.</p>
      ) : (
        <ul className="grid gap-4">
          {chargebacks.map(chargeback => (
            <li key={chargeback.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-md">
              <span>
                <Link
                  to={`/admin/finance/chargebacks/${chargeback.id}`}
                  className="text-copper underline underline-offset-4"
                >
                  {`${formatPesos(chargeback.amount_clp)}, ${CHARGEBACK_REASONS[chargeback.reason]}`}
                </Link>
                {chargeback.status === 'received' && (
                  <span className="block text-sm text-muted">
                    {`Responder hasta el ${formatDay(chargeback.answerBy)}. ${deadlineText(chargeback.answerBy, today)}.`}
                  </span>
                )}
              </span>
              <StatusBadge of={CHARGEBACK_STATUSES} status={chargeback.status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The entries of an order in the ledger, folded. */
export function OrderLedger({ entries }: { entries: readonly ListedLedgerEntry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="ledger-title" className="min-w-0 rounded-lg border border-line bg-surface">
      <details className="group/details">
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-5 hover:text-copper sm:px-6 [&::-webkit-details-marker]:hidden">
          <h2 id="ledger-title" className="text-lg">
            {`Libro (${entries.length})`}
          </h2>
          <ChevronDown
            aria-hidden="true"
            className="size-5 flex-none text-muted transition-transform group-open/details:rotate-180"
          />
        </summary>
        <ul className="grid gap-5 px-5 pt-1 pb-5 sm:px-6 sm:pb-6">
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </section>
  )
}

const Entry = ({ entry }: { entry: ListedLedgerEntry }) => (
  <li>
    <table className="w-full text-sm">
      <caption className="pb-1 text-left text-md font-medium">
        <span>{`${LEDGER_EVENTS[entry.event]}, ${formatDateTime(entry.at)}`}</span>{' '}
        {entry.isSimulated && <Badge>Simulado</Badge>}
      </caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            Cuenta
          </th>
          <th scope="col" className="w-28 py-1 text-right font-normal">
            Debe
          </th>
          <th scope="col" className="w-28 py-1 text-right font-normal">
            Haber
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {entry.lines.map(({ account, debit, credit }) => (
          <tr key={account} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {ACCOUNTS[account]}
            </th>
            <td className="py-1 text-right">{debit > 0 && formatPesos(debit)}</td>
            <td className="py-1 text-right">{credit > 0 && formatPesos(credit)}</td>
          </tr>
        ))}
        {entry.lines.length === 0 && (
          <tr className="border-t border-line">
            <td colSpan={3} className="py-1 text-muted">
              Sin movimientos: no tuvo costo.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </li>
)
