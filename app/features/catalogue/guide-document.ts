import type { PdfDocument } from '#app/platform/pdf/pdf-document.ts'
import type { GuideBlock } from './deliverables.ts'

type Input = {
  title: string
  /** What it belongs to, at the top of every page: the product. */
  label: string
  blocks: readonly GuideBlock[]
  /** The shop's name, and who issues it. */
  brand: string
  author: string
  now: Date
}

/** What `documents/guide.typ` lays out. */
type GuideContent = { label: string; blocks: readonly GuideBlock[] }

/** A guide or a material as a document of its own, to keep and to write on. */
export const guideDocument = ({ title, label, blocks, brand, author, now }: Input): PdfDocument<GuideContent> => ({
  template: 'guide',
  title,
  subject: label,
  brand,
  author,
  footer: `${author} · ${label}`,
  createdAt: now,
  content: { label, blocks },
})
