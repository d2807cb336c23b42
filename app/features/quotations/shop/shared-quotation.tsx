import { randomUUID } from 'node:crypto'
import { data, Link, redirect } from 'react-router'
import { z } from 'zod'
import { returnText } from '#app/features/payments/checkout/shared-payment.ts'
import { LINK_TEXTS, type QuotationLink, REPLY_FIELDS, sharedPath } from '#app/features/quotations/approval/approval.ts'
import { replyForms } from '#app/features/quotations/approval/approval-schema.server.ts'
import { RepliesPanel } from '#app/features/quotations/approval/replies-panel.tsx'
import { ApprovalPanel, CommentPanel } from '#app/features/quotations/approval/reply-forms.tsx'
import { replyToQuotation } from '#app/features/quotations/approval/reply-to-quotation.server.ts'
import { QuotationDetail } from '#app/features/quotations/quotation-detail.tsx'
import { QUOTATION_STATES, type Quotation, quotationState } from '#app/features/quotations/quotations.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { answerForm } from '#app/kit/forms/answer-form.server.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/shared-quotation'
import { findShared } from './shared-quotation.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cotización ${loaderData && 'quotation' in loaderData ? loaderData.quotation.number : ''} · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const shared = await findShared(args)
  if (!shared) return data({ closed: LINK_TEXTS.not_found }, 404)
  const { link, quotation, replies, token } = shared
  const outcome = args.url.searchParams.get('pago')
  // Back from the bank: the address had no token.
  if (shared.isFromCookie)
    return redirect(sharedPath(token) + (outcome === null ? '' : `&pago=${encodeURIComponent(outcome)}`))
  if (!quotation) return data({ closed: closedText(link) }, 410)
  return data({
    token,
    quotation,
    replies,
    order: link.order,
    state: quotationState(quotation, servicesOf(args.context).now()),
    outcome: returnText(outcome),
    /** One reply per rendered form, however often it is sent. */
    key: randomUUID(),
  })
}

/** Why a link shows nothing. */
function closedText({ state, order }: QuotationLink): string {
  if (state === 'withdrawn') return LINK_TEXTS.withdrawn
  if (order?.status === 'paid') return LINK_TEXTS.bought
  return order?.heldUntil
    ? `Esta cotización venció, pero su orden ${order.order_number} espera su pago hasta el ${formatDate(order.heldUntil)}: quien la pidió tiene los datos para pagarla.`
    : LINK_TEXTS.expired
}

const replyForm = z.discriminatedUnion('intent', replyForms)

const KINDS = { approve: 'approved', decline: 'declined', comment: 'commented' } as const

const DONE = {
  approve: 'Aprobaste la cotización y avisamos a quien la pidió. Ahora se puede pagar.',
  decline: 'Rechazaste la cotización y avisamos a quien la pidió.',
  comment: 'Enviamos tu comentario a quien pidió la cotización.',
} as const

export async function action(args: Route.ActionArgs) {
  const shared = await findShared(args)
  if (!shared) throw data('Not found', 404)
  const { db, now } = servicesOf(args.context)
  const options = { schema: replyForm, intents: ['approve', 'decline', 'comment'], fields: REPLY_FIELDS } as const
  return answerForm(args.request, options, async ({ intent, key, ...typed }) => {
    const reply = { id: key, kind: KINDS[intent], job_role: null, purchase_order: null, ...typed }
    await replyToQuotation(db, { linkHash: shared.linkHash, reply, now: now() })
    return { done: DONE[intent] }
  })
}

export default function SharedQuotation({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RespondFrame>
      <div className="mx-auto max-w-244">
        {'closed' in loaderData ? (
          <>
            <PageHeading title="Cotización" />
            <Alert tone="warning">{loaderData.closed}</Alert>
          </>
        ) : (
          <OpenQuotation shared={loaderData} answer={actionData} />
        )}
      </div>
    </RespondFrame>
  )
}

type OpenQuotationProps = {
  shared: Extract<Route.ComponentProps['loaderData'], { token: string }>
  answer: Route.ComponentProps['actionData']
}

