import { type Day, dayOf, formatDateTime, formatLongDate, parseDay, shiftDay, startOfDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos, splitVat, sumPesos, ZERO } from '#app/kernel/money.ts'
import type { DocumentType } from '#app/platform/database/values.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { gatewayName } from './payment-text.ts'

/** Months that the book is offered for, the current one first. */
const OFFERED_MONTHS = 24

/** A calendar month in Santiago: its first day, that of the next one, and its name. */
export type Month = { first: Day; next: Day; value: string; name: string }

function monthFrom(first: Day): Month {
  const next = parseDay(`${shiftDay(first, 31).slice(0, 7)}-01`) ?? first
  const name = formatLongDate(startOfDay(first)).replace(/^1 de /, '')
  return { first, next, value: first.slice(0, 7), name }
}

/** The month that an address names as `2026-11`; the current one where it names none. */
export const readMonth = (text: string | null, now: Date): Month =>
  monthFrom(parseDay(`${text ?? ''}-01`) ?? parseDay(`${dayOf(now).slice(0, 7)}-01`) ?? dayOf(now))

/** The months that the book is offered for, the newest first. */
export function offeredMonths(now: Date): Month[] {
  const months = [readMonth(null, now)]
  while (months.length < OFFERED_MONTHS) {
    const last = months.at(-1)
    if (!last) break
    months.push(readMonth(shiftDay(last.first, -1).slice(0, 7), now))
  }
  return months
}

/** A payment of an order, a refund of one, or a chargeback when it was recorded and when it was won. */
export type BookEntry = {
  kind: 'sale' | 'refund' | 'chargeback' | 'chargeback_won'
  /** When it was paid, refunded, recorded or won. */
  at: Date
  order_number: string
  ordered_at: Date
  document_type: DocumentType
  rut: string | null
  name: string
  gateway: string | null
  reference: string | null
  /** The bank's day of a transfer. */
  paid_on: string | null
  /** Pesos of the order. */
  total_clp: Pesos
  /** Pesos of the payment, refund or chargeback. */
  amount_clp: Pesos
  /** Pesos of the order's earlier refunds. */
  refunded_before: Pesos
}

type Amounts = { net: Pesos; vat: Pesos; total: Pesos }

const minus = (one: Pesos, other: Pesos): Pesos => pesos(one - other)

/**
 * Net, VAT and total of an entry; a refund's are negative. The refunds of an order add up to its own net and VAT: each
 * is the difference between what was left before and after it. A chargeback has no tax document, so it changes no VAT.
 */
export function amountsOf(entry: Pick<BookEntry, 'kind' | 'amount_clp' | 'total_clp' | 'refunded_before'>): Amounts {
  if (entry.kind === 'sale') return { ...splitVat(entry.amount_clp), total: entry.amount_clp }
  if (entry.kind === 'chargeback_won') return { net: entry.amount_clp, vat: ZERO, total: entry.amount_clp }
  if (entry.kind === 'chargeback') {
    const taken = pesos(-entry.amount_clp)
    return { net: taken, vat: ZERO, total: taken }
  }
  const before = minus(entry.total_clp, entry.refunded_before)
  const left = splitVat(minus(before, entry.amount_clp))
  const earlier = splitVat(before)
  return {
    net: minus(left.net, earlier.net),
    vat: minus(left.vat, earlier.vat),
    total: pesos(-entry.amount_clp),
  }
}

/** The columns of amounts of several entries, added up. */
const sumOf = (amounts: readonly Amounts[]): Amounts => ({
  net: sumPesos(amounts.map(({ net }) => net)),
  vat: sumPesos(amounts.map(({ vat }) => vat)),
  total: sumPesos(amounts.map(({ total }) => total)),
})

const KINDS: Readonly<Record<BookEntry['kind'], string>> = {
  sale: 'Venta',
  refund: 'Reembolso',
  chargeback: 'Contracargo',
  chargeback_won: 'Contracargo ganado',
}

const DOCUMENTS: Readonly<Record<DocumentType, string>> = { boleta: 'Boleta', factura: 'Factura' }

/** The day of an instant in Santiago, as a cell. */
const dayCell = (at: Date): Cell => ({ day: dayOf(at) })

/**
 * The sales book of a month as a workbook: a line for each payment, refund and chargeback on its day, and their sums, which are
 * those of the dashboard for the same days. Nothing in it is a formula.
 * @param month `noviembre de 2026`
 */
export function salesBook(entries: readonly BookEntry[], { month, now }: { month: string; now: Date }): Sheet[] {
  const lines = entries.map(entry => ({ entry, amounts: amountsOf(entry) }))
  const of = (...kinds: BookEntry['kind'][]) =>
    lines.filter(line => kinds.includes(line.entry.kind)).map(line => line.amounts)
  const [sales, refunds, chargebacks] = [of('sale'), of('refund'), of('chargeback', 'chargeback_won')]
  const sums = (label: string, amounts: readonly Amounts[]): Cell[] => {
    const { net, vat, total } = sumOf(amounts)
    return [label, amounts.length, net, vat, total]
  }
  return [
    {
      name: 'Libro de ventas',
      columns: [
        { label: 'Fecha de pago', width: 14 },
        { label: 'Tipo', width: 12 },
        { label: 'Orden', width: 32 },
        { label: 'Fecha de la orden', width: 16 },
        { label: 'Documento', width: 12 },
        { label: 'RUT', width: 14 },
        { label: 'Razón social o nombre', width: 36 },
        { label: 'Medio de pago', width: 18 },
        { label: 'Referencia', width: 28 },
        { label: 'Fecha del banco', width: 16 },
        { label: 'Neto CLP', width: 14 },
        { label: 'IVA CLP', width: 14 },
        { label: 'Total CLP', width: 14 },
      ],
      rows: lines.map(({ entry, amounts }) => [
        dayCell(entry.at),
        KINDS[entry.kind],
        entry.order_number,
        dayCell(entry.ordered_at),
        DOCUMENTS[entry.document_type],
        entry.rut,
        entry.name,
        gatewayName(entry.gateway ?? 'free'),
        entry.reference,
        entry.paid_on === null ? null : { day: entry.paid_on as Day },
        amounts.net,
        amounts.vat,
        amounts.total,
      ]),
    },
    {
      name: 'Totales',
      columns: [
        { label: month, width: 32 },
        { label: 'Cantidad', width: 12 },
        { label: 'Neto CLP', width: 16 },
        { label: 'IVA CLP', width: 16 },
        { label: 'Total CLP', width: 16 },
      ],
      rows: [
        sums('Ventas', sales),
        sums('Reembolsos', refunds),
        ...(chargebacks.length === 0 ? [] : [sums('Contracargos', chargebacks)]),
        ['Ingresos', null, ...Object.values(sumOf([...sales, ...refunds, ...chargebacks]))],
        [`Preparado ${formatDateTime(now)}`, null, null, null, null],
      ],
    },
  ]
}
