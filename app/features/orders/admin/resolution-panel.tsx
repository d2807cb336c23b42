import { useNavigation } from 'react-router'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { paymentText } from '#app/features/orders/payment-text.ts'
import {
  FINDINGS_OF,
  RESOLUTION_QUESTIONS,
  type ResolutionKind,
  resolutionReason,
} from '#app/features/payments/manual/resolution.ts'
import { settleFields } from '#app/features/payments/manual/staff-order.ts'
import type { OrderPayment, OrderRefund } from '#app/features/payments/order-payments.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { OrderAnswer } from './order-action.server.ts'

type ResolutionPanelProps = {
  kind: ResolutionKind
  payment: OrderPayment
  /** The refund with an unknown outcome. */
  refund: OrderRefund | undefined
  answer: OrderAnswer | undefined
}

/** An unclear payment: what is known, a query to the gateway, and a person's finding. */
export function ResolutionPanel({ kind, payment, refund, answer }: ResolutionPanelProps) {
  const sending = useNavigation().formData?.get('intent') === 'resolve-payment'
  const own = answer?.intent === 'resolve-payment' && answer.values.attempt === payment.id ? answer : undefined
  const { ref, errors, field } = useForm(settleFields, own)
  return (
    <Panel
      title="Por revisar"
      description={resolutionReason(refund?.detail ?? payment.detail)}
      actions={
        <PostButton intent="ask-gateway" values={{ attempt: payment.id }} variant="secondary" size="sm">
          Consultar a la pasarela
        </PostButton>
      }
    >
      <dl className="grid gap-x-6 gap-y-4 text-md sm:grid-cols-2">
        {refund && (
          <Fact label="Reembolso pedido">
            {`${formatPesos(refund.amount_clp)}, ${formatDateTime(refund.created_at)}${refund.by && `, por ${refund.by}`}`}
          </Fact>
        )}
        <Fact label="Pago">{`${formatPesos(payment.amount_clp)}, ${formatDateTime(payment.created_at)}`}</Fact>
        {payment.refunded_clp > 0 && <Fact label="Devuelto antes">{formatPesos(payment.refunded_clp)}</Fact>}
        <Fact label="Medio">{paymentText(payment)}</Fact>
        <Fact label="Referencia en el portal">{payment.buy_order}</Fact>
        {payment.authorization_code && <Fact label="Autorización">{payment.authorization_code}</Fact>}
      </dl>
      <Form ref={ref} method="post" noValidate preventScrollReset className="mt-6 grid gap-5 border-t border-line pt-6">
        <input type="hidden" name="intent" value="resolve-payment" />
        <input type="hidden" name="attempt" value={payment.id} />
        <RadioGroup
          legend={RESOLUTION_QUESTIONS[kind]}
          name="finding"
          variant="card"
          columns={FINDINGS_OF[kind].length === 3 ? 3 : 2}
          options={FINDINGS_OF[kind]}
          defaultValue={own?.values.finding}
          error={errors.finding}
        />
        <TextField {...field('note')} />
        <ReauthenticationField
          hint="La pedimos porque decide sobre dinero sin la palabra del banco."
          error={errors.password}
          className="max-w-sm"
        />
        <Button type="submit" className="justify-self-start" pending={sending}>
          Resolver
        </Button>
      </Form>
    </Panel>
  )
}
