import { REVOCATION_NOT_CONFIRMED } from '#app/features/payments/chargebacks/chargebacks.ts'
import type { RecordChargebackFailure } from '#app/features/payments/chargebacks/record-chargeback.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { RefusalText } from '#app/kit/forms/answer-form.server.ts'

/** Why a chargeback was not recorded. */
export function recordRefusal(failure: RecordChargebackFailure): RefusalText {
  switch (failure.code) {
    case 'order_not_found':
    case 'not_paid':
      return { text: 'No se registró: esta orden no está pagada, o se reembolsó entera.' }
    case 'refund_open':
      return { text: 'No se registró: hay un reembolso de esta orden en curso. Espera a que termine.' }
    case 'over_balance':
      return { field: 'amount', text: `Quedan ${formatPesos(failure.left)} que no se han devuelto ni reclamado` }
    case 'received_out_of_range':
      return { field: 'received_on', text: 'Ingresa un día de los últimos dos años, hasta hoy' }
    case 'answer_before_claim':
      return { field: 'answer_by', text: 'El plazo no puede terminar antes de que llegara el reclamo' }
    case 'reference_used':
      return { field: 'reference', text: `Esa referencia ya es del contracargo de la orden ${failure.orderNumber}` }
    case 'loss_not_confirmed':
      return { field: 'understood', text: REVOCATION_NOT_CONFIRMED }
  }
}

/** Why a chargeback was not answered or settled. */
export const CHARGEBACK_REFUSALS = {
  chargeback_not_found: 'Este contracargo no existe.',
  not_open: 'No se guardó: otra persona ya lo respondió o lo resolvió. Mira abajo cómo quedó.',
  loss_not_confirmed: { field: 'understood', text: REVOCATION_NOT_CONFIRMED },
} as const satisfies Record<string, string | RefusalText>
