import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'

/** Whether a total can't be paid with a card: nothing is free, and the gateway charges no less than its minimum. */
export const isBelowMinimum = (total: Pesos, minimum: Pesos): boolean => total > 0 && total < minimum

/** What staff are told of a total that a card can't pay. @param minimum pesos, of the gateway. */
export const transferOnlyText = (minimum: Pesos): string =>
  `Con tarjeta no se cobra menos de ${formatPesos(minimum)}: este total solo se puede pagar por transferencia.`
