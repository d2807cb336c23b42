import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { countOf } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'

type Result = { lineId: string; orderId: string; done: 'settled' | 'linked' | undefined; problem: string | undefined }

const link = 'text-copper underline underline-offset-4'

/** What became of each credit that was confirmed: what failed, and why. Takes the focus. */
export function ConfirmOutcome({ results }: { results: readonly Result[] }) {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (results.length > 0) outcome.current?.focus()
  }, [results])
  const done = results.filter(result => result.done !== undefined)
  const failed = results.filter(result => result.problem !== undefined)
  return (
    <div ref={outcome} tabIndex={-1} className="grid gap-4 not-empty:mb-6">
      {done.length > 0 && (
        <Alert tone="success" title={countOf(done.length, 'abono confirmado', 'abonos confirmados')}>
          Las órdenes pagadas tienen sus accesos y el comprobante va en camino.
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert tone="error" title={countOf(failed.length, 'abono no se confirmó', 'abonos no se confirmaron')}>
          <ul className="mt-1 grid gap-1">
            {failed.map(({ lineId, orderId, problem }) => (
              <li key={lineId}>
                <Link to={`/admin/finance/transfers/${lineId}`} className={link}>
                  Ver el abono
                </Link>{' '}
                y{' '}
                <Link to={`/admin/orders/${orderId}`} className={link}>
                  su orden
                </Link>
                <span>{`: ${problem ?? ''}`}</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
