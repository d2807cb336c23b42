import type { CancelledOrder } from '#app/features/payments/manual/register-payment.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'
import type { Candidate, MatchOrder, Reason } from './candidates.ts'

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

/** Why an order was cancelled when credits were taken for it. */
export const cancelledText = (failure: CancelledOrder): string =>
  failure.code === 'seats_gone'
    ? 'Los asientos ya no se pueden agregar y la orden se canceló: devuelve el dinero.'
    : `La orden ${failure.orderNumber} ya pagó la misma cotización y esta se canceló: devuelve el dinero.`
