import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import type { RefundImpact } from '#app/features/accesses/related-accesses.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { isManualMethod } from '#app/features/orders/payment-text.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import { readPesos, refundFields } from '#app/features/payments/manual/staff-order.ts'
import type { OrderPayment } from '#app/features/payments/order-payments.server.ts'
import type { StaffDocument } from '#app/features/tax-documents/staff-documents.server.ts'
import { creditNoteText } from '#app/features/tax-documents/tax-documents.ts'
import { countOf, formatPesos, inNumber } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { OrderAnswer } from './order-action.server.ts'

type Consequences = { order: StaffOrder; payment: OrderPayment; atStake: RefundImpact }

/** What a whole refund revokes and keeps (ADR 0007 and 0026), shown before the confirmation. */
function RefundConsequences({ order, payment, atStake }: Consequences) {
  const { invited, started, completed, mails } = atStake
  const people = invited + started + completed
  const added = order.items.filter(item => item.addsTo !== undefined)
  const paidTopUps = order.topUps.filter(topUp => topUp.status === 'paid')
  const openTopUps = order.topUps.filter(topUp => topUp.status === 'pending')
  return (
    <div className="rounded-md bg-sunken p-4 sm:p-5">
      <h3 className="text-base">Si devuelves todo</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-md marker:text-muted">
        {people > 0 && (
          <li>
            {`${countOf(people, 'acceso se revoca', 'accesos se revocan')}: ${invited} sin empezar, ${started} en curso y ${completed} ${completed === 1 ? 'completado' : 'completados'}. Nadie ve más sus resultados.`}
          </li>
        )}
        {order.items.some(item => item.result_mode === 'confidential') && (
          <li>En lo confidencial no se sabe quién empezó: cuenta como sin empezar.</li>
        )}
        {mails > 0 && (
          <li>
            {`${countOf(mails, 'correo en espera no se envía', 'correos en espera no se envían')}, y los recordatorios terminan.`}
          </li>
        )}
        {added.map(item => (
          <AddedSeats key={item.id} item={item} />
        ))}
        {paidTopUps.map(topUp => (
          <li key={topUp.id}>
            La orden <OrderLink id={topUp.id} number={topUp.order_number} />{' '}
            <span>{`agregó ${countOf(topUp.seats, 'asiento', 'asientos')} por ${formatPesos(topUp.total_clp)} y sigue pagada, pero ${inNumber(topUp.seats, 'su asiento deja', 'sus asientos dejan')} de servir: reembólsala aparte.`}</span>
          </li>
        ))}
        {openTopUps.map(topUp => (
          <li key={topUp.id}>
            La orden <OrderLink id={topUp.id} number={topUp.order_number} />{' '}
            <span>{`pedía ${countOf(topUp.seats, 'asiento más', 'asientos más')} y todavía no se paga: ya no se podrá pagar.`}</span>
          </li>
        ))}
        {order.usesCode && order.discount_code && <li>{`El uso del código ${order.discount_code} no se devuelve.`}</li>}
        {isManualMethod(payment.gateway) && (
          <li>
            {`Se pagó por ${payment.gateway === 'transfer' ? 'transferencia' : 'orden de compra'}: ningún banco devuelve el dinero por ti. Transfiérelo antes de registrarlo aquí.`}
          </li>
        )}
        <li>
          {order.client.isGone
            ? 'Quien compró eliminó su cuenta: no recibe correo.'
            : `${order.client.email} recibe un correo con el monto y el motivo.`}
        </li>
        <li>No se puede deshacer.</li>
      </ul>
    </div>
  )
}

type Added = { item: StaffOrder['items'][number] }

/** What becomes of them: 'se quitan 3 que nadie usa'. */
const unusedText = (unused: number, seats: number): string =>
  unused === 0
    ? inNumber(seats, 'no se quita: está en uso', 'no se quita ninguno: todos están en uso')
    : seats === 1
      ? 'se quita, porque nadie lo usa'
      : `${inNumber(unused, 'se quita', 'se quitan')} ${unused} que nadie usa`

/** Only the unused ones of seats that were added to an earlier purchase are removed (ADR 0007). */
function AddedSeats({ item: { seats, addsTo } }: Added) {
  if (!addsTo) return null
  const used = seats - addsTo.unused
  return (
    <li>
      <span>{`${seats === 1 ? 'El asiento agregado' : `De los ${countOf(seats, 'asiento agregado', 'asientos agregados')}`} a la orden`}</span>{' '}
      <OrderLink id={addsTo.orderId} number={addsTo.number} /> <span>{`${unusedText(addsTo.unused, seats)}.`}</span>
      {used > 0 && (
        <span>
          {` ${
            used === 1
              ? 'El que alguien usa sigue con su persona'
              : `Los ${used} que alguien usa siguen con sus personas`
          } aunque devuelvas el dinero: si no corresponde, revoca antes esos accesos.`}
        </span>
      )}
    </li>
  )
}

