import { gatewayName } from '#app/features/orders/payment-text.ts'
import { amountsOf, type Month, salesBook } from '#app/features/orders/sales-book.ts'
import { dayOf, formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import type { MonthRecords } from './find-month.server.ts'
import { TOTALS, type TotalKey } from './month-totals.ts'

/** The month's movements of money, one a row: their sums by type are the totals of the month. */
const MOVEMENT_COLUMNS = [
  { label: 'Fecha', width: 12 },
  { label: 'Tipo', width: 14 },
  { label: 'Orden', width: 32 },
  { label: 'Documento', width: 12 },
  { label: 'RUT', width: 14 },
  { label: 'Razón social o nombre', width: 36 },
  { label: 'Medio de pago', width: 18 },
  { label: 'Referencia', width: 28 },
  { label: 'Neto CLP', width: 14 },
  { label: 'IVA CLP', width: 14 },
  { label: 'Total CLP', width: 14 },
] as const

/** Sales, refunds, chargebacks, commissions and deposits of a month; what leaves the shop is negative. */
function movementRows({ entries, chargebacks, payouts }: MonthRecords): Cell[][] {
  const book = entries.map(entry => {
    const { net, vat, total } = amountsOf(entry)
    return [
      { day: dayOf(entry.at) },
      entry.kind === 'sale' ? 'Venta' : 'Reembolso',
      entry.order_number,
      entry.document_type === 'boleta' ? 'Boleta' : 'Factura',
      entry.rut,
      entry.name,
      gatewayName(entry.gateway ?? 'free'),
      entry.reference,
      net,
      vat,
      total,
    ]
  })
  const disputed = chargebacks.map(({ at, order_number, reference, amount }) => [
    { day: dayOf(at) },
    amount > 0 ? 'Contracargo' : 'Contracargo ganado',
    order_number,
    ...[null, null, null, null],
    reference,
    ...[null, null],
    -amount,
  ])
  const deposits = payouts.flatMap(({ day, fees, fees_vat, payout }) => [
    [{ day }, 'Comisión', ...EMPTY, -fees, -fees_vat, -fees - fees_vat],
    [{ day }, 'Abono', ...EMPTY, null, null, payout],
  ])
  return [...book, ...disputed, ...deposits]
}

const EMPTY: readonly null[] = [null, null, null, null, null, null]

/** The totals: as they were closed, as they are today, and as the ledger has them. */
function totalRows({ totals, ledger, closing }: MonthRecords): Cell[][] {
  const was = (key: TotalKey) => (closing ? closing.totals[key] : null)
  return TOTALS.map(({ key, label }) => [
    label,
    was(key),
    totals[key],
    closing ? totals[key] - closing.totals[key] : null,
    ledger[key] ?? null,
  ])
}

/**
 * The accountant's workbook of a month: totals, movements, deposits, and the sales book as it is downloaded by itself.
 * Nothing in it is a formula.
 */
export function monthBook(records: MonthRecords, { month, now }: { month: Month; now: Date }): Sheet[] {
  const { closing, payouts, entries } = records
  const [book] = salesBook(entries, { month: month.name, now })
  const closed = closing
    ? [
        [`Cerrado ${formatDateTime(closing.closed_at)} por ${closing.closed_by}`],
        ...(closing.reason === null
          ? []
          : [[`Se aceptó con ${countOf(closing.open_days, 'día abierto', 'días abiertos')}: ${closing.reason}`]]),
      ]
    : [['Mes abierto']]
  return [
    {
      name: 'Totales',
      columns: [
        { label: month.name, width: 34 },
        { label: 'Al cierre', width: 16 },
        { label: 'Hoy', width: 16 },
        { label: 'Cambio', width: 16 },
        { label: 'Libro mayor', width: 16 },
      ],
      rows: [...totalRows(records), ...closed, [`Preparado ${formatDateTime(now)}`]],
    },
    { name: 'Movimientos', columns: MOVEMENT_COLUMNS, rows: movementRows(records) },
    {
      name: 'Abonos',
      columns: [
        'Día',
        'Ventas CLP',
        'Anulaciones CLP',
        'Comisión neta CLP',
        'IVA comisión CLP',
        'Retenido CLP',
        'Abono CLP',
      ].map(label => ({ label, width: 18 })),
      rows: payouts.map(({ day, sales, refunds, fees, fees_vat, retained, payout }) => [
        { day },
        sales,
        -refunds,
        -fees,
        -fees_vat,
        -retained,
        payout,
      ]),
    },
    ...(book ? [book] : []),
  ]
}

/** The movements as a table of texts, for a CSV file. */
export const monthTable = (records: MonthRecords): string[][] => [
  MOVEMENT_COLUMNS.map(({ label }) => label),
  ...movementRows(records).map(row => row.map(textOf)),
]

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return 'day' in cell ? cell.day.split('-').toReversed().join('-') : formatDateTime(cell)
  return String(cell)
}
