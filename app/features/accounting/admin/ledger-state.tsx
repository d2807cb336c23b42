import { Link } from 'react-router'
import { type Agreement, LEDGER_EVENTS } from '#app/features/accounting/accounting.ts'
import type { DifferingDay, LedgerDifference } from '#app/features/accounting/balances.db.server.ts'
import { type Day, formatDay } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { Alert } from '#app/kit/ui/alert.tsx'

type LedgerStateProps = {
  agreements: readonly Agreement[]
  differing: readonly DifferingDay[]
  lastChecked: Day | undefined
  period: string
}

/** Whether the ledger and the orders agree: on the sums of the period, and day by day in the nightly comparison. */
export function LedgerState({ agreements, differing, lastChecked, period }: LedgerStateProps) {
  const apart = agreements.filter(({ ledger, orders }) => ledger !== orders)
  const checked =
    lastChecked === undefined
      ? 'La primera comparación es esta noche.'
      : `Comparado hasta el ${formatDay(lastChecked)}.`
  return (
    <div className="mb-4 grid gap-3">
      {apart.length === 0 && differing.length === 0 && (
        <Alert tone="success">{`${period}: el libro cuadra con las órdenes, al peso. ${checked}`}</Alert>
      )}
      {apart.length > 0 && (
        <Alert tone="error">
          <span>{`${period}: el libro y las órdenes no dicen lo mismo.`}</span>{' '}
          {apart.map(({ what, ledger, orders }) => (
            <span key={what} className="block">
              {`${SUBJECTS[what]}: ${formatPesos(ledger)} en el libro, ${formatPesos(orders)} en las órdenes.`}
            </span>
          ))}
        </Alert>
      )}
      {differing.map(day => (
        <Alert key={day.day} tone="error">
          <details>
            <summary className="cursor-pointer">
              {`El ${formatDay(day.day)} tiene ${countOf(day.count, 'diferencia', 'diferencias')} con las órdenes.`}
            </summary>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5">
              {day.differences.map(difference => (
                <DifferenceLine
                  key={`${difference.kind} ${difference.event} ${difference.source_id}`}
                  {...difference}
                />
              ))}
            </ul>
            {day.count > day.differences.length && <p>{`Se muestran las primeras ${day.differences.length}.`}</p>}
          </details>
        </Alert>
      ))}
    </div>
  )
}

const SUBJECTS: Readonly<Record<Agreement['what'], string>> = {
  sales: 'Ventas con IVA',
  refunds: 'Reembolsos',
  chargebacks: 'Contracargos',
}

const amount = (found: number | null): string => (found === null ? 'nada' : formatPesos(pesos(found)))

const KINDS: Readonly<Record<LedgerDifference['kind'], (difference: LedgerDifference) => string>> = {
  missing: ({ expected }) => `no está en el libro: debería ser de ${amount(expected)}.`,
  without_source: ({ found }) => `está en el libro por ${amount(found)}, y en la tienda no existe ese día.`,
  amount: ({ expected, found }) =>
    `mueve ${amount(found)} en el libro y ${amount(expected)} en la tienda, o su IVA es otro.`,
  unbalanced: ({ expected, found }) => `no balancea: ${amount(expected)} en el debe y ${amount(found)} en el haber.`,
  vat: ({ expected, found }) =>
    `su orden tiene ${amount(found)} de IVA en el libro y debería tener ${amount(expected)}.`,
}

const DifferenceLine = (difference: LedgerDifference) => (
  <li>
    <span>{`${LEDGER_EVENTS[difference.event] ?? difference.event}: ${KINDS[difference.kind](difference)}`}</span>{' '}
    {difference.order_id !== null && (
      <Link to={`/admin/orders/${difference.order_id}`} className="underline underline-offset-4">
        Ver la orden
      </Link>
    )}
  </li>
)
