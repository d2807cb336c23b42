import type { Day } from '#app/kernel/dates.ts'
import { type Pesos, pesos, splitVat, ZERO } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import type { MovementKind, ReportSource } from '#app/platform/database/values.ts'
import type { NumberedRow } from '#app/platform/sheets/delimited.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import { MAX_LINES, type Movement } from './movement.ts'
import { COLUMN_NAMES, type ColumnKey } from './report-columns.ts'
import { type Columns, findTable, type Table, type TableFailure } from './report-table.ts'
import { readAmount, readAuthorization, readCard, readDay, readInstallment, readText } from './report-values.ts'

type RowProblem = { row: number; column: string; text: string }

type ReadRow =
  | { movements: Movement[] }
  | { ignored: 'no_movement' | 'not_approved' | 'reversed' }
  | { problem: RowProblem }

/** How files call the kinds; the first words decide. */
const KINDS: readonly (readonly [start: string, kind: MovementKind])[] = [
  ['venta', 'sale'],
  ['compra', 'sale'],
  ['pago', 'sale'],
  ['autorizacion', 'sale'],
  ['anulacion', 'refund'],
  ['reversa', 'refund'],
  ['devolucion', 'refund'],
  ['cobro', 'charge'],
  ['cargo', 'charge'],
  ['retencion', 'retention'],
  ['contracargo', 'retention'],
]

/** The movements of a row: one, or two where a sale's row says what was nullified of it. */
function readRow(source: ReportSource, columns: Columns, row: NumberedRow): ReadRow {
  const cell = (key: ColumnKey): string => {
    const at = columns.get(key)
    return at === undefined ? '' : (row.cells[at] ?? '').trim()
  }
  let problem: RowProblem | undefined
  /** Notes the row's first unreadable cell, which then is the row's outcome. */
  const bad = (key: ColumnKey): ReadRow => {
    problem ??= { row: row.number, column: COLUMN_NAMES[key], text: cutText(cell(key), 60) }
    return { problem }
  }
  /** Pesos of a cell; an empty one is zero. */
  const amount = (key: ColumnKey): Pesos => {
    const text = cell(key)
    const read = text === '' || text === '-' ? ZERO : readAmount(text)
    if (read === undefined) bad(key)
    return read ?? ZERO
  }
  const dayOf = (key: ColumnKey) => {
    const text = cell(key)
    const read = text === '' ? undefined : readDay(text)
    if (text !== '' && !read) bad(key)
    return read
  }
  const readCells = (): ReadRow => {
    const kind = kindOf(columns.has('type'), cell('type'))
    if (!kind) return { ignored: 'no_movement' }
    // Sums below the table have no date.
    const dated = dayOf('day') ?? dayOf('accounting_day') ?? (source === 'settlement' ? dayOf('payout_day') : undefined)
    if (!dated) return { ignored: 'no_movement' }
    const common = {
      row: row.number,
      day: dated,
      accountingDay: dayOf('accounting_day') ?? null,
      reference: readText(cell('reference'), 64),
      authorizationCode: readAuthorization(cell('authorization')),
      cardLast4: readCard(cell('card')),
      paymentType: readText(cell('payment_type'), 40),
    }
    const facts = { amount, cell, bad, kind, common }
    return source === 'sales' ? salesRow(facts) : settlementRow({ ...facts, payoutDay: dayOf('payout_day') ?? dated })
  }
  const read = readCells()
  return problem ? { problem } : read
}

function kindOf(hasColumn: boolean, text: string): MovementKind | undefined {
  if (!hasColumn) return 'sale'
  const words = plainText(text)
  return KINDS.find(([start]) => words.startsWith(start))?.[1]
}

type Facts = {
  amount: (key: ColumnKey) => Pesos
  cell: (key: ColumnKey) => string
  bad: (key: ColumnKey) => ReadRow
  kind: MovementKind
  common: Pick<
    Movement,
    'row' | 'day' | 'accountingDay' | 'reference' | 'authorizationCode' | 'cardLast4' | 'paymentType'
  >
}

const positive = (amount: Pesos): Pesos => pesos(Math.abs(amount))
const NO_FEE = { fee: ZERO, feeVat: ZERO, payoutDay: null, installment: null, detail: null } as const

