import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import type { StartPaymentError } from '#app/features/payments/attempts/start-payment.server.ts'
import type { CheckOutError } from './check-out.server.ts'

export type CheckoutProblem = CheckOutError | StartPaymentError | { code: 'invalid_cart' } | { code: 'unreachable' }

/** A question about an earlier purchase of the same. */
export type RepeatProblem = Extract<CheckoutProblem, { code: 'recently_bought' | 'payment_unfinished' }>

export const isRepeat = (problem: CheckoutProblem): problem is RepeatProblem =>
  problem.code === 'recently_bought' || problem.code === 'payment_unfinished'

/** Why a checkout failed, and what to do. */
export function checkoutMessage(problem: Exclude<CheckoutProblem, RepeatProblem>): string {
  switch (problem.code) {
    case 'cart_changed':
      return 'Los precios o las condiciones de tu carrito cambiaron. Revisa el detalle actualizado y confirma de nuevo.'
    case 'discount_invalid':
      return `${problem.reason}. Quita el código o usa otro, y confirma de nuevo.`
    case 'discount_gone':
      return 'El código de descuento se acaba de agotar. Quítalo o usa otro, y confirma de nuevo.'
    case 'organisation_gone':
      return 'Ya no compras a nombre de esa organización. Elige de quién será la compra y confirma de nuevo.'
    case 'payment_under_way':
      return `El banco está confirmando el pago de tu orden ${problem.orderNumber}: no se puede reemplazar. Revisa cómo quedó en «Mis compras» antes de pagar de nuevo.`
    case 'gateway_unavailable':
      return 'El medio de pago no responde en este momento. Tu orden está guardada y no se hizo ningún cobro: vuelve a intentarlo en unos segundos.'
    case 'below_minimum':
      return belowMinimumText(problem.minimum)
    case 'too_many_awaited':
      return `Ya tienes ${problem.orders} compras que esperan su transferencia. Transfiere una de ellas antes de hacer otra, o paga esta con tarjeta.`
    case 'not_payable':
      return 'Esta orden ya no se puede pagar. Revisa tu panel antes de intentarlo de nuevo.'
    case 'unreachable':
      return 'La tienda no respondió y no sabemos si tu compra alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez; si ya había llegado, no se repite.'
    case 'invalid_cart':
      return 'No pudimos leer tu carrito. Revísalo y vuelve a intentarlo.'
  }
}

type BoughtItem = { assessment_id: string; name: string; mode: 'self' | 'business'; seats: number }

/** The address of an order's success screen; all parameters but the number are display hints (spec D2). */
export function successAddress(order: {
  order_number: string
  total_clp: number
  items: readonly BoughtItem[]
}): string {
  const { items } = order
  const [first] = items
  const params = new URLSearchParams({
    order: order.order_number,
    total: String(order.total_clp),
    items: String(items.length),
    ...(first && {
      assessment: first.name,
      assessment_id: first.assessment_id,
      mode: items.some(item => item.mode === 'business') ? 'business' : 'self',
      seats: String(items.reduce((sum, item) => sum + item.seats, 0)),
    }),
  })
  return `/payment-success?${params}`
}
