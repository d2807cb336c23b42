/** A label with what stands beside it. */
export type PdfFact = { label: string; value: string }

/** One column of a table; widths are shares of the page's width. */
export type PdfColumn = { label: string; share: number; align: 'left' | 'right' }

/** A row of a table; the first cell may carry a second, quieter line. */
export type PdfRow = { cells: readonly string[]; note?: string | undefined }

/** What stands between letterhead and footer, from top to bottom. */
export type PdfBlock =
  /** Groups of facts side by side, each under its title. */
  | { kind: 'facts'; groups: readonly { title: string; facts: readonly PdfFact[] }[] }
  /** A table whose head is repeated on every page; a dense one for long lists of figures. */
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly PdfRow[]; dense?: boolean | undefined }
  /** Amounts at the right edge; the last one is the document's figure. Never split over two pages. */
  | { kind: 'totals'; rows: readonly PdfFact[]; total: PdfFact }
  /** Running text under a title. */
  | { kind: 'text'; title: string; paragraphs: readonly string[] }

/**
 * A document of the house as plain data, so that a worker thread can draw it. Texts are taken as they are: markup shows as text,
 * what can't be printed is left out.
 */
export type PdfDocument = {
  /** In the reader's title bar and the file's metadata. */
  title: string
  subject: string
  /** The shop's name, drawn with its star. */
  brand: string
  /** Who issues it, in the file's metadata. */
  author: string
  /** The issuer's name and data, at the right of the brand. */
  letterhead: readonly string[]
  /** The document's kind, as 'Cotización', and its number or name. */
  heading: { kind: string; name: string }
  /** Beside the heading: dates and the like. */
  facts: readonly PdfFact[]
  blocks: readonly PdfBlock[]
  /** At the foot of every page, left of its number. */
  footer: string
  createdAt: Date
}
