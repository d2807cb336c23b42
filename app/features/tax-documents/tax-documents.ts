import { MINUTE_MS } from '#app/kernel/dates.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { SiiStatus, TaxDocumentStatus } from '#app/platform/database/values.ts'
import type { DocumentProblem } from '#app/platform/tax-documents/tax-documents.ts'

export const DOCUMENT_STATUSES: Statuses<TaxDocumentStatus> = {
  requested: { label: 'Pedido', tone: 'fair' },
  issued: { label: 'Emitido', tone: 'good' },
  rejected: { label: 'Rechazado', tone: 'poor' },
  cancelled: { label: 'Anulado', tone: 'neutral' },
  external: { label: 'Por su cuenta', tone: 'neutral' },
  card_voucher: { label: 'Vale el comprobante', tone: 'neutral' },
}

/** What the SII says about an issued document. */
export const SII_STATUSES: Readonly<Record<SiiStatus, string>> = {
  pending: 'El SII todavía no responde',
  accepted: 'Aceptado por el SII',
  accepted_with_objections: 'Aceptado por el SII con reparos',
  rejected: 'Rechazado por el SII',
}

/** The address of a document in the back office. */
export const staffDocumentPath = (id: string): string => `/admin/finance/tax-documents/${id}`

/** Milliseconds until the next try of a request, by the number of tries so far. */
const RETRY_AFTER_MS = [1, 5, 15, 60].map(minutes => minutes * MINUTE_MS)
const LAST_RETRY_MS = 180 * MINUTE_MS
export const retryAfter = (attempts: number): number => RETRY_AFTER_MS[attempts - 1] ?? LAST_RETRY_MS

/**
 * Milliseconds after which a document of unknown outcome is left to a person. OpenFactura remembers a key of idempotency
 * for 24 hours; a request with the same key after that could issue a second document.
 */
export const UNCERTAIN_LIMIT_MS = 20 * 60 * MINUTE_MS

/** Milliseconds after which a claimed document is due again; longer than all calls about one. */
export const LEASE_MS = 3 * MINUTE_MS

/** Milliseconds until the SII's answer is asked for, by the number of times so far; most come within three minutes. */
const CHECK_AFTER_MS = [3, 15, 60, 360].map(minutes => minutes * MINUTE_MS)
const LAST_CHECK_MS = 24 * 60 * MINUTE_MS
const MOST_CHECKS = 10
/** @returns undefined once it has been asked often enough */
export const checkAfter = (checks: number): number | undefined =>
  checks >= MOST_CHECKS ? undefined : (CHECK_AFTER_MS[checks] ?? LAST_CHECK_MS)

/** Minutes after which a requested document waits for long. */
export const LONG_WAIT_MINUTES = 120

/** What to do about a document that was not issued, by our codes and OpenFactura's (documentation, 'Códigos de error'). */
const ADVICE: Readonly<Record<string, string>> = {
  no_answer:
    'El proveedor no respondió durante un día, así que no se sabe si lo emitió. Búscalo en OpenFactura: si está, adjunta su folio; si no está, pídelo de nuevo.',
  sii_rejected: 'El SII rechazó el documento después de emitido. Corrige sus datos y pídelo de nuevo.',
  issuer_incomplete: 'Faltan los datos de quien emite: complétalos en Configuración, Boletas y facturas.',
  unauthorised: 'El proveedor no acepta la clave de la API. Quien opera el servidor debe revisarla.',
  too_many: 'El proveedor pidió esperar. Se intenta de nuevo solo.',
  no_connection: 'No hay conexión con el proveedor. Se intenta de nuevo solo.',
  timeout: 'El proveedor no respondió a tiempo. Se intenta de nuevo solo, y no se emite dos veces.',
  server_error: 'El proveedor tuvo un error. Se intenta de nuevo solo, y no se emite dos veces.',
  unreadable: 'La respuesta del proveedor no se entiende. Se intenta de nuevo solo, y no se emite dos veces.',
  'OF-01': 'Faltan datos obligatorios.',
  'OF-02': 'Faltan datos obligatorios en el documento.',
  'OF-04': 'El problema es la firma electrónica de la empresa: se renueva en OpenFactura.',
  'OF-05': 'La empresa no puede emitir este tipo de documento: se habilita en OpenFactura.',
  'OF-07': 'No hay folios: se resuelve en OpenFactura o en el SII.',
  'OF-08': 'Un dato no tiene la forma que pide el SII.',
  'OF-09': 'El documento que se corrige no coincide.',
  'OF-10': 'Un dato no es correcto.',
  'OF-11': 'El proveedor no pudo hacer el PDF.',
  'OF-12': 'El proveedor no pudo hacer el documento.',
  'OF-23': 'El proveedor tiene bloqueadas las boletas de la empresa: se resuelve en OpenFactura.',
}

