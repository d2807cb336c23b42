import { DOCUMENT_NAMES, documentTitle } from '#app/features/orders/order-documents.ts'
import { DOCUMENT_STATUSES, SII_STATUSES, staffDocumentPath } from '#app/features/tax-documents/tax-documents.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { byLast, byStatus, byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, clp, nameLink, oneLine, status } from '#app/kit/lists/list-cells.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import type { SiiStatus, TaxDocumentKind, TaxDocumentStatus } from '#app/platform/database/values.ts'

/** A tax document in the back office's list. */
export type ListedDocument = {
  id: string
  order_id: string
  order_number: string
  kind: TaxDocumentKind
  status: TaxDocumentStatus
  is_sandbox: boolean
  receiver_rut: string
  receiver_name: string | null
  net_clp: Pesos
  vat_clp: Pesos
  total_clp: Pesos
  requested_at: Date
  folio: number | null
  /** `24-11-2026` */
  issued_on: string | null
  sii_status: SiiStatus | null
}

/** The kinds by their words in the address. */
const KINDS = { factura: DOCUMENT_NAMES[33], boleta: DOCUMENT_NAMES[39], nota: DOCUMENT_NAMES[61] } as const
export const KIND_CODES: Readonly<Record<keyof typeof KINDS, TaxDocumentKind>> = { factura: 33, boleta: 39, nota: 61 }

const rowName = (row: ListedDocument): string => `${documentTitle(row)}, orden ${row.order_number}`

/** The boletas, facturas and notas de crédito of the shop. */
export const taxDocumentList = defineList<ListedDocument>()({
  name: 'documentos-tributarios',
  path: '/admin/finance/tax-documents',
  caption: 'Documentos tributarios',
  searchLabel: 'Buscar por folio, orden, RUT o nombre...',
  namesPeople: true,
  period: true,
  filters: {
    kind: choiceFilter('Tipo', 'Todos', KINDS, { name: 'tipo' }),
    status: choiceFilter('Estado', 'Todos', DOCUMENT_STATUSES, { name: 'estado' }),
  },
  sorts: {
    ...byTime('requested_at', 'Más antiguos'),
    'mayor-total': ['Mayor total', 'total_clp', 'desc'],
    'menor-total': ['Menor total', 'total_clp', 'asc'],
    ...byLast('issued_on', 'issued_on', 'Emisión más reciente', 'Emisión más antigua'),
    ...byStatus('status'),
  },
  columns: [
    nameLink(
      'kind',
      'Documento',
      row => documentTitle(row),
      row => staffDocumentPath(row.id),
      row => (row.is_sandbox ? 'De prueba' : undefined),
    ),
    {
      key: 'order',
      header: 'Orden',
      inline: 'line',
      cell: row => (
        <CellLink to={`/admin/orders/${row.order_id}`} label={`Orden ${row.order_number}`}>
          <span title={row.order_number}>{`…${row.order_number.slice(-11)}`}</span>
        </CellLink>
      ),
    },
    {
      key: 'receiver',
      header: 'Receptor',
      inline: 'line',
      grow: 'wide',
      cell: row => <TwoLines below={formatRut(row.receiver_rut)}>{row.receiver_name}</TwoLines>,
    },
    {
      key: 'requested_at',
      header: 'Pedido',
      inline: 'start',
      cell: row => oneLine(formatDateTime(row.requested_at)),
    },
    { key: 'issued_on', header: 'Emitido', optional: true, cell: row => row.issued_on && oneLine(row.issued_on) },
    clp('total_clp', 'Total', row => row.total_clp, { inline: 'end' }),
    status('status', 'Estado', row => row.status, DOCUMENT_STATUSES),
  ],
  rowName,
  empty: {
    title: 'Todavía no hay documentos tributarios',
    text: 'Aparecen cuando se paga una orden con cobro o se completa un reembolso.',
  },
  unmatched: 'Prueba con otro folio, orden, RUT o nombre, o con otro período.',
  csv: {
    Tipo: row => row.kind,
    Documento: row => DOCUMENT_NAMES[row.kind],
    Folio: row => row.folio,
    Emitido: row => row.issued_on,
    Orden: row => row.order_number,
    RUT: row => formatRut(row.receiver_rut),
    Receptor: row => row.receiver_name,
    'Neto CLP': row => row.net_clp,
    'IVA CLP': row => row.vat_clp,
    'Total CLP': row => row.total_clp,
    Estado: row => DOCUMENT_STATUSES[row.status].label,
    SII: row => row.sii_status && SII_STATUSES[row.sii_status],
    Pedido: row => formatDateTime(row.requested_at),
    'De prueba': row => (row.is_sandbox ? 'Sí' : 'No'),
  },
})
