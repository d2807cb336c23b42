import { data, redirect } from 'react-router'
import { z } from 'zod'
import { isHeld } from '#app/features/cart/held-prices.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { openOrderOf, quotationForStaff } from '#app/features/payments/checkout/checkout.db.server.ts'
import {
  type OrderQuotationFailure,
  orderFromQuotation,
} from '#app/features/payments/checkout/order-from-quotation.server.ts'
import { quotedOrderForm } from '#app/features/payments/manual/staff-order.schema.ts'
import { linesOf } from '#app/features/quotations/quotations.db.server.ts'
import { refused } from '#app/forms/answer-form.server.ts'
import { FormOutcome } from '#app/forms/form-outcome.tsx'
import { formatDate } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { adminForm } from '#app/routes/admin/admin-form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import type { Route } from './+types/quoted-order'
import { QuotedOrderForm } from './quoted-order-form.tsx'
import { QuotedOrderSummary } from './quoted-order-summary.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Orden de ${loaderData?.quotation.number ?? 'una cotización'} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.quotationId)
  const found = id.success
    ? await asActor(db, actorOf(user), async tx => {
        const quotation = await quotationForStaff(tx, id.data)
        return (
          quotation && {
            quotation,
            lines: await linesOf(tx, quotation.id),
            open: await openOrderOf(tx, quotation.id),
          }
        )
      })
    : undefined
  if (!found) throw data('Not found', 404)
  return { ...found, isOver: !isHeld({ validUntil: found.quotation.valid_until }, now()) }
}

export const action = adminForm(
  {
    schema: quotedOrderForm,
    intents: ['order'],
    fields: [...BILLING_FIELDS, 'company_name', 'days'],
    param: 'quotationId',
  },
  async ({ days, accepted, ...billing }, { services, actor, id: quotationId, now }) => {
    const made = await orderFromQuotation(services, { actor, quotationId, billing, days, now })
    if (made.ok) return redirect(`/admin/orders/${made.value.orderId}`)
    if (made.error.code === 'quotation_not_found') throw data('Not found', 404)
    return refused(made.error.code === 'discount_invalid' ? made.error.reason : REFUSALS[made.error.code])
  },
)

const REFUSALS: Readonly<
  Record<Exclude<OrderQuotationFailure['code'], 'quotation_not_found' | 'discount_invalid'>, string>
> = {
  expired: 'La cotización venció: el cliente debe pedir una nueva.',
  bought: 'Esta cotización ya se compró.',
  no_longer_holds:
    'La cotización ya no se puede cumplir: un producto cambió, dejó de venderse o hoy cuesta menos. El cliente debe pedir una nueva.',
  nothing_to_pay: 'No hay nada que pagar: el cliente puede terminar esta compra solo.',
}

export default function QuotedOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, lines, open, isOver } = loaderData
  return (
    <>
      <PageHeading
        title="Crear la orden de una cotización"
        description={`${quotation.number}, de ${quotation.buyer_name}, vigente hasta el ${formatDate(quotation.valid_until)}`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Clientes', to: '/admin/clients' },
              { label: quotation.buyer_name, to: `/admin/clients/${quotation.user_id}` },
              { label: quotation.number },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          {open ? (
            <Alert
              actions={
                <ButtonLink size="sm" variant="secondary" to={`/admin/orders/${open.id}`}>
                  Ver la orden
                </ButtonLink>
              }
            >
              {open.status === 'paid'
                ? 'Esta cotización ya se compró.'
                : 'Esta cotización ya tiene una orden que espera su pago.'}
            </Alert>
          ) : isOver ? (
            <Alert tone="warning">{REFUSALS.expired}</Alert>
          ) : (
            <QuotedOrderForm quotation={quotation} answer={actionData} />
          )}
        </div>
        <QuotedOrderSummary quotation={quotation} lines={lines} />
      </div>
    </>
  )
}
