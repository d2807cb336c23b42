import type { StartPaymentError } from './start-payment.server.ts'
import type { TopUpRefusal } from './top-up.ts'
import type { TopUpError } from './top-up-seats.server.ts'

/** Why no seat can be added to an item, and what to do instead. */
export const TOP_UP_REFUSALS: Record<TopUpRefusal, string> = {
  expired: 'El plazo para responder de esta compra terminó: ya no se le agregan asientos. Puedes comprar de nuevo.',
  not_sold:
    'Este producto ya no se vende para organizaciones, así que no se le agregan asientos. Tus asientos siguen funcionando.',
  no_more_seats: 'Esta compra ya tiene el máximo de personas que permite el producto.',
}

export type TopUpProblem =
  | Exclude<TopUpError, { code: 'item_not_found' }>
  | StartPaymentError
  | { code: 'invalid' | 'unreachable' }

/** Why seats were not added, and what to do. */
export function topUpMessage(problem: TopUpProblem): string {
  switch (problem.code) {
    case 'expired':
    case 'not_sold':
    case 'no_more_seats':
      return TOP_UP_REFUSALS[problem.code]
    case 'price_changed':
      return 'El precio o los asientos de esta compra cambiaron desde que abriste la página. Revisa el detalle actualizado y confirma de nuevo.'
    case 'payment_in_progress':
      return 'Estamos confirmando con el banco el pago de otros asientos de esta compra. Cuando termine podrás agregar más.'
    case 'gateway_unavailable':
      return 'El medio de pago no responde en este momento. No se hizo ningún cobro: vuelve a intentarlo en unos segundos.'
    case 'not_payable':
      return 'Esta orden ya no se puede pagar. Revisa tus compras antes de intentarlo de nuevo.'
    case 'unreachable':
      return 'La tienda no respondió y no sabemos si tu compra alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez; si ya había llegado, no se repite.'
    case 'invalid':
      return 'No pudimos leer lo que pediste. Revisa cuántos asientos quieres y confirma de nuevo.'
  }
}