function OpenQuotation({ shared, answer }: OpenQuotationProps) {
  const { quotation, state, replies, order, outcome, token, key } = shared
  const approval = replies.find(reply => reply.kind === 'approved')
  const panel = { key, replyKey: key, answer }
  const isOpen = !approval && state === 'valid'
  return (
    <>
      <PageHeading
        title={
          <>
            <span>Cotización</span> <span className="whitespace-nowrap">{quotation.number}</span>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge of={QUOTATION_STATES} status={state} />
            <span>{`De ${quotation.seller.name}, válida hasta el ${formatDate(quotation.validUntil)}`}</span>
          </span>
        }
        actions={
          <ButtonLink to={`/cotizacion/pdf?token=${token}`} reloadDocument variant="secondary">
            Descargar PDF
          </ButtonLink>
        }
      />
      {!answer && outcome && (
        <Alert tone="warning" title="El pago no se realizó" className="mb-6">
          {outcome}
        </Alert>
      )}
      <FormOutcome answer={answer} />
      <div className={isOpen ? 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]' : 'grid gap-6'}>
        <div className="grid gap-6">
          {(approval || order) && (
            <Progress order={order} approvedBy={approval?.name} total={quotation.total_clp} token={token} />
          )}
          <QuotationDetail quotation={quotation} stacked={isOpen} />
          {replies.length > 0 && <RepliesPanel replies={replies} />}
          {isOpen && <ApprovalBar quotation={quotation} />}
        </div>
        {isOpen && (
          <>
            {/* Not sticky in a low window: the end of the form would never be visible. */}
            <div
              id={APPROVAL}
              tabIndex={-1}
              className="scroll-mt-6 lg:row-span-2 [@media(min-width:64rem)_and_(min-height:54rem)]:sticky [@media(min-width:64rem)_and_(min-height:54rem)]:top-6"
            >
              <ApprovalPanel {...panel}>
                <ApprovedSum quotation={quotation} />
              </ApprovalPanel>
            </div>
            <div className="grid gap-6 lg:col-start-1">
              <CommentPanel {...panel} />
              <p className="max-w-prose text-sm text-pretty text-muted">
                <span>{`Guardamos tu nombre, tu cargo y lo que escribas para quien pidió la cotización y para ${quotation.seller.name}.`}</span>{' '}
                <Link to="/legal/privacidad" target="_blank" className="text-copper underline underline-offset-4">
                  Política de privacidad
                </Link>
              </p>
            </div>
          </>
        )}
      </div>
    </>
  )
}

/** The id of the form of an approval, to which the bar of small screens leads. */
const APPROVAL = 'aprobar'

type Line = Quotation['lines'][number]

/** How many people a line is for, and the price of one of them before a discount. */
const peopleText = ({ seats, total_clp }: Line): string =>
  seats === 1
    ? '1 persona'
    : `${countOf(seats, 'persona', 'personas')}, ${formatPesos(pesos(Math.round(total_clp / seats)))} por persona`

/** What is approved: each line with its people and the price of one, and the total. */
const ApprovedSum = ({ quotation: { lines, discount_clp, discount_code, total_clp } }: { quotation: Quotation }) => (
  <div className="grid gap-3 border-b border-line pb-5 text-md">
    <ul className="grid gap-2">
      {lines.map(line => (
        <li key={`${line.product_id}/${line.mode}`}>
          <span className="block font-medium text-pretty">{line.name}</span>
          <span className="block text-sm text-muted tabular-nums">{peopleText(line)}</span>
        </li>
      ))}
    </ul>
    {discount_code !== null && (
      <p className="flex justify-between gap-4 text-good-ink tabular-nums">
        <span>{`Descuento (${discount_code})`}</span>
        <span>{formatPesos(pesos(-discount_clp))}</span>
      </p>
    )}
    <p className="flex items-baseline justify-between gap-4">
      <span>Total con IVA</span>
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{formatPesos(total_clp)}</span>
    </p>
  </div>
)

/** On small screens what is bought and the way to its approval stay at the bottom until the form is reached. */
function ApprovalBar({ quotation: { lines, total_clp } }: { quotation: Quotation }) {
  const [line, ...more] = lines
  return (
    <div
      data-purchase-bar
      className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:hidden print:hidden"
    >
      <p className="min-w-0 leading-tight">
        <span className="block text-lg font-semibold tracking-tight tabular-nums">{formatPesos(total_clp)}</span>
        <span className="block text-sm text-muted tabular-nums">
          {line && more.length === 0 ? peopleText(line) : countOf(lines.length, 'producto', 'productos')}
        </span>
      </p>
      <a href={`#${APPROVAL}`} className="button button-primary button-md flex-none">
        Aprobar
      </a>
    </div>
  )
}

type ProgressProps = Pick<OpenQuotationProps['shared'], 'order' | 'token'> & {
  approvedBy: string | undefined
  total: OpenQuotationProps['shared']['quotation']['total_clp']
}

/** How far approval and payment are, and the next step. */
function Progress({ order, approvedBy, total, token }: ProgressProps) {
  if (order?.status === 'paid') {
    return (
      <Alert tone="success" title="Esta cotización está pagada">
        {`La orden ${order.order_number} quedó pagada. Enviamos el comprobante a quien pidió la cotización.`}
      </Alert>
    )
  }
  if (order?.isConfirming) {
    return (
      <Alert title="El banco está confirmando el pago">
        {`No pagues de nuevo. Recarga esta página en unos minutos para ver cómo quedó la orden ${order.order_number}.`}
      </Alert>
    )
  }
  if (approvedBy === undefined) return null
  return (
    <Alert
      title={`Aprobada por ${approvedBy}`}
      actions={
        <ButtonLink size="sm" to={`/cotizacion/pagar?token=${token}`}>
          {`Pagar ${formatPesos(order?.total_clp ?? total)}`}
        </ButtonLink>
      }
    >
      {order
        ? `La orden ${order.order_number} espera su pago, con tarjeta o por transferencia.`
        : 'Ya se puede pagar, con tarjeta o por transferencia.'}
    </Alert>
  )
}
