import { data } from 'react-router'
import { z } from 'zod'
import { askPassword } from '#app/features/identity/ask-password.server.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { readForm, typedValues } from '#app/features/identity/form.server.ts'
import { fieldErrors, PASSWORD_MISSING } from '#app/features/identity/identity.schema.ts'
import { PASSWORD_REFUSALS } from '#app/features/identity/password-texts.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { cancelOrders } from '#app/features/payments/cancel-orders.server.ts'
import { keepOrderOpen } from '#app/features/payments/keep-order-open.server.ts'
import { type RefundOrderFailure, refundOrder } from '#app/features/payments/refund-order.server.ts'
import { type RegisterFailure, registerPayment } from '#app/features/payments/register-payment.server.ts'
import { resendReceipts } from '#app/features/payments/resend-receipts.server.ts'
import { staffOrderForm } from '#app/features/payments/staff-order.schema.ts'
import {
  DECLINE_TEXTS,
  LOSS_NOT_CONFIRMED,
  refundedText,
  STAFF_ORDER_INTENTS,
  type StaffOrderIntent,
} from '#app/features/payments/staff-order.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/order'

const FIELDS = ['kind', 'amount', 'reason', 'method', 'paid_on', 'reference', 'note', 'days'] as const

/** What an order's page says after a form: about which one, and what was typed when it is to be corrected. */
export type OrderAnswer = {
  intent: StaffOrderIntent
  done: boolean
  text: string
  errors: Record<string, string>
  values: Partial<Record<(typeof FIELDS)[number], string>>
}

type Refusal = { status?: 400 | 409; field?: string; text: string }

/** The forms of an order's page; each says what became of it, and what somebody else did meanwhile. */
export async function answerOrder(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const services = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.orderId)
  if (!id.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const intent = STAFF_ORDER_INTENTS.find(known => known === form.intent)
  if (!intent) throw data('Bad request', 400)
  const values = typedValues(form, FIELDS)
  const done = (text: string) => data<OrderAnswer>({ intent, done: true, text, errors: {}, values: {} })
  const refuse = ({ status = 409, field, text }: Refusal) =>
    data<OrderAnswer>({ intent, done: false, text, errors: field ? { [field]: text } : {}, values }, status)

  const parsed = staffOrderForm.safeParse(form)
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error)
    return data<OrderAnswer>({ intent, done: false, text: 'Revisa el formulario.', errors, values }, 400)
  }
  const asked = parsed.data
  const orderId = id.data
  const given = { actor: { kind: 'admin', userId: user.id }, orderId, now: services.now() } as const
  /** Why the own password, asked for again, did not do; undefined: it did. */
  const passwordRefusal = async (password: string): Promise<Refusal | undefined> => {
    const known = await askPassword(authCaller(args), user.id, password)
    return known.ok ? undefined : { status: 400, field: 'password', text: PASSWORD_REFUSALS[known.error.code] }
  }
  switch (asked.intent) {
    case 'resend-receipt': {
      const sent = await resendReceipts(services, { actor: given.actor, orderIds: [orderId] })
      return sent.ok
        ? done('El comprobante va en camino al correo de quien compró.')
        : refuse({ text: 'No se envió nada: la orden no está pagada o su comprobante ya va en camino.' })
    }
    case 'refund': {
      const { kind, seen, reason, understood, password } = asked
      const amount = kind === 'part' ? { amount: asked.amount } : {}
      // Whether it is needed follows from the amount; one that was given has to be right.
      const refused = password === '' ? undefined : await passwordRefusal(password)
      if (refused) return refuse(refused)
      const confirmed = { password: password !== '', loss: understood !== undefined }
      const refunded = await refundOrder(services, { ...given, ...amount, seen, reason, confirmed })
      return refunded.ok
        ? done(refundedText(refunded.value.state, refunded.value.amount))
        : refuse(refundRefusal(refunded.error, asked.kind))
    }
    case 'register-payment': {
      const refused = await passwordRefusal(asked.password)
      if (refused) return refuse(refused)
      const { method, reference, note, amount, paid_on: paidOn } = asked
      const seen = { method, reference, note, paidOn }
      const registered = await registerPayment(services, { ...given, amount, seen })
      return registered.ok
        ? done('Pago registrado: la orden está pagada, sus accesos están listos y el comprobante va en camino.')
        : refuse(registerRefusal(registered.error))
    }
    case 'keep-open': {
      const kept = await keepOrderOpen(services, { ...given, days: asked.days })
      return kept.ok
        ? done(`La orden espera su pago hasta el ${formatDate(kept.value)}.`)
        : refuse({ text: NOT_PENDING })
    }
    case 'cancel': {
      const cancelled = await cancelOrders(services, { ...given, orderIds: [orderId], reason: asked.reason })
      return cancelled.ok
        ? done(
            'Orden cancelada: avisamos por correo a quien compró. Si usaba un código de descuento, su uso quedó libre.',
          )
        : refuse({ text: 'No se canceló: ya no está pendiente, o el banco está confirmando un pago.' })
    }
  }
}

const NOT_PENDING = 'Esta orden ya no está pendiente: mira abajo cómo quedó.'

function refundRefusal(failure: RefundOrderFailure, kind: 'whole' | 'part'): Refusal {
  switch (failure.code) {
    case 'order_not_found':
    case 'not_paid':
      return { text: 'No se devolvió nada: esta orden no está pagada, o ya se reembolsó.' }
    case 'refund_open':
      return { text: 'No se devolvió nada: hay otro reembolso de esta orden en curso.' }
    case 'refunded_meanwhile':
      return {
        text: `No se devolvió nada: mientras tanto hubo otro reembolso. Quedan ${formatPesos(failure.refundable)} por devolver.`,
      }
    case 'over_balance': {
      const text = `Quedan ${formatPesos(failure.refundable)} por devolver`
      return kind === 'part' ? { status: 400, field: 'amount', text } : { text }
    }
    case 'loss_not_confirmed':
      return {
        status: 400,
        field: 'understood',
        text:
          kind === 'part'
            ? `Ese monto es todo lo que queda: la orden queda reembolsada. ${LOSS_NOT_CONFIRMED}`
            : LOSS_NOT_CONFIRMED,
      }
    case 'password_needed':
      return { status: 400, field: 'password', text: PASSWORD_MISSING }
    case 'declined':
      return { text: `No se devolvió nada. ${DECLINE_TEXTS[failure.reason]}` }
  }
}

function registerRefusal(failure: RegisterFailure): Refusal {
  switch (failure.code) {
    case 'order_not_found':
    case 'not_pending':
      return { text: NOT_PENDING }
    case 'day_out_of_range':
      return { status: 400, field: 'paid_on', text: 'Ingresa un día de los últimos 12 meses, hasta hoy' }
    case 'payment_in_progress':
      return { text: 'El banco está confirmando un pago con tarjeta de esta orden. Espera a que termine.' }
    case 'other_amount':
      return { status: 400, field: 'amount', text: `La orden es por ${formatPesos(failure.total)}, ni más ni menos` }
    case 'reference_used':
      return {
        status: 400,
        field: 'reference',
        text: `Esa referencia ya pagó la orden ${failure.orderNumber}. Si paga las dos, agrégale algo que las distinga`,
      }
    case 'seats_gone':
      return {
        text: 'No se registró el pago: los asientos ya no se pueden agregar y la orden se canceló. Devuelve el dinero.',
      }
  }
}
