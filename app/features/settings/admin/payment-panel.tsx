import { Link } from 'react-router'
import type { PaymentState } from '#app/features/texts/delivery-state.db.server.ts'
import type { GatewayAnswer } from '#app/features/texts/test-services.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert, type AlertTone } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { AttemptStatus } from '#app/platform/database/values.ts'
import { counted } from './mail-panel.tsx'

const GATEWAYS = { simulator: 'Simulador: no se mueve dinero', webpay: 'Webpay Plus de Transbank' } as const

const REASONS: Partial<Record<AttemptStatus, string>> = {
  rejected: 'rechazado por el banco',
  form_error: 'error en el formulario de pago',
  timed_out: 'tiempo agotado en el formulario',
}

type PaymentPanelProps = {
  gateway: keyof typeof GATEWAYS
  payments: PaymentState
  sending: boolean
  /** The result of a query that was just made. */
  answer: GatewayAnswer | undefined
}

/** The state of payments, and a read-only query to the gateway. */
export function PaymentPanel({ gateway, payments, sending, answer }: PaymentPanelProps) {
  const message = answer && gatewayText(answer)
  const { lastPaid, lastTurnedDown, open, unresolved, toResolve, oldestOpen } = payments
  return (
    <Panel
      title="Pagos"
      actions={
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="ask-gateway" variant="secondary" size="sm" pending={sending}>
            Probar la conexión
          </Button>
        </Form>
      }
    >
      <div className="grid gap-5">
        {message && <Alert tone={message.tone}>{message.text}</Alert>}
        {unresolved > 0 && (
          <Alert tone="warning">
            Hay pagos o reembolsos cuyo resultado nadie pudo averiguar. Resuélvelos en su orden:
            <ul className="mt-1.5 grid gap-1">
              {toResolve.map(({ id, number }) => (
                <li key={id}>
                  <Link to={`/admin/orders/${id}`} className="font-medium wrap-anywhere underline underline-offset-4">
                    {number}
                  </Link>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <dl className="grid gap-x-6 gap-y-4 text-md sm:grid-cols-2">
          <Fact label="Medio de pago">{GATEWAYS[gateway]}</Fact>
          <Fact label="Último pago">{lastPaid ? formatDateTime(lastPaid) : 'Ninguno'}</Fact>
          <Fact label="Último intento fallido">
            {lastTurnedDown
              ? `${formatDateTime(lastTurnedDown.at)} · ${REASONS[lastTurnedDown.status] ?? lastTurnedDown.status}`
              : 'Ninguno'}
          </Fact>
          <Fact label="Esperan respuesta">{open === 0 ? 'Ninguno' : counted(open)}</Fact>
          <Fact label="Por revisar a mano">{unresolved === 0 ? 'Ninguno' : counted(unresolved)}</Fact>
          <Fact label="El más antiguo de ellos">{oldestOpen ? formatDateTime(oldestOpen) : '–'}</Fact>
        </dl>
      </div>
    </Panel>
  )
}

/** The text of a gateway query's result. */
function gatewayText(answer: GatewayAnswer): { tone: AlertTone; text: string } {
  switch (answer.kind) {
    case 'answers':
      return { tone: 'success', text: `El medio de pago responde y acepta las credenciales (${answer.ms} ms).` }
    case 'refused':
      return {
        tone: 'error',
        text: `El medio de pago responde, pero no acepta las credenciales de la tienda (${answer.ms} ms). Nadie puede pagar hasta que se corrijan.`,
      }
    case 'silent':
      return {
        tone: 'error',
        text: `El medio de pago no dio una respuesta que se entienda (${answer.ms} ms; ${answer.reason}).`,
      }
  }
}
