import { sql, type Transaction } from 'kysely'
import { postEntry } from '#app/features/accounting/post-entry.server.ts'
import type { MatchLine } from '#app/features/bank-statements/matching/candidates.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { BankLineState, LedgerAccount, LedgerEvent } from '#app/platform/database/values.ts'
import type { BankLine } from './bank-lines.ts'

/** One credit with its order; undefined when the id is unknown. For administrators. */
export async function findBankLine(tx: Transaction<DB>, id: string): Promise<BankLine | undefined> {
  const row = await tx
    .selectFrom('bank_lines as line')
    .innerJoin('bank_accounts as account', 'account.id', 'line.account_id')
    .innerJoin('bank_statements as statement', 'statement.id', 'line.statement_id')
    .leftJoin('profiles as person', 'person.id', 'line.decided_by')
    .leftJoin('orders', 'orders.id', 'line.order_id')
    .leftJoin('profiles as client', 'client.id', 'orders.user_id')
    .select([
      'line.id',
      'account.name as account',
      'statement.file_name',
      'line.row_number',
      'line.booked_at',
      'line.amount_clp',
      'line.description',
      'line.operation',
      'line.payer_rut',
      'line.state',
      'line.note',
      'line.decided_at',
      'line.surplus_clp',
      'line.surplus_returned_at',
      'person.first_name',
      'person.last_name',
      'orders.id as order_id',
      'orders.order_number',
      'orders.status',
      'orders.total_clp',
      'orders.refunded_clp',
      'client.first_name as client_first_name',
      'client.last_name as client_last_name',
    ])
    .where('line.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { order_id, order_number, status, total_clp, refunded_clp } = row
  return {
    id: row.id,
    account: row.account,
    fileName: row.file_name,
    row: row.row_number,
    bookedOn: dayOf(row.booked_at),
    amount: row.amount_clp,
    description: row.description,
    operation: row.operation,
    rut: row.payer_rut,
    state: row.state,
    note: row.note,
    decidedAt: row.decided_at,
    decidedBy:
      row.first_name === null ? null : fullName({ first_name: row.first_name, last_name: row.last_name ?? '' }),
    surplus: row.surplus_clp,
    surplusReturnedAt: row.surplus_returned_at,
    order:
      order_id === null || order_number === null || status === null || total_clp === null || refunded_clp === null
        ? null
        : {
            id: order_id,
            number: order_number,
            status,
            total: total_clp,
            refunded: refunded_clp,
            client: `${row.client_first_name ?? ''} ${row.client_last_name ?? ''}`.trim(),
          },
  }
}

/** The credits that paid an order or are its money, as its page shows them. */
export async function linesOfOrder(tx: Transaction<DB>, orderId: string) {
  const rows = await tx
    .selectFrom('bank_lines as line')
    .innerJoin('bank_accounts as account', 'account.id', 'line.account_id')
    .select([
      'line.id',
      'line.booked_at',
      'line.amount_clp',
      'line.surplus_clp',
      'line.surplus_returned_at',
      'account.name',
    ])
    .where('line.order_id', '=', orderId)
    .orderBy('line.booked_at')
    .orderBy('line.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    bookedOn: dayOf(row.booked_at),
    amount: row.amount_clp,
    surplus: row.surplus_returned_at === null ? row.surplus_clp : ZERO,
    account: row.name,
  }))
}

export type LineOfOrder = Awaited<ReturnType<typeof linesOfOrder>>[number]

const MATCHED = ['id', 'amount_clp', 'description', 'operation', 'payer_rut', 'booked_at'] as const

/** An undecided credit, as the rules see it, with its day. */
export type OpenLine = MatchLine & { bookedOn: BankLine['bookedOn'] }

const toOpenLine = (row: {
  id: string
  amount_clp: Pesos
  description: string
  operation: string | null
  payer_rut: string | null
  booked_at: Date
}): OpenLine => ({
  id: row.id,
  amount: row.amount_clp,
  description: row.description,
  operation: row.operation,
  rut: row.payer_rut,
  bookedOn: dayOf(row.booked_at),
})

