/** A label with its value. */
export type PdfFact = { label: string; value: string }

/** The facts that are not empty. */
export const presentFacts = (facts: readonly (readonly [label: string, value: string | null])[]): PdfFact[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))

/** Templates of `documents/`, by the names of their files. */
export type PdfTemplate =
  | 'board'
  | 'certificate'
  | 'guide'
  | 'personal-data'
  | 'quotation'
  | 'receipt'
  | 'report'
  | 'store-report'

/**
 * A document as plain data in its final Spanish text; the template only lays it out. Texts are taken as they are: markup shows as text,
 * a symbol that the fonts lack as a box.
 */
export type PdfDocument<Content = unknown> = {
  template: PdfTemplate
  /** In the reader's title bar and the file's metadata. */
  title: string
  subject: string
  /** Who issues it, in the file's metadata. */
  author: string
  /** The shop's name, drawn with its star. */
  brand: string
  /** Of a document of a consultant's client company: the company, in the place of the shop's name, and who prepared it. */
  prepared?: { company: string; by: string }
  /** At the foot of every page, left of its number. */
  footer: string
  createdAt: Date
  /** A PNG that the template shows as `logo.png`, where its content says so. */
  logo?: Uint8Array | undefined
  content: Content
}
