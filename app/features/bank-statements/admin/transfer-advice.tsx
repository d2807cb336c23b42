import { Link } from 'react-router'
import type { CandidateOrder } from '#app/features/bank-statements/matching/candidate-orders.db.server.ts'
import type { Candidate } from '#app/features/bank-statements/matching/candidates.ts'
import { closedText, missingText } from '#app/features/bank-statements/matching/match-texts.ts'
import { lineNames } from '#app/features/payments/manual/order-by-hand.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import type { Mode } from '#app/platform/database/values.ts'

type MatchProps = { match: Candidate<CandidateOrder> }

const orderLink = 'text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

/** What to write to a buyer who paid too little. */
export function MissingMoney({ match: { order, difference }, paid }: MatchProps & { paid: Pesos }) {
  const text = missingText(order, paid)
  const subject = `Tu transferencia para la orden ${order.number}`
  return (
    <Panel
      title={`Faltan ${formatPesos(pesos(-difference))}`}
      description="La orden sigue pendiente hasta que llegue el resto: entonces súmalo aquí con este abono. También puedes devolverlo."
    >
      <TextArea label={`Texto para ${order.client.name}`} rows={7} readOnly value={text} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <CopyButton text={text} label="Copiar el texto" />
        <a
          href={`mailto:${order.client.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          className="inline-flex min-h-9 items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {`Escribir a ${order.client.email}`}
        </a>
      </div>
    </Panel>
  )
}

type ClosedOrderProps = MatchProps & { products: readonly { assessment_id: string; mode: Mode; seats: number }[] }

/** What to do with money for an order that does not wait for it. */
export function ClosedOrder({ match: { order }, products }: ClosedOrderProps) {
  const query = new URLSearchParams({ cliente: order.client.id })
  for (const [at, { assessment_id, mode, seats }] of products.entries()) {
    const names = lineNames(at + 1)
    query.set(names.product, assessment_id)
    query.set(names.mode, mode)
    query.set(names.seats, String(seats))
  }
  const isPaid = order.status === 'paid'
  return (
    <Alert
      tone="warning"
      title={`La orden ${closedText(order.status)}`}
      actions={
        !isPaid &&
        products.length > 0 && (
          <ButtonLink size="sm" variant="secondary" to={`/admin/orders/new?${query}`}>
            Crear la misma orden de nuevo
          </ButtonLink>
        )
      }
    >
      El abono parece de{' '}
      <Link to={`/admin/orders/${order.id}`} className={orderLink}>
        {order.number}
      </Link>
      <span>{`, de ${order.client.name}. ${
        isPaid
          ? 'Si es un segundo pago, devuélvelo.'
          : 'No se puede reabrir, porque sus precios y su código quedaron libres: crea otra y confírmala con este abono, o devuelve el dinero.'
      }`}</span>
    </Alert>
  )
}
