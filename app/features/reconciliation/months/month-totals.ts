import type { Day } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'

/** Figures of a month; all but the counts in pesos. Refunds, chargebacks and fees are positive. */
export type MonthTotals = {
  sale_count: number
  sales_net: Pesos
  sales_vat: Pesos
  sales_total: Pesos
  refund_count: number
  refunds_net: Pesos
  refunds_vat: Pesos
  refunds_total: Pesos
  /** Taken by the bank, less what it gave back. */
  chargebacks: Pesos
  fees_net: Pesos
  fees_vat: Pesos
  /** What the gateway deposited. */
  payouts: Pesos
}

export type TotalKey = keyof MonthTotals

/** The totals in the order of the screen and the file. */
export const TOTALS: readonly { key: TotalKey; label: string; isCount?: true }[] = [
  { key: 'sale_count', label: 'Órdenes pagadas', isCount: true },
  { key: 'sales_net', label: 'Ventas, neto' },
  { key: 'sales_vat', label: 'Ventas, IVA' },
  { key: 'sales_total', label: 'Ventas, total' },
  { key: 'refund_count', label: 'Reembolsos', isCount: true },
  { key: 'refunds_net', label: 'Reembolsos, neto' },
  { key: 'refunds_vat', label: 'Reembolsos, IVA' },
  { key: 'refunds_total', label: 'Reembolsos, total' },
  { key: 'chargebacks', label: 'Contracargos' },
  { key: 'fees_net', label: 'Comisiones del banco, neto' },
  { key: 'fees_vat', label: 'Comisiones del banco, IVA' },
  { key: 'payouts', label: 'Abonos del banco' },
]

/** A chargeback on the day on which the bank took its pesos, or negative on that on which it gave them back. */
export type ChargebackLine = { at: Date; order_number: string; reference: string | null; amount: Pesos }

/** The deposits of a day, in pesos; `fees` and `fees_vat` less what came back with refunds. */
export type Payout = {
  day: Day
  sales: Pesos
  refunds: Pesos
  fees: Pesos
  fees_vat: Pesos
  /** What it keeps back. */
  retained: Pesos
  payout: Pesos
}

/** The totals that the ledger has as well; counts and sums of others have no account. */
export type LedgerTotals = Readonly<Partial<Record<TotalKey, number>>>

/** Totals that differ from the ledger: a bug, or a row that was changed by hand. */
export const unequalToLedger = (totals: MonthTotals, ledger: LedgerTotals): TotalKey[] =>
  TOTALS.map(({ key }) => key).filter(key => ledger[key] !== undefined && ledger[key] !== totals[key])

/** What changed in a closed month since. */
export const changesSince = (
  closed: MonthTotals,
  today: MonthTotals,
): { key: TotalKey; label: string; change: number }[] =>
  TOTALS.filter(({ key }) => closed[key] !== today[key]).map(({ key, label }) => ({
    key,
    label,
    change: today[key] - closed[key],
  }))

/** What speaks against closing a month. */
export type OpenWork = { days: number; differences: number }

export const openWorkText = ({ days, differences }: OpenWork): string =>
  `${countOf(days, 'día sin conciliar', 'días sin conciliar')} y ${countOf(differences, 'diferencia abierta', 'diferencias abiertas')}`
