import { Link, useNavigation } from 'react-router'
import type { BankLine } from '#app/features/bank-statements/lines/bank-lines.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { LineAnswer } from './transfer-action.server.ts'

const TITLES: Readonly<Record<Exclude<BankLine['state'], 'open'>, string>> = {
  settled: 'Pagó una orden',
  linked: 'Es el dinero de una orden que ya estaba pagada',
  set_aside: 'No es de una venta',
  returned: 'Se devolvió',
}

type DecidedLineProps = { line: BankLine; answer: LineAnswer | undefined }

/** What was decided about a credit, by whom, and what is still to be done. */
export function DecidedLine({ line, answer }: DecidedLineProps) {
  const { state, order, surplus } = line
  if (state === 'open') return null
  const canTakeBack = (state === 'set_aside' || state === 'linked') && surplus === 0
  return (
    <>
      <Panel title={TITLES[state]}>
        <Facts>
          {order && (
            <Fact label="Orden">
              <Link
                to={`/admin/orders/${order.id}`}
                className="text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current"
              >
                {order.number}
              </Link>
              <span className="block text-sm text-muted">{`${order.client}, ${formatPesos(order.total)}`}</span>
            </Fact>
          )}
          {order && (
            <Fact label="Estado de la orden">
              <StatusBadge of={ORDER_STATUSES} status={order.status} />
              {order.refunded > 0 && (
                <span className="block text-sm text-muted">
                  {`Se reembolsaron ${formatPesos(order.refunded)}; el abono sigue siendo de esta orden.`}
                </span>
              )}
            </Fact>
          )}
          {line.note && <Fact label="Nota">{line.note}</Fact>}
          {line.decidedAt && (
            <Fact label="Decidido">
              {`${formatDateTime(line.decidedAt)}${line.decidedBy ? `, ${line.decidedBy}` : ''}`}
            </Fact>
          )}
        </Facts>
        {canTakeBack && (
          <div className="mt-5">
            <PostButton intent="take-back" variant="secondary">
              Deshacer
            </PostButton>
          </div>
        )}
      </Panel>
      {surplus > 0 && <Surplus line={line} answer={answer} />}
    </>
  )
}

/** What the order did not need. */
function Surplus({ line: { surplus, surplusReturnedAt }, answer }: DecidedLineProps) {
  const sending = useNavigation().formData?.get('intent') === 'return-surplus'
  const { ref, errors } = useForm({}, answer)
  if (surplusReturnedAt !== null) {
    return (
      <Panel title="Excedente">
        <p className="text-md">{`${formatPesos(surplus)} devueltos el ${formatDateTime(surplusReturnedAt)}.`}</p>
      </Panel>
    )
  }
  return (
    <Panel
      title={`Devolver ${formatPesos(surplus)}`}
      description="Es lo que sobró del total de la orden. Transfiérelo desde tu banco a quien pagó y márcalo aquí."
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="return-surplus" />
        <ReauthenticationField error={errors.password} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Marcar como devuelto
        </Button>
      </Form>
    </Panel>
  )
}
