import { data, redirect, redirectDocument, useNavigation } from 'react-router'
import { TransferPanel } from '#app/features/orders/transfer-panel.tsx'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { BillingPanel } from '#app/features/payments/checkout/billing-panel.tsx'
import { TermsCheckbox } from '#app/features/payments/checkout/pay-button.tsx'
import { paySharedQuotation } from '#app/features/payments/checkout/pay-shared-quotation.server.ts'
import { notStartedText, PAY_INTENTS, sharedPaymentForm } from '#app/features/payments/checkout/shared-payment.ts'
import { sharedPath } from '#app/features/quotations/approval/approval.ts'
import { linkCookie } from '#app/features/quotations/approval/share-quotation.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { answerForm } from '#app/kit/forms/answer-form.server.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { shop } from '#app/platform/mail/shop.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/shared-payment'
import { findShared } from './shared-quotation.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Pagar la cotización ${loaderData?.number ?? ''} · Alhena` },
]

/** Only an approved quotation is paid here; the link's own page says what stands against it. */
export async function loader(args: Route.LoaderArgs) {
  const shared = await findShared(args)
  if (!shared) throw redirect('/cotizacion')
  const { quotation, replies, token, link } = shared
  const isPayable = link.order?.status !== 'paid' && replies.some(reply => reply.kind === 'approved')
  if (!quotation || !isPayable) throw redirect(sharedPath(token))
  const { buyer } = quotation
  const { order } = link
  return {
    token,
    number: quotation.number,
    total: order?.total_clp ?? quotation.total_clp,
    isBusiness: quotation.lines.some(({ mode }) => mode === 'business'),
    /** The order that waits, with the account to transfer to. */
    order: order && { ...order, account: transferAccount(), supportEmail: shop().correo_soporte },
    billing: {
      document: buyer.rut === null ? 'boleta' : 'factura',
      ...(buyer.rut !== null && { billing_rut: formatRut(buyer.rut) }),
      ...(buyer.company !== null && { billing_name: buyer.company }),
      ...(buyer.address !== null && { billing_address: buyer.address }),
    },
  }
}

export async function action(args: Route.ActionArgs) {
  const shared = await findShared(args)
  if (!shared) throw data('Not found', 404)
  const services = servicesOf(args.context)
  const options = { schema: sharedPaymentForm, intents: PAY_INTENTS, fields: BILLING_FIELDS } as const
  return answerForm(args.request, options, async payment => {
    const { linkHash, token } = shared
    const paid = await paySharedQuotation(services, { linkHash, ...payment, now: services.now() })
    if (!paid.ok) return refuse(notStartedText(paid.error))
    if (paid.value.to === 'transfer') return redirect(`/cotizacion/pagar?token=${token}`)
    return redirectDocument(paid.value.address, {
      headers: { 'Set-Cookie': linkCookie.set(token, services.settings.appUrl) },
    })
  })
}

export default function SharedPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { number, order, token, total } = loaderData
  return (
    <RespondFrame>
      <div className="mx-auto max-w-2xl">
        <PageHeading
          title={`Pagar ${formatPesos(total)}`}
          description={order ? `Orden ${order.order_number}, de la cotización ${number}` : `Cotización ${number}`}
          before={
            <Breadcrumbs items={[{ label: `Cotización ${number}`, to: sharedPath(token) }, { label: 'Pagar' }]} />
          }
        />
        <FormOutcome answer={actionData} />
        {order ? <WaitingOrder order={order} /> : <NewPayment page={loaderData} answer={actionData} />}
      </div>
    </RespondFrame>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** An order that waits: it is paid by transfer, or with a card now. */
function WaitingOrder({ order }: { order: NonNullable<Loaded['order']> }) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <div className="grid gap-6">
      {order.heldUntil && (
        <TransferPanel
          order={order}
          heldUntil={order.heldUntil}
          account={order.account}
          supportEmail={order.supportEmail}
          then="Cuando lo recibamos avisamos a quien pidió la cotización, con el comprobante."
        />
      )}
      <Form method="post">
        <Button
          type="submit"
          name="intent"
          value="continue"
          variant={order.heldUntil ? 'secondary' : 'primary'}
          pending={pending}
          pendingLabel="Abriendo el pago…"
        >
          Pagar con tarjeta
        </Button>
      </Form>
    </div>
  )
}

function NewPayment({ page, answer }: { page: Loaded; answer: Route.ComponentProps['actionData'] }) {
  const intent = useNavigation().formData?.get('intent')
  const errors = answer?.errors ?? {}
  const ref = useFocusOnError(errors)
  return (
    <Form ref={ref} method="post" noValidate className="grid gap-6">
      <BillingPanel values={answer?.values.document ? answer.values : page.billing} errors={errors} />
      <TermsCheckbox error={errors.terms} isBusiness={page.isBusiness} />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="card"
          size="lg"
          pending={intent === 'card'}
          pendingLabel="Abriendo el pago…"
        >
          Pagar con tarjeta
        </Button>
        <Button
          type="submit"
          name="intent"
          value="transfer"
          size="lg"
          variant="secondary"
          pending={intent === 'transfer'}
          pendingLabel="Preparando…"
        >
          Pagar por transferencia
        </Button>
      </div>
      <p className="text-sm text-pretty text-muted">
        La compra queda a nombre de quien pidió la cotización, que recibe los accesos y el comprobante. El documento
        tributario sale con los datos de arriba.
      </p>
    </Form>
  )
}
