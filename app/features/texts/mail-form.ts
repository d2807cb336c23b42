import { cleanLines } from '#app/kit/forms/text.ts'
import type { DocumentBlock, MailDocument } from '#app/mails/mail-document.ts'
import { BLOCK_KINDS } from '#app/mails/mail-text.ts'
import { cleanLine } from './texts-schema.ts'

type Form = Readonly<Record<string, string>>

/** Blocks that are read of a form; a mail may have fewer. */
const READ_MAX = 100

function readBlocks(form: Form, number: number): DocumentBlock[] {
  const typed = form[`bloque.${number}.texto`]
  if (typed === undefined) return []
  const kind = BLOCK_KINDS.find(known => known === form[`bloque.${number}.clase`]) ?? 'paragraph'
  const condition = cleanLine(form[`bloque.${number}.si`] ?? '')
  if (kind === 'list' || kind === 'details') return [{ kind, condition, text: cleanLines(typed) }]
  if (kind === 'button') return [{ kind, condition, text: cleanLine(typed) }]
  // A blank line begins another paragraph.
  return cleanLines(typed)
    .split(/\n\s*\n/)
    .map(text => ({ kind, condition, text: cleanLine(text) }))
}

/** The document of a form (`texto.subject`, `bloque.0.clase`, `bloque.0.si`, `bloque.0.texto`). @param fields its texts. */
export const readMailForm = (form: Form, fields: readonly string[]): MailDocument => ({
  texts: Object.fromEntries(fields.map(name => [name, cleanLine(form[`texto.${name}`] ?? '')])),
  blocks: Array.from({ length: READ_MAX }, (_, number) => readBlocks(form, number)).flat(),
})

const comparable = ({ texts, blocks }: MailDocument): string =>
  JSON.stringify([
    Object.entries(texts)
      .map(([name, text]) => [name, cleanLine(text)])
      .toSorted(),
    blocks.map(({ kind, condition, text }) => [kind, condition, cleanLines(text)]),
  ])

/** Whether two documents say the same. */
export const isSameDocument = (one: MailDocument, other: MailDocument): boolean => comparable(one) === comparable(other)
