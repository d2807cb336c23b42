import { z } from 'zod'
import {
  BLOCK_KINDS,
  type BlockKind,
  type Condition,
  linesOf,
  readCondition,
  readRow,
  readText,
  type Sentence,
} from './mail-text.ts'

/** One text of a mail's body: `list` and `details` have a line per item or row, `button` says what stands on it. */
export type DocumentBlock = { kind: BlockKind; condition: string; text: string }

/** A mail as it is edited and stored: its texts by name (`subject`), and the blocks of its body. */
export type MailDocument = { texts: Readonly<Record<string, string>>; blocks: readonly DocumentBlock[] }

/** A document as it was stored while the button was a text besides the blocks: it stood after them. */
function withButtonBlock({ texts: { button, ...texts }, blocks }: MailDocument): MailDocument {
  if (button === undefined) return { texts, blocks }
  return { texts, blocks: [...blocks, { kind: 'button', condition: '', text: button }] }
}

export const mailDocumentSchema = z
  .strictObject({
    texts: z.record(z.string(), z.string()),
    blocks: z.array(z.strictObject({ kind: z.enum(BLOCK_KINDS), condition: z.string(), text: z.string() })),
  })
  .transform(withButtonBlock)

export const FIELD_NAMES = ['subject', 'preheader'] as const
export const COMMON_NAMES = ['greeting', 'linkHint', 'signature', 'supportLine', 'footer'] as const

/** A row that is repeated for each element of the list `each`, or shown once. */
export type MailRow = Condition & { each: string | undefined; label: string; value: Sentence }

export type MailBlock = Condition &
  (
    | { kind: 'paragraph' | 'heading' | 'button'; text: Sentence }
    | { kind: 'list'; items: readonly Sentence[] }
    | { kind: 'details'; rows: readonly MailRow[] }
  )

/** A mail's texts, read; they are filled with parameters when a mail is sent. */
export type MailTexts = { subject: Sentence; preheader: Sentence; body: readonly MailBlock[] }
export type CommonTexts = Record<(typeof COMMON_NAMES)[number], Sentence>

/** The list whose elements have these placeholders; undefined: they are all of the mail itself. */
export type ListOf = (names: readonly string[]) => string | undefined

const sentenceOf = (text: string | undefined): Sentence => readText(text ?? '').sentence

const namesIn = (text: string): string[] => [...text.matchAll(/\{([a-z_]+)\}/g)].map(match => match[1] ?? '')

const namesOf = (sentence: Sentence): string[] => sentence.flatMap(({ text }) => namesIn(text))

/** Reads the block's text. A block of an unreadable condition, or lines that are no rows, are left out. */
function readBlock({ kind, condition, text }: DocumentBlock, listOf: ListOf): MailBlock[] {
  const own = readCondition(condition)
  if (own === undefined) return []
  if (kind === 'list') return [{ ...own, kind, items: linesOf(text).map(sentenceOf) }]
  if (kind !== 'details') return [{ ...own, kind, text: sentenceOf(text) }]
  const rows = linesOf(text).flatMap(line => readRow(line).row ?? [])
  return [
    { ...own, kind, rows: rows.map(row => ({ ...row, each: listOf([...namesIn(row.label), ...namesOf(row.value)]) })) },
  ]
}

/** The texts of a valid document. */
export const mailTextsOf = ({ texts, blocks }: MailDocument, listOf: ListOf): MailTexts => ({
  subject: sentenceOf(texts.subject),
  preheader: sentenceOf(texts.preheader),
  body: blocks.flatMap(block => readBlock(block, listOf)),
})

/** The texts around every mail, of a valid document. */
export const commonTextsOf = ({ texts }: MailDocument): CommonTexts => ({
  greeting: sentenceOf(texts.greeting),
  linkHint: sentenceOf(texts.linkHint),
  signature: sentenceOf(texts.signature),
  supportLine: sentenceOf(texts.supportLine),
  footer: sentenceOf(texts.footer),
})