/** Fields of the SII's format in words, for the provider's details. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  RUTRecep: 'RUT de quien recibe',
  RznSocRecep: 'Razón social de quien recibe',
  GiroRecep: 'Giro de quien recibe',
  DirRecep: 'Dirección de quien recibe',
  CmnaRecep: 'Comuna de quien recibe',
  Contacto: 'Contacto de quien recibe',
  RUTEmisor: 'RUT de la tienda',
  RznSoc: 'Razón social de la tienda',
  RznSocEmisor: 'Razón social de la tienda',
  GiroEmis: 'Giro de la tienda',
  GiroEmisor: 'Giro de la tienda',
  Acteco: 'Actividad económica de la tienda',
  DirOrigen: 'Dirección de la tienda',
  CmnaOrigen: 'Comuna de la tienda',
  CdgSIISucur: 'Sucursal de la tienda',
  MntNeto: 'Monto neto',
  IVA: 'IVA',
  MntTotal: 'Monto total',
  FchEmis: 'Fecha',
  MedioPago: 'Medio de pago',
  NmbItem: 'Nombre de un producto',
}

/** Why a document is not issued, in words: what to do, and then what the provider said. */
export function problemTexts(code: string | null, problem: DocumentProblem | undefined): string[] {
  if (code === null) return []
  const advice = ADVICE[code] ?? 'El proveedor no aceptó el documento.'
  const details = (problem?.details ?? []).map(({ field, issue }) => `${FIELD_WORDS[field] ?? field}: ${issue}.`)
  if (details.length > 0) return [advice, ...details]
  return problem?.message ? [advice, `El proveedor dice: ${problem.message}.`] : [advice]
}

/** Whether the staff may correct a document's receiver and ask for it again. */
export const mayAskAgain = (status: TaxDocumentStatus): boolean => status === 'rejected'

/** Whether a document can be cancelled: nobody has been sent it, and the provider does not have it. */
export const mayCancel = (document: { status: TaxDocumentStatus; uncertain_since: Date | null }): boolean =>
  document.status === 'rejected' || (document.status === 'requested' && document.uncertain_since === null)

/** Whether a document that was issued elsewhere can be attached. */
export const mayAttach = ({ status, provider }: { status: TaxDocumentStatus; provider: string }): boolean =>
  status === 'issued' ? provider === 'none' : status !== 'requested'

/** What a refund means for the order's boleta or factura, before it is made. */
export function creditNoteText(document: { status: TaxDocumentStatus; provider: string } | undefined): string {
  if (document === undefined)
    return 'Esta compra no tiene boleta ni factura: no hay nota de crédito (documento 61) que emitir.'
  if (document.status === 'card_voucher')
    return 'El comprobante de la tarjeta valió como boleta: pregunta a tu contador si corresponde una nota de crédito (documento 61).'
  if (document.status === 'cancelled')
    return 'Su documento está anulado: no se pide una nota de crédito (documento 61).'
  return document.provider === 'none'
    ? 'La tienda emite sus documentos por su cuenta: si ya emitiste la boleta o factura, emite también la nota de crédito (documento 61) por lo que devuelvas.'
    : 'Se pide sola la nota de crédito (documento 61) por lo que devuelvas. Si lo devuelves todo antes de que se emita el documento, se anula.'
}
