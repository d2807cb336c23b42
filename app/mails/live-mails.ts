import { madeOfTexts } from '#app/platform/texts/live-texts.ts'
import { MAIL_DEFAULTS, type ReleasedMail } from './mail-content.ts'
import {
  type CommonTexts,
  commonTextsOf,
  type MailDocument,
  type MailTexts,
  mailDocumentSchema,
  mailTextsOf,
} from './mail-document.ts'
import { documentProblems } from './mail-problems.ts'
import { rulesOf } from './mail-rules.ts'
import type { MailTemplate } from './mails.ts'
import { COMMON_KEY, type EditedKey } from './mails.ts'

/** A mail of the release. */
export function defaultMail(template: MailTemplate): ReleasedMail {
  const mail = MAIL_DEFAULTS.mails.get(template)
  if (!mail) throw new Error(`No texts for ${template}`)
  return mail
}

/** An edited document from its row; undefined when it does not fit this release's mail. */
export function readDocument(key: EditedKey, content: unknown): MailDocument | undefined {
  if (content === undefined || content === null) return undefined
  const parsed = mailDocumentSchema.safeParse(content)
  if (!parsed.success) return undefined
  return Object.keys(documentProblems(rulesOf(key), parsed.data)).length === 0 ? parsed.data : undefined
}

const live = madeOfTexts(
  ({ mails }) =>
    new Map(
      [...MAIL_DEFAULTS.mails.keys()].map((key): [MailTemplate, MailTexts] => [
        key,
        mailTextsOf(readDocument(key, mails.get(key)) ?? defaultMail(key).document, rulesOf(key).listOf),
      ]),
    ),
)

/** The current texts around every mail. */
export const commonTexts = madeOfTexts(
  ({ mails }): CommonTexts => commonTextsOf(readDocument(COMMON_KEY, mails.get(COMMON_KEY)) ?? MAIL_DEFAULTS.common),
)

/** The current texts of a mail: those edited by administrators if they fit, else the release's. */
export function mailTexts(template: MailTemplate): MailTexts {
  const texts = live().get(template)
  if (!texts) throw new Error(`No texts for ${template}`)
  return texts
}
