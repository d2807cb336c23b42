import { data, redirect } from 'react-router'
import { z } from 'zod'
import { isHeld } from '#app/features/cart/held-prices.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { openOrderOf, quotationForStaff } from '#app/features/payments/checkout/checkout.db.server.ts'
import { checkoutForm } from '#app/features/payments/checkout/checkout.schema.ts'
import {
  type OrderQuotationFailure,
  orderFromQuotation,
} from '#app/features/payments/checkout/order-from-quotation.server.ts'
import { heldDays } from '#app/features/payments/manual/staff-order.schema.ts'
import { linesOf } from '#app/features/quotations/quotations.db.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { typedValues } from '#app/forms/typed-values.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
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

const FIELDS = [...BILLING_FIELDS, 'company_name', 'days'] as const

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const services = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.quotationId)
  if (!id.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const values = typedValues(form, FIELDS)
  const refuse = (status: number, text: string, errors: Record<string, string> = {}) =>
    data({ text, errors, values }, status)
  // The client accepted the terms with the quotation; the administrator who makes the order confirms it.
  const parsed = checkoutForm.safeParse({ ...form, terms: 'on' })
  const accepted = form.accepted === 'on' ? {} : { accepted: 'Confirma que el cliente aceptó' }
  if (!parsed.success || 'accepted' in accepted) {
    return refuse(400, 'Revisa el formulario.', {
      ...(parsed.error && firstMessagePerField(parsed.error)),
      ...accepted,
    })
  }
  const made = await orderFromQuotation(services, {
    actor: { kind: 'admin', userId: user.id },
    quotationId: id.data,
    billing: parsed.data,
    days: heldDays.parse(form.days),
    now: services.now(),
  })
  if (made.ok) return redirect(`/admin/orders/${made.value.orderId}`)
  if (made.error.code === 'quotation_not_found') throw data('Not found', 404)
  return refuse(409, made.error.code === 'discount_invalid' ? made.error.reason : REFUSALS[made.error.code])
}

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
      {actionData && Object.keys(actionData.errors).length === 0 && (
        <Alert tone="error" className="mb-6">
          {actionData.text}
        </Alert>
      )}
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
