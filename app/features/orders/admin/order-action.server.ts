import { answerNote } from '#app/features/clients/staff-notes.server.ts'
import { hasReauthenticated } from '#app/features/identity/staff/reauthentication.server.ts'
import { cancelOrders } from '#app/features/payments/manual/cancel-orders.server.ts'
import {
  type CancelledOrder,
  keepOrderOpen,
  registerPayment,
} from '#app/features/payments/manual/register-payment.server.ts'
import { resendReceipts } from '#app/features/payments/manual/resend-receipts.server.ts'
import {
  type GatewayReport,
  queryUnresolved,
  resolvePayment,
} from '#app/features/payments/manual/resolve-payment.server.ts'
import {
  DECLINE_TEXTS,
  refundedText,
  STAFF_ORDER_INTENTS,
  type StaffOrderIntent,
} from '#app/features/payments/manual/staff-order.ts'
import { staffOrderForm } from '#app/features/payments/manual/staff-order-schema.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { outcomeOf } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { type PaymentStatus, refundableClp } from '#app/platform/payments/gateway.ts'

/** Why an order was cancelled when its payment was recorded. */
const cancelledText = (failure: CancelledOrder): string =>
  failure.code === 'seats_gone'
    ? 'No se registró el pago: los asientos ya no se pueden agregar y la orden se canceló. Devuelve el dinero.'
    : `No se registró el pago: la orden ${failure.orderNumber} ya pagó la misma cotización. Esta se canceló: devuelve el dinero.`

const STATUSES: Readonly<Record<PaymentStatus, string>> = {
  INITIALIZED: 'el formulario se abrió y no se cobró',
  AUTHORIZED: 'cobrado',
  CAPTURED: 'cobrado',
  REVERSED: 'devuelto completo',
  NULLIFIED: 'devuelto completo',
  PARTIALLY_NULLIFIED: 'devuelto en parte',
  FAILED: 'rechazado',
}

const SUPPORTED_FINDINGS: Readonly<Record<NonNullable<GatewayReport['supportedFinding']>, string>> = {
  went_back: 'Eso calza con que el banco devolvió el dinero.',
  not_back: 'Eso calza con que no se devolvió nada.',
  paid: 'Eso calza con que el banco cobró.',
  not_paid: 'Eso calza con que el banco no cobró.',
}

/** The gateway's answer about a payment, and the finding that it supports. */
function gatewayAnswer({ snapshot, supportedFinding }: GatewayReport): string {
  const left = refundableClp(snapshot)
  const facts = [
    `La pasarela responde: ${STATUSES[snapshot.status]}, por ${formatPesos(snapshot.amountClp)}`,
    left !== undefined &&
      left > 0 &&
      left < snapshot.amountClp &&
      `de los que quedan ${formatPesos(left)} por devolver`,
    snapshot.authorizationCode !== null && `autorización ${snapshot.authorizationCode}`,
  ]
  const meaning = supportedFinding
    ? SUPPORTED_FINDINGS[supportedFinding]
    : 'Eso no aclara qué pasó: revísalo en su portal.'
  return `${facts.filter(fact => fact !== false).join(', ')}. ${meaning}`
}

const FIELDS = [
  'kind',
  'amount',
  'reason',
  'by_hand',
  'method',
  'paid_on',
  'reference',
  'note',
  'days',
  'attempt',
  'finding',
  'body',
] as const

export type OrderAnswer = FormAnswer<StaffOrderIntent, (typeof FIELDS)[number]>

/** The forms of an order's page; each reports its outcome, and changes by others meanwhile. */
export const answerOrder = adminForm(
  { schema: staffOrderForm, intents: STAFF_ORDER_INTENTS, fields: FIELDS, param: 'orderId' },
  async (command, { args, services, actor, id: orderId, now, confirm }) => {
    const input = { actor, orderId, now }
    switch (command.intent) {
      case 'resend-receipt':
        if ((await resendReceipts(services, { actor, orderIds: [orderId] })).sent === 0)
          refuse('No se envió nada: su correo ya va en camino.')
        return { done: 'El comprobante va en camino al correo de quien compró.' }
      case 'refund': {
        const { kind, seen, reason, understood, password, by_hand } = command
        const amount = kind === 'part' ? { amount: command.amount } : {}
        // The amount decides whether it is required; a typed password must be right.
        if (password !== '') await confirm(password)
        const confirmed = {
          password: password !== '' || (await hasReauthenticated(args)),
          loss: understood !== undefined,
        }
        const byHand = by_hand !== undefined
        const refund = await refundOrder(services, { ...input, ...amount, seen, reason, byHand, confirmed })
        if (refund.state === 'declined') return refuse(`No se devolvió nada. ${DECLINE_TEXTS[refund.reason]}`)
        return { done: refundedText(refund.state, refund.amount) }
      }
      case 'register-payment': {
        await confirm(command.password)
        const { method, reference, note, amount, paid_on: paidOn } = command
        return outcomeOf(
          await registerPayment(services, { ...input, amount, seen: { method, reference, note, paidOn } }),
          'Pago registrado: la orden está pagada, sus accesos están listos y el comprobante va en camino.',
          cancelledText,
        )
      }
      case 'keep-open': {
        const end = await keepOrderOpen(services, { ...input, days: command.days })
        return { done: `La orden espera su pago hasta el ${formatDate(end)}.` }
      }
      case 'cancel': {
        const { reason } = command
        if ((await cancelOrders(services, { ...input, orderIds: [orderId], reason })).cancelled === 0)
          refuse('No se canceló: ya no está pendiente, o el banco está confirmando un pago.')
        return {
          done: 'Orden cancelada: avisamos por correo a quien compró. Si usaba un código de descuento, su uso quedó libre.',
        }
      }
      case 'ask-gateway': {
        const report = await queryUnresolved(services, { actor, orderId, attemptId: command.attempt })
        return { done: gatewayAnswer(report) }
      }
      case 'resolve-payment': {
        await confirm(command.password)
        const { attempt: attemptId, finding, note } = command
        const settled = await resolvePayment(services, { ...input, attemptId, finding, note })
        return outcomeOf(settled, 'Resuelto: abajo está cómo quedó.', {
          seats_gone:
            'Quedó registrado que el banco cobró, pero los asientos ya no se pueden agregar o su cotización se pagó con otra orden: la orden se canceló y el dinero se devuelve solo.',
        })
      }
      case 'add-note':
      case 'delete-note':
        return answerNote(services.db, { actor, subject: { of: 'order', id: orderId }, now }, command)
    }
  },
)
