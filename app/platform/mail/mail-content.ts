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
  key: z.string().refine(isMailTemplate, 'is no template of mail-params.ts'),
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
export type MailTexts = z.infer<typeof templateSchema>
export type CommonTexts = z.infer<typeof common>

export const PLACEHOLDER = /\{([a-z_]+)\}/g

export const placeholdersOf = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(match => match[1] ?? '')

/** Names in a template's texts that neither its parameters nor the shop's data know. */
function unknownNames(key: MailTemplate, texts: MailTexts): string[] {
  const shape: Record<string, z.ZodType> = mailParams[key].shape
  const known = new Set([...Object.keys(SHOP), ...Object.keys(shape)])
  const used = [...texts.subject, ...texts.preheader, ...texts.button.map(({ label, ...rest }) => ({ ...rest, text: label }))]
  const missing = texts.button.map(({ url }) => url).filter(name => !known.has(name))
  for (const item of texts.body) {
    if (item.kind === 'paragraph') used.push(...item.text)
    else {
      for (const { each, when, unless, label, value } of item.rows) {
        const list = each === undefined ? undefined : shape[each]
        if (each !== undefined && !(list instanceof z.ZodArray)) missing.push(each)
        const element = list instanceof z.ZodArray && list.element instanceof z.ZodObject ? Object.keys(list.element.shape) : []
        missing.push(
          ...[...when, ...unless, ...placeholdersOf(label), ...placeholdersOf(value)].filter(
            name => !known.has(name) && !element.includes(name),
          ),
        )
      }
    }
  }
  const inTexts = used.flatMap(({ when, unless, text }) => [...when, ...unless, ...placeholdersOf(text)])
  return [...missing, ...inTexts.filter(name => !known.has(name))]
}

const contentSchema = z
  .object({ common, templates: z.array(templateSchema) })
  .superRefine(({ templates }, context) => {
    for (const texts of templates) {
      const unknown = unknownNames(texts.key, texts)
      if (unknown.length > 0) context.addIssue(`${texts.key}: unknown placeholders ${unknown.join(', ')}`)
    }
    const keys = templates.map(({ key }) => key)
    if (new Set(keys).size !== keys.length) context.addIssue('a template appears twice')
    const missing = Object.keys(mailParams).filter(key => !keys.some(present => present === key))
    if (missing.length > 0) context.addIssue(`no texts for ${missing.join(', ')}`)
  })

/**
 * Reads the texts of mails (content/emails.es.json).
 * @throws ZodError when a template lacks texts or uses a placeholder that it is never given.
 */
export function readMailContent(data: unknown): { common: CommonTexts; templates: Map<MailTemplate, MailTexts> } {
  const content = contentSchema.parse(data)
  return { common: content.common, templates: new Map(content.templates.map(texts => [texts.key, texts])) }
}

export const MAIL_CONTENT = readMailContent(emails)
