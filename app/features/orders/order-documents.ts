import type { Pesos } from '#app/kernel/money.ts'
import type { DocumentType, TaxDocumentKind, TaxDocumentStatus } from '#app/platform/database/values.ts'

/** A tax document of an order, as its buyer sees it. */
export type OrderDocument = {
  id: string
  kind: TaxDocumentKind
  status: TaxDocumentStatus
  /** Issued by the provider's sandbox, without validity. */
  is_sandbox: boolean
  total_clp: Pesos
  folio: number | null
  /** Day of issue, `24-11-2026`. */
  issued_on: string | null
  has_pdf: boolean
  has_xml: boolean
}

/** Names of the documents by the SII's codes. */
export const DOCUMENT_NAMES: Readonly<Record<TaxDocumentKind, string>> = {
  33: 'Factura electrónica',
  39: 'Boleta electrónica',
  61: 'Nota de crédito electrónica',
}

/** `Boleta electrónica N.º 1001` */
export const documentTitle = ({ kind, folio }: Pick<OrderDocument, 'kind' | 'folio'>): string =>
  folio === null ? DOCUMENT_NAMES[kind] : `${DOCUMENT_NAMES[kind]} N.º ${folio}`

/** The address of an issued document's file, for the order's buyer. */
export const documentPath = (orderNumber: string, documentId: string, format: 'pdf' | 'xml'): string =>
  `/account/orders/${orderNumber}/documents/${documentId}/${format}`

type Paid = {
  document_type: DocumentType
  total_clp: Pesos
  gateway: string | undefined
  /** The boleta or factura; undefined: none was asked for. */
  document: OrderDocument | undefined
}

/** What is true of a paid order's boleta or factura now, in one or two sentences; never what may happen later. */
export function documentNote({ document_type: name, total_clp, gateway, document }: Paid): string {
  if (total_clp === 0) return 'No hubo cobro.'
  if (gateway === 'simulator') return 'El pago fue simulado: no se cobró dinero.'
  switch (document?.status) {
    case undefined:
    case 'external':
      return `La ${name} la emite la tienda por su cuenta.`
    case 'card_voucher':
      return 'El comprobante de pago de la tarjeta vale como boleta.'
    case 'requested':
      return `La ${name} electrónica está pedida y todavía no está emitida. Cuando lo esté, queda en la página de esta compra.`
    case 'rejected':
      return `La ${name} electrónica todavía no está emitida: falta corregir un dato.`
    case 'cancelled':
      return `Esta compra no tiene ${name}.`
    case 'issued':
      return `${document.kind === 33 ? 'La factura' : 'La boleta'} de esta compra es la N.º ${document.folio}, del ${document.issued_on}.${document.is_sandbox ? ' Es de prueba: no tiene validez.' : ''}`
  }
}
