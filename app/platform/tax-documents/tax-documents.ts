import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { SiiStatus, TaxDocumentKind } from '#app/platform/database/values.ts'

/** The RUT of a final consumer who is not named (SII, Formato Boletas Electrónicas 4.2, field RUTRecep). */
export const FINAL_CONSUMER_RUT = '66666666-6'

/** Who issues documents, as registered at the SII. */
export type DocumentIssuer = {
  /** `76192083-9` */
  rut: string
  name: string
  activity: string
  /** Code of the economic activity (acteco). */
  activityCode: number
  address: string
  commune: string
  /** The SII's code of the branch; undefined: none. */
  branchCode: string | undefined
}

export type DocumentReceiver = {
  /** `76192083-9` */
  rut: string
  name: string | null
  activity: string | null
  address: string | null
  commune: string | null
}

/** Pesos of a line: with IVA in a boleta, without it in a factura and a nota de crédito. */
export type DocumentLine = { name: string; description: string | null; amount: Pesos }

export type DocumentTotals = { net: Pesos; vat: Pesos; total: Pesos }

/** What a nota de crédito corrects: `annuls` the whole document, or else its amounts. */
export type DocumentReference = { kind: 33 | 39; folio: number; day: Day; annuls: boolean; reason: string }

export type DocumentRequest = {
  /** The same for every try of one document: the provider issues it once. */
  key: string
  kind: TaxDocumentKind
  day: Day
  issuer: DocumentIssuer
  receiver: DocumentReceiver
  lines: readonly DocumentLine[]
  totals: DocumentTotals
  paidBy: 'card' | 'transfer' | 'other'
  reference: DocumentReference | undefined
}

/** Files are undefined when the provider did not send them, or sent more than the shop keeps. */
export type DocumentFiles = { pdf: Buffer | undefined; xml: Buffer | undefined }

export type IssuedDocument = {
  /** The provider's name for it. */
  token: string
  folio: number
  day: Day
  /** Objections that did not keep it from being issued. */
  warning: string | undefined
} & DocumentFiles

/** The provider's words: what is wrong, and in which of its fields. */
export type DocumentProblem = { message: string; details: readonly { field: string; issue: string }[] }

export type RequestOutcome =
  | { kind: 'issued'; document: IssuedDocument }
  /** It was refused and does not exist. @param code the provider's */
  | { kind: 'rejected'; code: string; problem: DocumentProblem }
  /** It was certainly not issued, and the same request may succeed later. */
  | { kind: 'not_taken'; code: 'unauthorised' | 'too_many' | 'no_connection'; detail: string }
  /** It may have been issued: the same key tells. */
  | { kind: 'unknown'; code: 'timeout' | 'server_error' | 'unreadable'; detail: string }

/** @returns undefined while the SII has not answered, or when the provider can't be asked. */
export type StatusOutcome = Exclude<SiiStatus, 'pending'> | undefined

/** A provider of tax documents. Calls are made outside of transactions and never throw for what a server answers. */
export type TaxDocuments = {
  id: 'openfactura'
  /** Documents of a sandbox have no validity. */
  isSandbox: boolean
  /** Issues a document; with the key of an earlier request it returns that one's document. */
  request(document: DocumentRequest): Promise<RequestOutcome>
  /** What the SII says about an issued document. */
  status(token: string): Promise<StatusOutcome>
  /** The files of an issued document. */
  files(token: string): Promise<DocumentFiles>
}

/** Largest files that are kept (bytes): the columns of tax_document_files. */
export const MAX_PDF_BYTES = 2 * 1024 * 1024
export const MAX_XML_BYTES = 1024 * 1024