function salesRow({ amount, cell, bad, kind, common }: Facts): ReadRow {
  const state = plainText(cell('status'))
  const response = cell('response')
  if (/^(rechazad|fallid|no autorizad|abortad|expirad|pendiente|inicializad)/.test(state))
    return { ignored: 'not_approved' }
  if (response !== '' && !/^0+$/.test(response)) return { ignored: 'not_approved' }
  // Given back within hours, as if it had never been.
  if (/^revers/.test(state)) return { ignored: 'reversed' }
  if (cell('amount') === '') return { ignored: 'no_movement' }
  const written = amount('amount')
  if (written === 0) return bad('amount')
  const total = positive(written)
  const movement = (of: MovementKind, part: Pesos): Movement => ({
    ...common,
    ...NO_FEE,
    kind: of,
    amount: part,
    total: part,
  })
  if (kind !== 'sale' || written < 0) return { movements: [movement(kind === 'sale' ? 'refund' : kind, total)] }
  const nullified = positive(amount('refunded'))
  const back = nullified > 0 ? nullified : /^anulad/.test(state) ? total : ZERO
  return { movements: [movement('sale', total), ...(back > 0 ? [movement('refund', back)] : [])] }
}

function settlementRow({
  amount,
  cell,
  bad,
  kind,
  common,
  payoutDay,
}: Facts & { payoutDay: Movement['payoutDay'] }): ReadRow {
  const shared = {
    ...common,
    kind,
    payoutDay,
    installment: readInstallment(cell('installment')),
    detail: readText(cell('detail'), 200),
  }
  switch (kind) {
    case 'sale': {
      const whole = positive(amount('amount'))
      const part = positive(amount('portion'))
      const paidOut = part > 0 ? part : whole
      if (paidOut === 0) return bad(cell('portion') === '' ? 'amount' : 'portion')
      return {
        movements: [
          { ...shared, ...feeOf(amount, 'fee', 'extra_fee'), amount: paidOut, total: whole > 0 ? whole : paidOut },
        ],
      }
    }
    case 'refund': {
      const back = positive(amount('refunded')) || positive(amount('amount')) || positive(amount('portion'))
      if (back === 0) return bad('refunded')
      return {
        movements: [
          { ...shared, ...feeOf(amount, 'fee_back', 'extra_fee_back'), amount: pesos(back), total: pesos(back) },
        ],
      }
    }
    case 'charge': {
      // The charge and its VAT; taken from the deposit together.
      const fee = positive(amount('charge'))
      const feeVat = positive(amount('charge_vat'))
      if (fee === 0) return bad('charge')
      const total = pesos(fee + feeVat)
      return { movements: [{ ...shared, fee, feeVat, amount: total, total }] }
    }
    case 'retention': {
      const kept = positive(amount('retained')) || positive(amount('charge')) || positive(amount('amount'))
      if (kept === 0) return bad('retained')
      return { movements: [{ ...shared, fee: ZERO, feeVat: ZERO, amount: pesos(kept), total: pesos(kept) }] }
    }
  }
}

/** The commission and its VAT: most files add both in one column, whose VAT is that of any total. */
function feeOf(amount: Facts['amount'], main: ColumnKey, extra: ColumnKey): { fee: Pesos; feeVat: Pesos } {
  const [first, second, vat] = [positive(amount(main)), positive(amount(extra)), positive(amount('fee_vat'))]
  if (vat > 0) return { fee: pesos(first + second), feeVat: vat }
  const { net, vat: included } = splitVat(pesos(first + second))
  return { fee: net, feeVat: included }
}

/** A row that is no movement of money, and why. */
export type IgnoredRow = { row: number; reason: 'no_movement' | 'not_approved' | 'reversed' }

export type Report = {
  source: ReportSource
  movements: Movement[]
  ignored: IgnoredRow[]
  /** The days of its movements, both included. */
  from: Day
  until: Day
}

export type ReportFailure =
  | TableFailure
  /** A cell that can't be read: the row, the column and what is written there. */
  | ({ code: 'bad_cell' } & RowProblem)
  | { code: 'no_movements' }
  /** More than `MAX_LINES` movements. */
  | { code: 'too_many' }

/**
 * Reads a report of Transbank, whatever its columns' order and the rows above its table. All or nothing: a movement with
 * an unreadable amount or date refuses the file, naming the cell.
 */
export function readReport(sheets: readonly (readonly NumberedRow[])[]): Result<Report, ReportFailure> {
  const table = findTable(sheets)
  return table.ok ? readTable(table.value) : table
}

function readTable({ source, columns, rows }: Table): Result<Report, ReportFailure> {
  const movements: Movement[] = []
  const ignored: IgnoredRow[] = []
  for (const row of rows) {
    const read = readRow(source, columns, row)
    if ('problem' in read) return err({ code: 'bad_cell', ...read.problem })
    if ('ignored' in read) ignored.push({ row: row.number, reason: read.ignored })
    else movements.push(...read.movements)
    if (movements.length > MAX_LINES) return err({ code: 'too_many' })
  }
  const days = movements.map(({ day }) => day).toSorted()
  const [from, until] = [days[0], days.at(-1)]
  return from && until ? ok({ source, movements, ignored, from, until }) : err({ code: 'no_movements' })
}
