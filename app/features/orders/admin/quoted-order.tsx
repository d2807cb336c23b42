import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { BoughtLines } from '#app/features/cart/drawer/bought-lines.tsx'
import { isHeld } from '#app/features/cart/held-prices.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { OrderSums } from '#app/features/orders/order-sums.tsx'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { BillingPanel } from '#app/features/payments/checkout/billing-panel.tsx'
import { findOpenOrder, quotationForStaff } from '#app/features/payments/checkout/checkout.server.ts'
import { orderFromQuotation } from '#app/features/payments/checkout/order-from-quotation.server.ts'
import { quotedOrderFields } from '#app/features/payments/manual/staff-order.ts'
import { quotedOrderForm } from '#app/features/payments/manual/staff-order-schema.server.ts'
import { isBelowMinimum, transferOnlyText } from '#app/features/pricing/card-minimum.ts'
import { findReplies } from '#app/features/quotations/approval/approval.server.ts'
import { RepliesPanel } from '#app/features/quotations/approval/replies-panel.tsx'
import { findQuotationLines } from '#app/features/quotations/quotations.server.ts'
import type { QuotationLine } from '#app/features/quotations/quotations.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDate } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { EmailText } from '#app/kit/lists/list-cells.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/quoted-order'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Orden de ${loaderData?.quotation.number ?? 'una cotización'} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, gateways } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.quotationId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const { quotation, ...shown } = await allKeyed({
          quotation: quotationForStaff(tx, id.data),
          lines: findQuotationLines(tx, id.data),
          open: findOpenOrder(tx, id.data),
          replies: findReplies(tx, id.data),
        })
        return quotation && { quotation, ...shown }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const minimum = gateways.current.minimumClp
  return { ...found, minimum, isOver: !isHeld({ validUntil: found.quotation.valid_until }, now()) }
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
    if (!made) throw data('Not found', 404)
    return redirect(`/admin/orders/${made.orderId}`)
  },
)

export default function QuotedOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, lines, open, minimum, isOver, replies } = loaderData
  return (
    <>
      <PageHeading
        title={open || isOver ? `Cotización ${quotation.number}` : 'Crear la orden de una cotización'}
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
            <Alert tone="warning">La cotización venció: el cliente debe pedir una nueva.</Alert>
          ) : (
            <QuotedOrderForm
              quotation={quotation}
              isBusiness={lines.some(line => line.mode === 'business')}
              answer={actionData}
            />
          )}
          {replies.length > 0 && <RepliesPanel replies={replies} />}
        </div>
        <QuotedOrderSummary quotation={quotation} lines={lines} minimum={minimum} />
      </div>
    </>
  )
}

type QuotedOrderFormProps = {
  quotation: { company_name: string | null; company_rut: string | null }
  /** Company purchases preselect factura (spec D43). */
  isBusiness: boolean
  answer:
    | Pick<FormAnswer<string, (typeof BILLING_FIELDS)[number] | keyof typeof quotedOrderFields>, 'errors' | 'values'>
    | undefined
}

/** The data of an order that its quotation lacks. */
function QuotedOrderForm({ quotation, isBusiness, answer }: QuotedOrderFormProps) {
  const sending = useNavigation().state !== 'idle'
  const { ref, field } = useForm(quotedOrderFields, answer)
  const errors = answer?.errors ?? {}
  const values = answer?.values ?? {
    document: isBusiness || quotation.company_rut !== null ? 'factura' : 'boleta',
    ...(quotation.company_rut !== null && { billing_rut: quotation.company_rut }),
    ...(quotation.company_name !== null && { billing_name: quotation.company_name }),
  }
  return (
    <Form ref={ref} method="post" noValidate className="grid gap-6">
      <input type="hidden" name="intent" value="order" />
      <BillingPanel values={values} errors={errors} />
      <Panel title="Pago">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField {...field('days', '30')} />
          <TextField {...field('company_name', quotation.company_name)} />
        </div>
        <Checkbox
          className="mt-5"
          label="El cliente aceptó por escrito la cotización, las condiciones de compra y, si invita a otras personas, el contrato de encargo"
          name="accepted"
          error={errors.accepted}
        />
      </Panel>
      <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Creando…">
        Crear la orden
      </Button>
    </Form>
  )
}

type QuotedOrderSummaryProps = {
  quotation: {
    buyer_email: string
    company_name: string | null
    company_address: string | null
    reference: string | null
    total_clp: Pesos
    discount_clp: Pesos
    discount_code: string | null
    vat_text: string
  }
  lines: readonly QuotationLine[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
}

/** The lines of a quotation at their held prices. */
const QuotedOrderSummary = ({ quotation, lines, minimum }: QuotedOrderSummaryProps) => (
  <Panel title="Lo cotizado">
    <BoughtLines
      lines={lines.map(({ product_id, name, mode, seats, total_clp }) => ({
        id: product_id,
        name,
        mode,
        seats,
        price: total_clp,
      }))}
    />
    <OrderSums order={quotation} />
    {isBelowMinimum(quotation.total_clp, minimum) && (
      <Alert tone="warning" className="mt-4">
        {transferOnlyText(minimum)}
      </Alert>
    )}
    <div className="mt-5 border-t border-line pt-5">
      <Facts>
        <Fact label="Email">
          <EmailText email={quotation.buyer_email} />
        </Fact>
        {quotation.company_name && <Fact label="Empresa">{quotation.company_name}</Fact>}
        {quotation.company_address && <Fact label="Dirección">{quotation.company_address}</Fact>}
        {quotation.reference && <Fact label="Referencia del cliente">{quotation.reference}</Fact>}
      </Facts>
    </div>
  </Panel>
)