/** The newest undecided credits. */
export async function openLines(tx: Transaction<DB>, most: number): Promise<OpenLine[]> {
  const rows = await tx
    .selectFrom('bank_lines')
    .select(MATCHED)
    .where('state', '=', 'open')
    .orderBy('booked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toOpenLine)
}

/** Credits locked until the transaction ends, in the order of their ids, so that two people who decide the same can't deadlock. */
export async function lockLines(tx: Transaction<DB>, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('bank_lines')
    .select([...MATCHED, 'state', 'order_id', 'attempt_id', 'surplus_clp', 'surplus_returned_at', 'decision_id'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(row => ({
    ...toOpenLine(row),
    state: row.state,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    surplus: row.surplus_clp,
    surplusReturnedAt: row.surplus_returned_at,
    decisionId: row.decision_id,
  }))
}

export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number]

type Decision = {
  state: Exclude<BankLineState, 'open'>
  orderId?: string
  attemptId?: string
  surplus?: Pesos
  note?: string | null
  now: Date
}

/** Decides an undecided credit that the caller has locked, and posts what it moves besides its order's sale. */
export async function decideLine(tx: Transaction<DB>, id: string, decision: Decision): Promise<void> {
  const line = await tx
    .updateTable('bank_lines')
    .set({
      state: decision.state,
      order_id: decision.orderId ?? null,
      attempt_id: decision.attemptId ?? null,
      ...(decision.surplus !== undefined && { surplus_clp: decision.surplus }),
      note: decision.note ?? null,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning(['decision_id', 'order_id', 'amount_clp', 'surplus_clp'])
    .executeTakeFirstOrThrow()
  const post = entryPoster(tx, line, decision.now)
  const isReturned = decision.state === 'returned'
  if (decision.state === 'linked' && (await isPaidByPurchaseOrder(tx, decision.attemptId ?? null)))
    await post('bank_receipt', 'bank', 'purchase_order_receivable', pesos(line.amount_clp - line.surplus_clp))
  await post('surplus_received', 'bank', 'customer_surplus', isReturned ? line.amount_clp : line.surplus_clp)
  if (isReturned) await post('surplus_returned', 'customer_surplus', 'bank', line.amount_clp)
}

/** Makes a credit undecided again that the caller has locked, and takes back what its link moved. */
export async function reopenLine(tx: Transaction<DB>, line: LockedLine, now: Date): Promise<void> {
  await tx
    .updateTable('bank_lines')
    .set({ state: 'open', order_id: null, attempt_id: null, note: null, decided_at: null })
    .where('id', '=', line.id)
    .execute()
  if (!(await isPaidByPurchaseOrder(tx, line.attemptId))) return
  const post = entryPoster(tx, { decision_id: line.decisionId, order_id: line.orderId }, now)
  await post('correction', 'purchase_order_receivable', 'bank', line.amount)
}

/** Records that what an order did not need was given back. */
export async function markSurplusReturned(tx: Transaction<DB>, line: LockedLine, now: Date): Promise<void> {
  await tx.updateTable('bank_lines').set({ surplus_returned_at: now }).where('id', '=', line.id).execute()
  const post = entryPoster(tx, { decision_id: line.decisionId, order_id: line.orderId }, now)
  await post('surplus_returned', 'customer_surplus', 'bank', line.surplus)
}

/** A purchase order is a receivable until its money comes. */
async function isPaidByPurchaseOrder(tx: Transaction<DB>, attemptId: string | null): Promise<boolean> {
  if (attemptId === null) return false
  const payment = await tx
    .selectFrom('manual_payments')
    .select('method')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return payment?.method === 'purchase_order'
}

/** Posts an amount from one account to another for a decision; nothing where it is zero. */
const entryPoster =
  (tx: Transaction<DB>, decided: { decision_id: string | null; order_id: string | null }, at: Date) =>
  async (event: LedgerEvent, debit: LedgerAccount, credit: LedgerAccount, amount: Pesos): Promise<void> => {
    if (amount === 0 || decided.decision_id === null) return
    await postEntry(tx, {
      event,
      at,
      sourceId: decided.decision_id,
      orderId: decided.order_id,
      lines: [
        { account: debit, debit: amount },
        { account: credit, credit: amount },
      ],
    })
  }

/** Whether a payment that was recorded with a reference came with a credit: then another credit may have the same number. */
export async function isReferenceOfLine(tx: Transaction<DB>, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom('manual_payments as payment')
    .innerJoin('bank_lines as line', 'line.attempt_id', 'payment.attempt_id')
    .select('payment.attempt_id')
    .where('payment.method', '=', 'transfer')
    .where(sql<boolean>`lower(payment.reference) = lower(${reference})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The payment recorded by hand of a paid order, with what credits brought of it so far. The caller locks the order. */
export async function recordedPayment(tx: Transaction<DB>, orderId: string) {
  return tx
    .selectFrom('manual_payments as payment')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .select(['payment.attempt_id', 'payment.method', 'orders.order_number', 'orders.total_clp'])
    .select(
      sql<Pesos>`coalesce((select sum(line.amount_clp - line.surplus_clp) from bank_lines line
        where line.attempt_id = payment.attempt_id), 0)::bigint`.as('brought_clp'),
    )
    .where('payment.order_id', '=', orderId)
    .where('orders.status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
}
