import { data } from 'react-router'
import { z } from 'zod'
import { verifyPassword } from '#app/features/identity/account/password.server.ts'
import { PASSWORD_REFUSALS } from '#app/features/identity/account/security-texts.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { addOrderNote, deleteOrderNote } from '#app/features/orders/order-notes.server.ts'
import { cancelOrders } from '#app/features/payments/manual/cancel-orders.server.ts'
import { keepOrderOpen, registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { resendReceipts } from '#app/features/payments/manual/resend-receipts.server.ts'
import { askAboutReview, settleReview } from '#app/features/payments/manual/settle-review.server.ts'
import { staffOrderForm } from '#app/features/payments/manual/staff-order.schema.ts'
import { refundedText, STAFF_ORDER_INTENTS, type StaffOrderIntent } from '#app/features/payments/manual/staff-order.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { typedValues } from '#app/forms/typed-values.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/detail'
import {
  ASK_REFUSALS,
  NOT_PENDING,
  type Refusal,
  refundRefusal,
  registerRefusal,
  settleRefusal,
} from './order-refusals.ts'
import { gatewayAnswer } from './review-texts.ts'

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
] as const

/** The answer to a form on an order's page: which form, and the typed values when they have to be corrected. */
export type OrderAnswer = {
  intent: StaffOrderIntent
  done: boolean
  text: string
  errors: Record<string, string>
  values: Partial<Record<(typeof FIELDS)[number] | 'body', string>>
}

/** The forms of an order's page; each reports its outcome, and changes by others meanwhile. */
export async function answerOrder(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const services = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.orderId)
  if (!id.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const intent = STAFF_ORDER_INTENTS.find(known => known === form.intent)
  if (!intent) throw data('Bad request', 400)
  const values = { ...typedValues(form, FIELDS), body: (form.body ?? '').slice(0, 5000) }
  const done = (text: string) => data<OrderAnswer>({ intent, done: true, text, errors: {}, values: {} })
  const refuse = ({ status = 409, field, text }: Refusal) =>
    data<OrderAnswer>({ intent, done: false, text, errors: field ? { [field]: text } : {}, values }, status)

  const parsed = staffOrderForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    return data<OrderAnswer>({ intent, done: false, text: 'Revisa el formulario.', errors, values }, 400)
  }
  const command = parsed.data
  const orderId = id.data
  const input = { actor: { kind: 'admin', userId: user.id }, orderId, now: services.now() } as const
  /** Why the password was refused; undefined when it is correct. */
  const passwordRefusal = async (password: string): Promise<Refusal | undefined> => {
    const known = await verifyPassword(authCaller(args), user.id, password)
    return known.ok ? undefined : { status: 400, field: 'password', text: PASSWORD_REFUSALS[known.error.code] }
  }
  switch (command.intent) {
    case 'resend-receipt': {
      const sent = await resendReceipts(services, { actor: input.actor, orderIds: [orderId] })
      return sent.ok
        ? done('El comprobante va en camino al correo de quien compró.')
        : refuse({ text: 'No se envió nada: la orden no está pagada o su comprobante ya va en camino.' })
    }
    case 'refund': {
      const { kind, seen, reason, understood, password, by_hand } = command
      const amount = kind === 'part' ? { amount: command.amount } : {}
      // The amount decides whether it is required; a typed one must be right.
      const refused = password === '' ? undefined : await passwordRefusal(password)
      if (refused) return refuse(refused)
      const confirmed = { password: password !== '', loss: understood !== undefined }
      const byHand = by_hand !== undefined
      const refunded = await refundOrder(services, { ...input, ...amount, seen, reason, byHand, confirmed })
      return refunded.ok
        ? done(refundedText(refunded.value.state, refunded.value.amount))
        : refuse(refundRefusal(refunded.error, command.kind))
    }
    case 'register-payment': {
      const refused = await passwordRefusal(command.password)
      if (refused) return refuse(refused)
      const { method, reference, note, amount, paid_on: paidOn } = command
      const seen = { method, reference, note, paidOn }
      const registered = await registerPayment(services, { ...input, amount, seen })
      return registered.ok
        ? done('Pago registrado: la orden está pagada, sus accesos están listos y el comprobante va en camino.')
        : refuse(registerRefusal(registered.error))
    }
    case 'keep-open': {
      const kept = await keepOrderOpen(services, { ...input, days: command.days })
      return kept.ok
        ? done(`La orden espera su pago hasta el ${formatDate(kept.value)}.`)
        : refuse({ text: NOT_PENDING })
    }
    case 'cancel': {
      const cancelled = await cancelOrders(services, { ...input, orderIds: [orderId], reason: command.reason })
      return cancelled.ok
        ? done(
            'Orden cancelada: avisamos por correo a quien compró. Si usaba un código de descuento, su uso quedó libre.',
          )
        : refuse({ text: 'No se canceló: ya no está pendiente, o el banco está confirmando un pago.' })
    }
    case 'ask-gateway': {
      const { actor } = input
      const answer = await askAboutReview(services, { actor, orderId, attemptId: command.attempt })
      return answer.ok ? done(gatewayAnswer(answer.value)) : refuse({ text: ASK_REFUSALS[answer.error.code] })
    }
    case 'settle-review': {
      const refused = await passwordRefusal(command.password)
      if (refused) return refuse(refused)
      const { attempt: attemptId, finding, note } = command
      const settled = await settleReview(services, { ...input, attemptId, finding, note })
      return settled.ok ? done('Resuelto: abajo está cómo quedó.') : refuse(settleRefusal(settled.error))
    }
    case 'add-note': {
      const added = await addOrderNote(services, { ...input, body: command.body })
      return added.ok ? done('Nota guardada.') : refuse({ text: NOTE_REFUSALS[added.error.code] })
    }
    case 'delete-note': {
      const removed = await deleteOrderNote(services, { ...input, noteId: command.note })
      return removed.ok ? done('Nota eliminada.') : refuse({ text: 'Esa nota ya no estaba.' })
    }
  }
}

const NOTE_REFUSALS = {
  order_not_found: 'Esta orden no existe.',
  account_gone: 'Quien compró eliminó su cuenta: ya no se escriben notas.',
} as const
