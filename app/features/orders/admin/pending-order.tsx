import { useNavigation } from 'react-router'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { PENDING_LIMIT_MINUTES } from '#app/features/orders/orders.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import { cancelFields, heldFields, paymentFields } from '#app/features/payments/manual/staff-order.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { OrderAnswer } from './order-action.server.ts'

type PendingOrderProps = {
  order: StaffOrder
  today: string
  answer: OrderAnswer | undefined
}

/** The staff's actions on a pending order. */
export const PendingOrder = (props: PendingOrderProps) => (
  <>
    <RegisterPayment {...props} />
    <Panel
      title="Plazo para pagar"
      description={
        props.order.held_until
          ? `Espera su pago hasta el ${formatDateTime(props.order.held_until)}; después se cancela sola.`
          : `Si nadie la está pagando se cancela sola a los ${PENDING_LIMIT_MINUTES} minutos. Amplía el plazo si pagará por transferencia.`
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <KeepOpen {...props} />
        <Cancel {...props} />
      </div>
    </Panel>
  </>
)

function RegisterPayment({ order, today, answer }: PendingOrderProps) {
  const sending = useNavigation().formData?.get('intent') === 'register-payment'
  const own = answer?.intent === 'register-payment' ? answer : undefined
  const { ref, errors, field } = useForm(paymentFields, own)
  return (
    <Panel
      title="Marcar como pagada"
      description="Cuando el dinero llegó por transferencia, o llegó su orden de compra. Los accesos se activan y el comprobante sale al correo de quien compró."
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5 sm:grid-cols-2">
        <input type="hidden" name="intent" value="register-payment" />
        <SelectField {...field('method')} />
        <TextField
          {...field('amount', formatInteger(order.total_clp))}
          hint={`La orden es por ${formatPesos(order.total_clp)}`}
        />
        <TextField {...field('paid_on', today)} max={today} />
        <TextField {...field('reference')} />
        <TextField {...field('note')} />
        <ReauthenticationField
          hint="La pedimos porque entrega accesos sin un pago del banco."
          error={errors.password}
        />
        <Button type="submit" className="justify-self-start sm:col-span-2" pending={sending}>
          Marcar como pagada
        </Button>
      </Form>
    </Panel>
  )
}

function KeepOpen({ answer }: PendingOrderProps) {
  const sending = useNavigation().formData?.get('intent') === 'keep-open'
  const { field } = useForm(heldFields, answer?.intent === 'keep-open' ? answer : undefined)
  return (
    <Form method="post" preventScrollReset className="grid content-start gap-4">
      <input type="hidden" name="intent" value="keep-open" />
      <SelectField {...field('days', '7')} />
      <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
        Ampliar el plazo
      </Button>
    </Form>
  )
}

function Cancel({ order, answer }: PendingOrderProps) {
  const sending = useNavigation().formData?.get('intent') === 'cancel'
  const { field } = useForm(cancelFields, answer?.intent === 'cancel' ? answer : undefined)
  return (
    <Form method="post" noValidate preventScrollReset className="grid content-start gap-4">
      <input type="hidden" name="intent" value="cancel" />
      <p className="text-sm text-pretty text-muted">
        {`Si la cancelas ya no se podrá pagar, y no se puede deshacer.${order.usesCode ? ` El código ${order.discount_code} recupera su uso.` : ''}`}
      </p>
      <TextField
        {...field('reason')}
        hint={
          order.client.isGone
            ? 'Quien compró eliminó su cuenta: no recibe correo.'
            : `Lo lee ${order.client.name} en el correo que avisa que se canceló.`
        }
      />
      <Button type="submit" variant="danger" className="justify-self-start" pending={sending}>
        Cancelar la orden
      </Button>
    </Form>
  )
}
