import { randomUUID } from 'node:crypto'
import { data, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { returnText } from '#app/features/payments/checkout/shared-payment.ts'
import {
  approvalFields,
  commentFields,
  LINK_TEXTS,
  type QuotationLink,
  REPLY_FIELDS,
  sharedPath,
} from '#app/features/quotations/approval/approval.ts'
import { replyForms } from '#app/features/quotations/approval/approval-schema.server.ts'
import { RepliesPanel } from '#app/features/quotations/approval/replies-panel.tsx'
import { replyToQuotation } from '#app/features/quotations/approval/reply-to-quotation.server.ts'
import { QuotationDetail } from '#app/features/quotations/quotation-detail.tsx'
import { QUOTATION_STATES, quotationState } from '#app/features/quotations/quotations.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { answerForm } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/shared-quotation'
import { findShared } from './shared-quotation.server.ts'

type ReplyAnswer = Pick<
  FormAnswer<'approve' | 'decline' | 'comment', (typeof REPLY_FIELDS)[number]>,
  'intent' | 'errors' | 'values'
>

type ReplyPanelProps = {
  /** Generated with the form, so that a second click is no second reply. */
  replyKey: string
  answer: ReplyAnswer | undefined
}

/** Approves a quotation. */
function ApprovalPanel({ replyKey, answer }: ReplyPanelProps) {
  const pending = useNavigation().formData?.get('intent') === 'approve'
  const { ref, field } = useForm(approvalFields, answer?.intent === 'approve' ? answer : undefined)
  return (
    <Panel title="Aprobar" description="Después se puede pagar con este mismo enlace, con tarjeta o por transferencia.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="key" value={replyKey} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('name')} />
          <TextField {...field('job_role')} />
        </div>
        <TextField {...field('purchase_order')} />
        <TextArea {...field('comment')} />
        <Button
          type="submit"
          name="intent"
          value="approve"
          pending={pending}
          pendingLabel="Aprobando…"
          className="justify-self-start"
        >
          Aprobar la cotización
        </Button>
      </Form>
    </Panel>
  )
}

/** Comments or refuses a quotation. */
function CommentPanel({ replyKey, answer }: ReplyPanelProps) {
  const intent = useNavigation().formData?.get('intent')
  const { ref, field } = useForm(commentFields, answer && answer.intent !== 'approve' ? answer : undefined)
  return (
    <Panel title="Comentar o rechazar" description="Lo lee quien pidió la cotización.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="key" value={replyKey} />
        <TextField {...field('name')} />
        <TextArea {...field('comment')} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value="comment"
            variant="secondary"
            pending={intent === 'comment'}
            pendingLabel="Enviando…"
          >
            Enviar comentario
          </Button>
          <Button
            type="submit"
            name="intent"
            value="decline"
            variant="ghost"
            pending={intent === 'decline'}
            pendingLabel="Rechazando…"
          >
            Rechazar
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

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
      <div className="grid gap-6">
        {(approval || order) && (
          <Progress order={order} approvedBy={approval?.name} total={quotation.total_clp} token={token} />
        )}
        <QuotationDetail quotation={quotation} />
        {replies.length > 0 && <RepliesPanel replies={replies} />}
        {!approval && state === 'valid' && (
          <>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <ApprovalPanel {...panel} />
              <CommentPanel {...panel} />
            </div>
            <p className="max-w-prose text-sm text-pretty text-muted">
              <span>{`Guardamos tu nombre, tu cargo y lo que escribas para quien pidió la cotización y para ${quotation.seller.name}.`}</span>{' '}
              <Link to="/legal/privacidad" target="_blank" className="text-copper underline underline-offset-4">
                Política de privacidad
              </Link>
            </p>
          </>
        )}
      </div>
    </>
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
