import { PASSWORD_MISSING } from '#app/features/identity/account-fields.ts'
import { gatewayName } from '#app/features/orders/payment-text.ts'
import type { RegisterFailure } from '#app/features/payments/manual/register-payment.server.ts'
import type { AskFailure, ResolutionFailure } from '#app/features/payments/manual/resolve-payment.server.ts'
import { DECLINE_TEXTS, LOSS_NOT_CONFIRMED } from '#app/features/payments/manual/staff-order.ts'
import type { RefundOrderFailure } from '#app/features/payments/refunds/refund-order.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { RefusalText } from '#app/kit/forms/answer-form.server.ts'

export const NOT_PENDING = 'Esta orden ya no está pendiente: mira abajo cómo quedó.'

/** Why a refund was refused. */
export function refundRefusal(failure: RefundOrderFailure, kind: 'whole' | 'part'): RefusalText {
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
      return kind === 'part' ? { field: 'amount', text } : { text }
    }
    case 'loss_not_confirmed':
      return {
        field: 'understood',
        text:
          kind === 'part'
            ? `Ese monto es todo lo que queda: la orden queda reembolsada. ${LOSS_NOT_CONFIRMED}`
            : LOSS_NOT_CONFIRMED,
      }
    case 'whole_only':
      return {
        field: 'amount',
        text: `${DECLINE_TEXTS.partial_with_debit} Lo mismo vale para las cuotas. Devuelve todo, o transfiere la parte y márcalo abajo`,
      }
    case 'charged_back':
      return { text: 'No se devolvió nada: todo lo que queda está en un contracargo.' }
    case 'password_needed':
      return { field: 'password', text: PASSWORD_MISSING }
    case 'gateway_not_configured':
      return {
        text: `No se devolvió nada: el pago se hizo con ${gatewayName(failure.gateway)}, que la tienda ya no tiene conectado. Conéctalo de nuevo, o transfiere el dinero y márcalo abajo.`,
      }
    case 'declined':
      return { text: `No se devolvió nada. ${DECLINE_TEXTS[failure.reason]}` }
  }
}

/** Why a payment was not recorded. */
export function registerRefusal(failure: RegisterFailure): RefusalText {
  switch (failure.code) {
    case 'order_not_found':
    case 'not_pending':
      return { text: NOT_PENDING }
    case 'day_out_of_range':
      return { field: 'paid_on', text: 'Ingresa un día de los últimos 12 meses, hasta hoy' }
    case 'payment_in_progress':
      return { text: 'El banco está confirmando un pago con tarjeta de esta orden. Espera a que termine.' }
    case 'other_amount':
      return { field: 'amount', text: `La orden es por ${formatPesos(failure.total)}, ni más ni menos` }
    case 'reference_used':
      return {
        field: 'reference',
        text: `Esa referencia ya pagó la orden ${failure.orderNumber}. Si paga las dos, agrégale algo que las distinga`,
      }
    case 'quotation_bought':
      return {
        text: `No se registró el pago: la orden ${failure.orderNumber} ya pagó la misma cotización. Esta se canceló: devuelve el dinero.`,
      }
    case 'seats_gone':
      return {
        text: 'No se registró el pago: los asientos ya no se pueden agregar y la orden se canceló. Devuelve el dinero.',
      }
  }
}

/** Why a payment was not settled. */
export function settleRefusal(failure: ResolutionFailure): RefusalText {
  switch (failure.code) {
    case 'nothing_to_settle':
      return { text: NOTHING_TO_SETTLE }
    case 'other_question':
      return { field: 'finding', text: 'Elige qué pasó' }
    case 'seats_gone':
      return {
        text: 'Quedó registrado que el banco cobró, pero los asientos ya no se pueden agregar o su cotización se pagó con otra orden: la orden se canceló y el dinero se devuelve solo.',
      }
  }
}

/** Why the gateway did not answer. */
export const ASK_REFUSALS: Readonly<Record<AskFailure['code'], string>> = {
  nothing_to_settle: 'Este pago ya no está por revisar, o nunca pasó por una pasarela.',
  too_old:
    'La pasarela solo informa de un pago durante 7 días: búscalo en su portal por la referencia y la autorización.',
  not_found: 'La pasarela dice que no conoce este pago.',
  unavailable: 'La pasarela no responde. Prueba en unos minutos.',
  not_configured: 'La tienda ya no tiene conectada la pasarela de este pago: búscalo en su portal.',
}

const NOTHING_TO_SETTLE = 'Ya no hay nada que resolver: otra persona lo hizo. Mira abajo cómo quedó.'
