import { answerNote } from '#app/features/clients/staff-notes.server.ts'
import { hasSteppedUp } from '#app/features/identity/staff/step-up.server.ts'
import { cancelOrders } from '#app/features/payments/manual/cancel-orders.server.ts'
import { keepOrderOpen, registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { resendReceipts } from '#app/features/payments/manual/resend-receipts.server.ts'
import { queryUnresolved, resolvePayment } from '#app/features/payments/manual/resolve-payment.server.ts'
import { staffOrderForm } from '#app/features/payments/manual/staff-order.schema.ts'
import { refundedText, STAFF_ORDER_INTENTS, type StaffOrderIntent } from '#app/features/payments/manual/staff-order.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { outcomeOf } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { ASK_REFUSALS, NOT_PENDING, refundRefusal, registerRefusal, settleRefusal } from './order-refusals.ts'
import { gatewayAnswer } from './resolution-texts.ts'

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
        return outcomeOf(
          await resendReceipts(services, { actor, orderIds: [orderId] }),
          'El comprobante va en camino al correo de quien compró.',
          () => 'No se envió nada: su correo ya va en camino.',
        )
      case 'refund': {
        const { kind, seen, reason, understood, password, by_hand } = command
        const amount = kind === 'part' ? { amount: command.amount } : {}
        // The amount decides whether it is required; a typed password must be right.
        if (password !== '') await confirm(password)
        const confirmed = { password: password !== '' || (await hasSteppedUp(args)), loss: understood !== undefined }
        const byHand = by_hand !== undefined
        return outcomeOf(
          await refundOrder(services, { ...input, ...amount, seen, reason, byHand, confirmed }),
          refund => refundedText(refund.state, refund.amount),
          failure => refundRefusal(failure, kind),
        )
      }
      case 'register-payment': {
        await confirm(command.password)
        const { method, reference, note, amount, paid_on: paidOn } = command
        return outcomeOf(
          await registerPayment(services, { ...input, amount, seen: { method, reference, note, paidOn } }),
          'Pago registrado: la orden está pagada, sus accesos están listos y el comprobante va en camino.',
          registerRefusal,
        )
      }
      case 'keep-open':
        return outcomeOf(
          await keepOrderOpen(services, { ...input, days: command.days }),
          end => `La orden espera su pago hasta el ${formatDate(end)}.`,
          () => NOT_PENDING,
        )
      case 'cancel':
        return outcomeOf(
          await cancelOrders(services, { ...input, orderIds: [orderId], reason: command.reason }),
          'Orden cancelada: avisamos por correo a quien compró. Si usaba un código de descuento, su uso quedó libre.',
          () => 'No se canceló: ya no está pendiente, o el banco está confirmando un pago.',
        )
      case 'ask-gateway':
        return outcomeOf(
          await queryUnresolved(services, { actor, orderId, attemptId: command.attempt }),
          gatewayAnswer,
          ASK_REFUSALS,
        )
      case 'resolve-payment': {
        await confirm(command.password)
        const { attempt: attemptId, finding, note } = command
        const settled = await resolvePayment(services, { ...input, attemptId, finding, note })
        return outcomeOf(settled, 'Resuelto: abajo está cómo quedó.', settleRefusal)
      }
      case 'add-note':
      case 'delete-note':
        return answerNote(services.db, { actor, subject: { of: 'order', id: orderId }, now }, command)
    }
  },
)
