import type { Pesos } from '#app/kernel/money.ts'
import { lines } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { DayState, DifferenceKind, DifferenceStatus } from '#app/platform/database/values.ts'

/** The form that reviews a difference. */
export const reviewFields = {
  note: lines({
    label: 'Nota',
    max: 500,
    rows: 3,
    required: 'Escribe qué encontraste',
    hint: 'Qué encontraste y por qué se acepta. Queda en la auditoría.',
  }),
}

export const DAY_STATES: Statuses<DayState> = {
  waiting: { label: 'Falta el reporte', tone: 'fair' },
  different: { label: 'Con diferencias', tone: 'poor' },
  reconciled: { label: 'Conciliado', tone: 'good' },
}

export const DIFFERENCE_STATUSES: Statuses<DifferenceStatus> = {
  open: { label: 'Por revisar', tone: 'poor' },
  reviewed: { label: 'Revisada', tone: 'good' },
}

/** Each kind of difference: its name, and what to do about it. */
export const DIFFERENCES: Readonly<Record<DifferenceKind, { label: string; advice: string }>> = {
  missing_there: {
    label: 'Pagada aquí, no está en el reporte',
    advice:
      'Busca la referencia en el portal del banco. Si no aparece, el pago no se cobró: contacta a tu ejecutivo antes de reembolsar. Si aparece con otra fecha, sube el reporte de ese día.',
  },
  missing_here: {
    label: 'Está en el reporte, no está pagada aquí',
    advice:
      'Si es de una orden de la tienda, abre la orden: un pago por revisar se resuelve allí, y un cobro repetido se anula en el portal. Si no es de la tienda, puede ser de otro canal con el mismo código de comercio.',
  },
  other_amount: {
    label: 'Otro monto',
    advice:
      'El banco cobró un monto distinto al de la orden. Compara ambos en el portal y en la orden; devuelve lo cobrado de más o pide el comprobante a tu ejecutivo.',
  },
  refund_missing_there: {
    label: 'Reembolso que no está en el reporte',
    advice:
      'La tienda registró el reembolso como hecho. Búscalo en el portal, en «Anulaciones»; suele aparecer al día siguiente. Si no está, pídeselo a tu ejecutivo: el comprador todavía no recibe su dinero.',
  },
  refund_missing_here: {
    label: 'Anulación que no está aquí',
    advice:
      'Alguien anuló la venta en el portal, o es un contracargo. Si fue una anulación, registra el reembolso en la orden como hecho a mano, para que accesos y libro queden iguales.',
  },
  refund_other_amount: {
    label: 'Reembolso de otro monto',
    advice: 'La suma de los reembolsos de la orden no es la anulada en el banco. Compara ambas y corrige lo que falte.',
  },
}

/** Their amount minus ours, in pesos. */
export const gapOf = ({ our, their }: { our: Pesos | null; their: Pesos | null }): number => (their ?? 0) - (our ?? 0)
