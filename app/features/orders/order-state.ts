import type { AttemptStatus, OrderStatus } from '#app/platform/database/values.ts'
import type { Tone } from '#app/ui/tone.ts'

/** The tone that goes with the word of an order's state. */
export const ORDER_STATUS_TONES: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'fair',
  paid: 'good',
  failed: 'poor',
  refunded: 'neutral',
}

/** What a buyer can do about an order. */
export type NextStep = 'pay' | 'wait' | 'use' | 'buy_again' | 'none'

/** An outcome is still open at the bank: paying again could pay twice. */
const BEING_CONFIRMED: readonly AttemptStatus[] = ['committing', 'unknown', 'review', 'paid']

/** What is to be done about an order in this state, given its newest attempt to pay. */
export function nextStep(status: OrderStatus, attempt: AttemptStatus | undefined): NextStep {
  switch (status) {
    case 'pending':
      return attempt && BEING_CONFIRMED.includes(attempt) ? 'wait' : 'pay'
    case 'paid':
      return 'use'
    case 'failed':
      return 'buy_again'
    case 'refunded':
      return 'none'
  }
}

/** What is said of an order that the shop keeps open for a transfer, in place of `pay`. @param until a day */
export const heldText = (until: string): string =>
  `Esta compra espera tu pago hasta el ${until}: por transferencia, o con tarjeta ahora. Hasta entonces te guardamos sus precios; después se cancela sola y no se cobra nada.`

/** The state of an order told to its buyer. */
export const STEP_TEXTS: Readonly<Record<NextStep, string>> = {
  pay: 'Esta compra espera su pago. Si no alcanzaste a pagar, continúa ahora: si no se paga pronto, se cancela sola y no se cobra nada.',
  wait: 'Estamos confirmando tu pago con el banco. No pagues de nuevo: te enviaremos el comprobante por correo.',
  use: 'Tu compra está pagada y tus accesos están en tu dashboard.',
  buy_again: 'El pago no se realizó y no se hizo ningún cobro. Puedes volver a comprar cuando quieras.',
  none: 'Esta compra se reembolsó. El abono puede tardar unos días en aparecer en tu tarjeta.',
}
