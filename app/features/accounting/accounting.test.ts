import { describe, expect, it } from 'vitest'
import { accountBalances, agreementsOf, closingOf, type LedgerFigure } from './accounting.ts'

const figure = (kind: string, label: string, amount: number, period = true): LedgerFigure => ({
  kind,
  label,
  amount,
  period,
})

const FIGURES = [
  figure('ledger_debit', 'card_receivable', 1190),
  figure('ledger_debit', 'discounts', 100),
  figure('ledger_credit', 'sales', 1100),
  figure('ledger_credit', 'vat_payable', 190),
  figure('ledger_debit', 'card_receivable', 500, false),
  figure('ledger_credit', 'card_receivable', 200, false),
  figure('ledger_debit', 'simulated:simulated_receivable', 119),
  figure('ledger_credit', 'simulated:sales', 100),
  figure('ledger_credit', 'simulated:vat_payable', 19),
  figure('sale', 'self', 1309),
]

describe('balances', () => {
  it('are those of the chart, with what was there before the period, and without simulated payments', () => {
    const balances = accountBalances(FIGURES, false)
    expect(balances.map(({ account }) => account)).toEqual(['card_receivable', 'vat_payable', 'sales', 'discounts'])
    expect(balances[0]).toEqual({ account: 'card_receivable', opening: 300, debit: 1190, credit: 0 })
    expect(balances.map(closingOf)).toEqual([1490, -190, -1100, 100])
  })

  it('of simulated payments are apart', () => {
    expect(accountBalances(FIGURES, true).map(balance => [balance.account, closingOf(balance)])).toEqual([
      ['simulated_receivable', 119],
      ['vat_payable', -19],
      ['sales', -100],
    ])
  })
})

describe('the sums of a period', () => {
  it('agree when the ledger has the pesos of the orders', () => {
    expect(agreementsOf(FIGURES)).toEqual([
      { what: 'sales', ledger: 1309, orders: 1309 },
      { what: 'refunds', ledger: 0, orders: 0 },
      { what: 'chargebacks', ledger: 0, orders: 0 },
    ])
  })

  it('differ by what one of them lacks', () => {
    const more = [
      ...FIGURES,
      figure('refund', '', 119),
      figure('ledger_debit', 'refunds', 100),
      figure('ledger_debit', 'chargebacks', 50),
      figure('ledger_credit', 'chargebacks', 20),
      figure('chargeback', '', 31),
    ]
    expect(agreementsOf(more).slice(1)).toEqual([
      { what: 'refunds', ledger: 100, orders: 119 },
      { what: 'chargebacks', ledger: 30, orders: 31 },
    ])
  })
})
