import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import type { LedgerAccount, LedgerEvent } from '#app/platform/database/values.ts'

/** The chart of accounts, in its order: what the shop has, what it owes, and what it earns and spends. */
export const ACCOUNTS: Readonly<Record<LedgerAccount, string>> = {
  card_receivable: 'Por cobrar a Transbank',
  purchase_order_receivable: 'Por cobrar por órdenes de compra',
  bank: 'Banco',
  suspense: 'Por aclarar',
  simulated_receivable: 'Pagos simulados',
  vat_credit: 'IVA crédito fiscal',
  vat_payable: 'IVA débito fiscal',
  customer_surplus: 'Pagos de más por devolver',
  sales: 'Ventas netas',
  discounts: 'Descuentos netos',
  refunds: 'Devoluciones netas',
  chargebacks: 'Contracargos',
  fees: 'Comisiones',
}

const ACCOUNT_ORDER = Object.keys(ACCOUNTS)

export const LEDGER_EVENTS: Readonly<Record<LedgerEvent, string>> = {
  sale: 'Venta',
  refund: 'Reembolso',
  surplus_received: 'Pago de más recibido',
  surplus_returned: 'Pago de más devuelto',
  surplus_cancelled: 'Pago de más que no se cobró',
  chargeback: 'Contracargo',
  chargeback_won: 'Contracargo ganado',
  fee: 'Comisión',
  payout: 'Abono en el banco',
  bank_receipt: 'Ingreso en el banco',
  bank_payment: 'Egreso del banco',
  correction: 'Corrección',
}

/** A line of an entry; one of its sides is zero. */
export type LedgerLine = { account: LedgerAccount; debit: Pesos; credit: Pesos }

/** Pesos of an account in a period. Debits are positive: what is owed or earned has a negative balance. */
export type AccountBalance = {
  account: LedgerAccount
  opening: Pesos
  debit: Pesos
  credit: Pesos
}

export const closingOf = ({ opening, debit, credit }: AccountBalance): Pesos => pesos(opening + debit - credit)

/** A sum of the database: see `private.ledger_figures` for kinds and labels. */
export type LedgerFigure = { kind: string; label: string; amount: number; period: boolean }

const SIMULATED = 'simulated:'

const isAccount = (text: string): text is LedgerAccount => Object.hasOwn(ACCOUNTS, text)

/** The balances that figures add up to, of money or of simulated payments, in the order of the chart. */
export function accountBalances(figures: readonly LedgerFigure[], simulated: boolean): AccountBalance[] {
  const found = new Map<LedgerAccount, AccountBalance>()
  for (const { kind, label, amount, period } of figures) {
    const account = simulated ? label.slice(SIMULATED.length) : label
    if (label.startsWith(SIMULATED) !== simulated || !isAccount(account)) continue
    const sums = found.get(account) ?? { account, opening: ZERO, debit: ZERO, credit: ZERO }
    const sign = kind === 'ledger_debit' ? 1 : kind === 'ledger_credit' ? -1 : 0
    if (!period) sums.opening = pesos(sums.opening + sign * amount)
    else if (sign > 0) sums.debit = pesos(sums.debit + amount)
    else if (sign < 0) sums.credit = pesos(sums.credit + amount)
    found.set(account, sums)
  }
  return [...found.values()].toSorted(
    (one, other) => ACCOUNT_ORDER.indexOf(one.account) - ACCOUNT_ORDER.indexOf(other.account),
  )
}

/** One entry of the ledger with its lines. */
export type ListedLedgerEntry = {
  id: string
  at: Date
  event: LedgerEvent
  order: { id: string; number: string } | null
  isSimulated: boolean
  amount: Pesos
  lines: LedgerLine[]
}

/** What the ledger and the orders say of a period, in pesos with VAT; equal unless something is wrong. */
export type Agreement = { what: 'sales' | 'refunds' | 'chargebacks'; ledger: Pesos; orders: Pesos }

/** The sales, refunds and chargebacks of a period in the ledger beside those of the orders' own figures. */
export function agreementsOf(figures: readonly LedgerFigure[]): Agreement[] {
  const inPeriod = figures.filter(({ period }) => period)
  const sum = (kind: string, account?: LedgerAccount): number =>
    inPeriod
      .filter(figure => figure.kind === kind)
      .filter(({ label }) => account === undefined || label === account || label === SIMULATED + account)
      .reduce((total, { amount }) => total + amount, 0)
  const debit = (account: LedgerAccount) => sum('ledger_debit', account)
  const credit = (account: LedgerAccount) => sum('ledger_credit', account)
  return [
    {
      what: 'sales',
      ledger: pesos(credit('sales') + credit('vat_payable') - debit('discounts')),
      orders: pesos(sum('sale')),
    },
    { what: 'refunds', ledger: pesos(debit('refunds') + debit('vat_payable')), orders: pesos(sum('refund')) },
    {
      what: 'chargebacks',
      ledger: pesos(debit('chargebacks') - credit('chargebacks')),
      orders: pesos(sum('chargeback')),
    },
  ]
}
