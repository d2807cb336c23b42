import type { PdfDocument } from './pdf-document.ts'

/** What the drawing thread is sent, and what it sends back. */
export type PdfOrder = { id: number; document: PdfDocument }
export type PdfAnswer = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; problem: string }
