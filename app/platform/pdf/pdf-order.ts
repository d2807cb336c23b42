import type { PdfDocument } from './pdf-document.ts'
import type { PdfReport } from './pdf-report.ts'

/** What the press prints. */
export type PdfPrint = PdfDocument | PdfReport

/** What the drawing thread is sent, and what it sends back. */
export type PdfOrder = { id: number; document: PdfPrint }
export type PdfAnswer = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; problem: string }
