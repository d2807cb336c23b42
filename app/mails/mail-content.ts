import { z } from 'zod'
import emails from '#content/emails.es.json' with { type: 'json' }
import { COMMON_NAMES, type DocumentBlock, type MailDocument } from './mail-document.ts'
import { mailParams } from './mail-params.ts'
import { BLOCK_KINDS } from './mail-text.ts'
import { isMailTemplate, type MailTemplate } from './mails.ts'

const block = z.union([
  z.string().transform((text): DocumentBlock => ({ kind: 'paragraph', condition: '', text })),
  z
    .strictObject({
      kind: z.enum(BLOCK_KINDS).default('paragraph'),
      if: z.string().default(''),
      text: z.union([z.string(), z.array(z.string()).transform(lines => lines.join('\n'))]),
    })
    .transform((own): DocumentBlock => ({ kind: own.kind, condition: own.if, text: own.text })),
])

const templateSchema = z.strictObject({
  key: z.enum(Object.keys(mailParams).filter(isMailTemplate)),
  subject: z.string(),
  preheader: z.string(),
  body: z.array(block).min(1),
  link: z.string(),
  legalNote: z.string().optional(),
})

const contentSchema = z
  .object({
    common: z.record(z.enum(COMMON_NAMES), z.string()),
    templates: z.array(templateSchema),
  })
  .superRefine(({ templates }, context) => {
    const keys = templates.map(({ key }) => key)
    if (new Set(keys).size !== keys.length) context.addIssue('a template appears twice')
    const missing = Object.keys(mailParams).filter(key => !keys.some(present => present === key))
    if (missing.length > 0) context.addIssue(`no texts for ${missing.join(', ')}`)
  })

/** A mail of the release: its document, and the parameter or datum of the shop that its button leads to. */
export type ReleasedMail = { key: MailTemplate; document: MailDocument; link: string }

/**
 * Reads the texts of mails (content/emails.es.json), without the rules of mail-rules.ts.
 * @throws ZodError when a template lacks texts.
 */
export function readMailContent(data: unknown): {
  common: MailDocument
  mails: ReadonlyMap<MailTemplate, ReleasedMail>
} {
  const { common, templates } = contentSchema.parse(data)
  return {
    common: { texts: common, blocks: [] },
    mails: new Map(
      templates.map(({ key, subject, preheader, body, link }) => [
        key,
        { key, document: { texts: { subject, preheader }, blocks: body }, link },
      ]),
    ),
  }
}

/** The texts of the release. */
export const MAIL_DEFAULTS = readMailContent(emails)
