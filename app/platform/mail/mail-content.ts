import { z } from 'zod'
import emails from '#content/emails.es.json' with { type: 'json' }
import { isMailTemplate, type MailTemplate, mailParams } from './mail-params.ts'
import { SHOP } from './shop.ts'

const names = z
  .union([z.string(), z.array(z.string())])
  .transform(value => (typeof value === 'string' ? [value] : value))
  .default([])
const condition = { when: names, unless: names }

const part = z.union([
  z.string().transform(text => ({ when: [] as string[], unless: [] as string[], text })),
  z.strictObject({ ...condition, text: z.string() }),
])
const sentence = z.union([part.transform(only => [only]), z.array(part)])
const row = z.strictObject({ ...condition, each: z.string().optional(), label: z.string(), value: z.string() })
const block = z.union([
  sentence.transform(text => ({ kind: 'paragraph' as const, text })),
  z.strictObject({ details: z.array(row) }).transform(({ details }) => ({ kind: 'details' as const, rows: details })),
])
const button = z.strictObject({ ...condition, label: z.string(), url: z.string() })

const templateSchema = z.strictObject({
  key: z.enum(Object.keys(mailParams).filter(isMailTemplate)),
  subject: sentence,
  preheader: sentence,
  body: z.array(block).min(1),
  button: z.union([button.transform(only => [only]), z.array(button)]),
  legalNote: z.string().optional(),
})

const common = z.strictObject({
  greeting: sentence,
  linkHint: z.string(),
  signature: sentence,
  supportLine: sentence,
  footer: sentence,
})

export type Sentence = z.infer<typeof sentence>
export type Condition = { when: readonly string[]; unless: readonly string[] }
export type DetailsRow = z.infer<typeof row>
export type MailTexts = z.infer<typeof templateSchema>
export type CommonTexts = z.infer<typeof common>

export const PLACEHOLDER = /\{([a-z_]+)\}/g

const placeholdersOf = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(match => match[1] ?? '')

/** Names that a template's texts use and that neither its parameters nor the shop's data know. */
function unknownNames({ key, subject, preheader, body, button }: MailTexts): string[] {
  const shape: Record<string, z.ZodType> = mailParams[key].shape
  const namesIn = (parts: readonly (Condition & { text: string })[]): string[] =>
    parts.flatMap(({ when, unless, text }) => [...when, ...unless, ...placeholdersOf(text)])
  const inRow = ({ each, label, value, ...rest }: DetailsRow): string[] => {
    const list = each === undefined ? undefined : shape[each]
    const element = list instanceof z.ZodArray && list.element instanceof z.ZodObject ? list.element.shape : {}
    const used = namesIn([{ ...rest, text: `${label} ${value}` }]).filter(name => !(name in element))
    return each === undefined ? used : [each, ...used]
  }
  const used = [
    ...namesIn([...subject, ...preheader]),
    ...button.flatMap(({ label, url, ...rest }) => [url, ...namesIn([{ ...rest, text: label }])]),
    ...body.flatMap(block => (block.kind === 'paragraph' ? namesIn(block.text) : block.rows.flatMap(inRow))),
  ]
  return used.filter(name => !(name in shape) && !(name in SHOP))
}

const contentSchema = z.object({ common, templates: z.array(templateSchema) }).superRefine(({ templates }, context) => {
  for (const texts of templates) {
    const unknown = unknownNames(texts)
    if (unknown.length > 0) context.addIssue(`${texts.key}: unknown placeholders ${unknown.join(', ')}`)
  }
  const keys = templates.map(({ key }) => key)
  if (new Set(keys).size !== keys.length) context.addIssue('a template appears twice')
  const missing = Object.keys(mailParams).filter(key => !keys.some(present => present === key))
  if (missing.length > 0) context.addIssue(`no texts for ${missing.join(', ')}`)
})

/**
 * Reads the texts of mails (content/emails.es.json).
 * @throws ZodError when a template lacks texts or uses a placeholder that is not among its parameters.
 */
export function readMailContent(data: unknown): { common: CommonTexts; templates: Map<MailTemplate, MailTexts> } {
  const content = contentSchema.parse(data)
  return { common: content.common, templates: new Map(content.templates.map(texts => [texts.key, texts])) }
}

/** The texts of the release. */
export const MAIL_DEFAULTS = readMailContent(emails)
