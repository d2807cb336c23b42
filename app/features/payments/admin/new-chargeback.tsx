import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { accessesAtStake } from '#app/features/accesses/related-accesses.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { staffOrder } from '#app/features/orders/staff-order.server.ts'
import { chargebackFields } from '#app/features/payments/chargebacks/chargebacks.ts'
import { recordChargeback, recordForm } from '#app/features/payments/chargebacks/manage-chargebacks.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { namesOf } from '#app/kit/forms/fields.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/new-chargeback'
import { AccessChoice } from './access-choice.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Registrar contracargo · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.orderId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const [order, atStake] = await Promise.all([staffOrder(tx, id.data), accessesAtStake(tx, id.data)])
        return order && { order, atStake }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const { order, atStake } = found
  const isPaid = order.status === 'paid' || order.status === 'charged_back'
  const left = isPaid ? pesos(order.total_clp - order.refunded_clp - order.charged_back_clp) : pesos(0)
  return {
    order: { id: order.id, number: order.order_number, client: order.client.name, status: order.status },
    atStake,
    left,
    today: dayOf(now()),
  }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(['record']))

export const action = adminForm(
  { schema: recordForm, intents: ['record'], fields: [...namesOf(chargebackFields), 'accesses'], param: 'orderId' },
  async (command, { services, actor, id: orderId, now, confirm }) => {
    await confirm(command.password)
    const { amount, reason, note, reference, received_on, answer_by, accesses, understood } = command
    const chargebackId = await recordChargeback(services, {
      actor,
      orderId,
      amount,
      reason,
      note,
      reference,
      receivedOn: received_on,
      answerBy: answer_by,
      revoke: accesses === 'revoke',
      lossConfirmed: understood,
      now,
    })
    return redirect(`/admin/finance/chargebacks/${chargebackId}`)
  },
)

/** Records that the bank claims the payment of an order. */
export default function NewChargeback({ loaderData, actionData }: Route.ComponentProps) {
  const { order, atStake, left, today } = loaderData
  const sending = useNavigation().formData?.get('intent') === 'record'
  const { ref, errors, field } = useForm(chargebackFields, actionData)
  const canRevoke = order.status === 'paid'
  return (
    <>
      <PageHeading
        title="Registrar contracargo"
        description={`${order.client}: quedan ${formatPesos(left)} por los que el banco puede reclamar.`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Órdenes', to: '/admin/orders' },
              { label: order.number, to: `/admin/orders/${order.id}` },
              { label: 'Contracargo' },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      {left === 0 ? (
        <Alert
          tone="info"
          actions={
            <ButtonLink size="sm" variant="secondary" to={`/admin/orders/${order.id}`}>
              Volver a la orden
            </ButtonLink>
          }
        >
          De esta orden no queda nada que el banco pueda reclamar: no está pagada, no tuvo costo, o ya se devolvió o se
          reclamó todo.
        </Alert>
      ) : (
        <Panel className="max-w-4xl">
          <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
            <input type="hidden" name="intent" value="record" />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField {...field('amount', formatInteger(left))} hint={`Hasta ${formatPesos(left)}`} />
              <SelectField {...field('reason', 'not_recognised')} />
              <TextField {...field('received_on', today)} max={today} />
              <TextField {...field('answer_by')} />
              <TextField {...field('reference')} />
            </div>
            <TextArea {...field('note')} />
            {canRevoke ? (
              <AccessChoice atStake={atStake} defaultValue={actionData?.values.accesses} errors={errors} />
            ) : (
              <input type="hidden" name="accesses" value="keep" />
            )}
            <ReauthenticationField
              hint="La pedimos porque cambia lo que la tienda ganó."
              error={errors.password}
              className="max-w-sm"
            />
            <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Registrando…">
              Registrar contracargo
            </Button>
          </Form>
        </Panel>
      )}
    </>
  )
}
