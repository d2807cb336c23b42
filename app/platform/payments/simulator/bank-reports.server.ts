import { type Kysely, sql } from 'kysely'
import { type Day, dayOf, formatDateTime, formatDay, shiftDay, startOfDay } from '#app/kernel/dates.ts'
import type { PaymentStatus } from '#app/platform/payments/gateway.ts'
import type { SimulatorTables } from './postgres-store.server.ts'
import { authorizationCode, cards } from './simulator-rules.ts'
import type { Card } from './simulator-store.ts'

/** A committed transaction in the simulated bank's books. Amounts in pesos. */
type BookedTransaction = {
  token: string
  buy_order: string
  amount_clp: number
  refunded_clp: number
  card: Card | null
  status: PaymentStatus
  committed_at: Date
}

/** Transactions of one report at most. */
const MAX_ROWS = 20_000

/** An example, 1.5 % and its VAT: a shop's contract says what it pays. */
const COMMISSION_WITH_VAT = 0.015 * 1.19

/** Days until the deposit: of debit and prepaid cards, and of credit cards. */
const DEPOSIT_DAYS: Readonly<Record<Card, number>> = { debit: 1, prepaid: 1, credit: 2, instalments: 2 }

async function booked(db: Kysely<SimulatorTables>, { from, until }: Period): Promise<BookedTransaction[]> {
  const { rows } = await sql<BookedTransaction>`
    select token, buy_order, amount_clp, refunded_clp, card, status, committed_at from simulator.simulator_transactions
    where committed_at >= ${startOfDay(from)} and committed_at < ${startOfDay(shiftDay(until, 1))}
    order by committed_at, token limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Days, both included. */
type Period = { from: Day; until: Day }

const STATES: Readonly<Partial<Record<PaymentStatus, string>>> = {
  AUTHORIZED: 'Aprobada',
  CAPTURED: 'Aprobada',
  REVERSED: 'Reversada',
  NULLIFIED: 'Anulada',
  PARTIALLY_NULLIFIED: 'Parcialmente anulada',
  FAILED: 'Rechazada',
}

/** The simulated bank's report of sales: a row for each transaction, with what was nullified of it. */
export async function salesReport(db: Kysely<SimulatorTables>, period: Period): Promise<string[][]> {
  const rows = await booked(db, period)
  return [
    [
      'Orden de compra',
      'Fecha creación',
      'Código de autorización',
      'Tipo de producto',
      'Final número de tarjeta',
      'Estado',
      'Monto',
      'Monto anulado',
    ],
    ...rows.map(row => [
      row.buy_order,
      formatDateTime(row.committed_at),
      authorizationCode(row),
      cards[row.card ?? 'credit'].type,
      cards[row.card ?? 'credit'].last4,
      STATES[row.status] ?? row.status,
      String(row.amount_clp),
      String(row.status.endsWith('NULLIFIED') ? row.refunded_clp : 0),
    ]),
  ]
}

/** Its settlement: what it deposits of each sale, and takes back for what was nullified. */
export async function settlementReport(db: Kysely<SimulatorTables>, period: Period): Promise<string[][]> {
  const rows = (await booked(db, period)).filter(({ status }) => status !== 'FAILED' && status !== 'REVERSED')
  return [
    [
      'Tipo Transacción',
      'Fecha Venta',
      'Tipo Tarjeta',
      'Monto Original Venta',
      'Código Autorización Venta',
      'Nº Cuota',
      'Monto Para Abono',
      'Comisión e IVA Comisión',
      'Monto Anulación',
      'Devolución Comisión e IVA Comisión',
      'Fecha Abono',
    ],
    ...rows.flatMap(row => {
      const card = row.card ?? 'credit'
      const day = dayOf(row.committed_at)
      const line = (kind: string, sale: number, nullified: number) => [
        kind,
        formatDay(day),
        cards[card].type,
        String(row.amount_clp),
        authorizationCode(row),
        'S/C',
        String(sale),
        String(commission(sale)),
        String(nullified),
        String(commission(nullified)),
        formatDay(shiftDay(day, DEPOSIT_DAYS[card])),
      ]
      const sold = line('Venta', row.amount_clp, 0)
      return row.refunded_clp > 0 ? [sold, line('Anulación', 0, row.refunded_clp)] : [sold]
    }),
  ]
}

const commission = (amount: number): number => Math.round(amount * COMMISSION_WITH_VAT)