const OrderLink = ({ id, number }: { id: string; number: string }) => (
  <Link to={`/admin/orders/${id}#reembolso`} className="wrap-anywhere text-copper underline underline-offset-4">
    {number}
  </Link>
)

/** Pesos that neither a refund nor a chargeback took. */
export const leftOf = (order: StaffOrder, payment: OrderPayment) =>
  pesos(payment.amount_clp - payment.refunded_clp - order.charged_back_clp)

export type RefundFormProps = {
  order: StaffOrder
  /** The refundable payment. */
  payment: OrderPayment
  atStake: RefundImpact
  warnings: readonly string[]
  documents: readonly StaffDocument[]
  answer: OrderAnswer | undefined
}

/** Refunds a payment, whole or in part, after showing the consequences. What revokes accesses is confirmed by a button that says so. */
export function RefundForm({ order, payment, atStake, warnings, documents, answer }: RefundFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'refund'
  const { ref, errors, field } = useForm(refundFields, answer)
  const left = leftOf(order, payment)
  const canSplit = left > 0
  const endsOrder = order.charged_back_clp === 0
  const revoked = atStake.invited + atStake.started + atStake.completed
  // A partial refund of the whole balance revokes the accesses too. Without scripts the server asks for the
  // confirmation.
  const [amount, setAmount] = useState(answer?.values.amount ?? '')
  const takesAll = (readPesos(amount) ?? 0) === left
  const ofWhole = !takesAll && 'hidden group-has-[input[value=whole]:checked]/refund:grid'
  return (
    <Form
      ref={ref}
      method="post"
      noValidate
      preventScrollReset
      className="group/refund grid gap-5 [&_input]:scroll-mb-28"
    >
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="seen" value={payment.refunded_clp} />
      {warnings.map(warning => (
        <Alert key={warning} tone="warning">
          {warning}
        </Alert>
      ))}
      {canSplit ? (
        <RadioGroup
          legend="¿Cuánto se devuelve?"
          name="kind"
          variant="card"
          columns={2}
          defaultValue={answer?.values.kind}
          error={errors.kind}
          required
          options={[
            {
              value: 'whole',
              label: payment.refunded_clp > 0 ? `Lo que queda: ${formatPesos(left)}` : `Todo: ${formatPesos(left)}`,
              description: endsOrder
                ? 'La orden queda reembolsada y sus accesos se revocan.'
                : 'El resto está en un contracargo: no se revoca nada.',
            },
            { value: 'part', label: 'Una parte', description: 'La orden sigue pagada y no se revoca nada.' },
          ]}
        />
      ) : (
        <input type="hidden" name="kind" value="whole" />
      )}
      {canSplit && (
        <TextField
          {...field('amount')}
          hint={`Hasta ${formatPesos(left)}`}
          onChange={event => setAmount(event.currentTarget.value)}
          className="hidden max-w-xs group-has-[input[value=part]:checked]/refund:block"
        />
      )}
      <TextField {...field('reason')} hint={`Lo lee ${order.client.name} en el correo que avisa del reembolso.`} />
      {left > 0 && payment.gateway !== 'free' && !payment.manual && (
        <Checkbox
          label="Ya lo devolví por transferencia"
          hint="Solo si el banco no puede: se registra aquí y al banco no se le pide nada."
          name="by_hand"
          defaultChecked={answer?.values.by_hand === 'on'}
        />
      )}
      {endsOrder ? (
        <div className={classNames('grid', ofWhole)}>
          <RefundConsequences order={order} payment={payment} atStake={atStake} />
        </div>
      ) : (
        <input type="hidden" name="understood" value="on" />
      )}
      <p className="text-sm text-pretty text-muted">{creditNoteText(documents.find(({ kind }) => kind !== 61))}</p>
      {left > 0 && (
        <ReauthenticationField hint="La pedimos porque devuelve dinero." error={errors.password} className="max-w-sm" />
      )}
      <div className="z-10 -mx-5 -mb-5 grid justify-items-start gap-2 rounded-b-lg border-t border-line bg-surface px-5 py-4 in-[dialog]:sticky in-[dialog]:-bottom-6 in-[dialog]:-mb-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        {errors.understood && (
          <p ref={focusOnMount} tabIndex={-1} className="text-sm text-poor">
            {errors.understood}
          </p>
        )}
        {/* First, because Enter in a field presses the first button: it confirms no loss. */}
        <div
          className={classNames(
            endsOrder && (takesAll ? 'hidden' : 'group-has-[input[value=whole]:checked]/refund:hidden'),
          )}
        >
          <Button type="submit" variant="danger" pending={sending} pendingLabel="Reembolsando…">
            Reembolsar
          </Button>
        </div>
        {endsOrder && (
          <div className={classNames('grid', ofWhole)}>
            <Button
              type="submit"
              name="understood"
              value="on"
              variant="danger"
              pending={sending}
              pendingLabel="Reembolsando…"
            >
              {`Reembolsar todo${revoked > 0 ? ` y revocar ${countOf(revoked, 'acceso', 'accesos')}` : ''}`}
            </Button>
          </div>
        )}
      </div>
    </Form>
  )
}
