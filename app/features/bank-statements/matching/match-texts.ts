import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'
import type { Candidate, MatchOrder, Reason } from './candidates.ts'
import type { SettleFailure } from './settle-lines.server.ts'

const REASONS: Readonly<Record<Reason, string>> = {
  order_number: 'número de orden',
  quotation_number: 'número de cotización',
  purchase_order: 'número de orden de compra',
  reference: 'referencia registrada',
  rut: 'RUT de quien paga',
  amount: 'monto',
}

const ORDER: readonly Reason[] = ['amount', 'order_number', 'quotation_number', 'purchase_order', 'reference', 'rut']

/** Why an order is proposed: 'Monto y número de orden coinciden'. */
export function reasonsText({ reasons }: Pick<Candidate, 'reasons'>): string {
  const words = ORDER.filter(reason => reasons.includes(reason)).map(reason => REASONS[reason])
  const last = words.at(-1)
  if (last === undefined) return 'Nada coincide'
  const joined = words.length > 1 ? `${words.slice(0, -1).join(', ')} y ${last}` : last
  return `${joined.charAt(0).toUpperCase()}${joined.slice(1)} ${words.length > 1 ? 'coinciden' : 'coincide'}`
}

/** How a credit's amount differs from the order's total; undefined: it does not. */
export const differenceText = ({ difference }: Pick<Candidate, 'difference'>): string | undefined =>
  difference === 0
    ? undefined
    : difference > 0
      ? `Sobran ${formatPesos(pesos(difference))}`
      : `Faltan ${formatPesos(pesos(-difference))}`

const STATES: Readonly<Partial<Record<OrderStatus, string>>> = {
  failed: 'está cancelada',
  refunded: 'está reembolsada',
  paid: 'ya está pagada',
}

/** What an order is that no credit can pay. */
export const closedText = (status: OrderStatus): string => STATES[status] ?? 'ya no espera un pago'

type Asked = { number: string; total: MatchOrder['total']; client: { name: string }; held_until: Date | null }

/** What the staff may write to a buyer who paid too little. */
export function missingText({ number, total, client, held_until }: Asked, paid: number): string {
  const deadline = held_until === null ? '' : ` hasta el ${formatDate(held_until)}`
  return [
    `Hola ${client.name}:`,
    '',
    `Recibimos tu transferencia de ${formatPesos(pesos(paid))} para la orden ${number}, cuyo total es ${formatPesos(total)}.`,
    `Faltan ${formatPesos(pesos(total - paid))}. Transfiérelos${deadline} a la misma cuenta, con el número de la orden en el comentario, y activaremos tus accesos.`,
    '',
    'Si prefieres que te devolvamos lo que pagaste, responde este correo.',
  ].join('\n')
}

/** Why credits were not taken for an order. */
export function settleRefusal(failure: SettleFailure): string {
  switch (failure.code) {
    case 'line_taken':
      return 'Otra persona ya decidió este abono.'
    case 'order_not_found':
      return 'Esa orden no existe.'
    case 'order_closed':
      return 'La orden ya no espera este pago: se pagó de otra forma, se canceló o se reembolsó. Devuelve el dinero.'
    case 'day_out_of_range':
      return 'El abono tiene más de 12 meses: regístralo en la página de la orden.'
    case 'payment_in_progress':
      return 'El banco está confirmando un pago con tarjeta de esta orden. Espera a que termine.'
    case 'reference_used':
      return `Ese número de operación ya está registrado a mano como pago de la orden ${failure.orderNumber}: asocia el abono a esa orden.`
    case 'quotation_bought':
      return `La orden ${failure.orderNumber} ya pagó la misma cotización y esta se canceló: devuelve el dinero.`
    case 'seats_gone':
      return 'Los asientos ya no se pueden agregar y la orden se canceló: devuelve el dinero.'
    case 'too_little':
      return `Faltan ${formatPesos(failure.missing)} para el total de la orden.`
    case 'too_much':
      return `Sobran ${formatPesos(failure.surplus)}: confirma que los devolverás.`
    case 'needless_line':
      return 'Con menos abonos alcanza: quita los que sobran.'
  }
}
