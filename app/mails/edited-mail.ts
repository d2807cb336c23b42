import { MAIL_DEFAULTS } from './mail-content.ts'
import type { MailDocument } from './mail-document.ts'
import { mailSamples } from './mail-params.ts'
import type { MailTemplate } from './mails.ts'
import { COMMON_KEY, type EditedKey } from './mails.ts'
import type { TriedTexts } from './templates.ts'

/** The mail in which the texts around all mails are shown. */
const SHOWN: MailTemplate = 'order_receipt'

/** The mail in which a document is previewed and tested. */
export const shownMail = (key: EditedKey): MailTemplate => (key === COMMON_KEY ? SHOWN : key)

/** An unsaved document as the renderer takes it. */
export const triedTexts = (key: EditedKey, document: MailDocument): TriedTexts =>
  key === COMMON_KEY ? { common: document } : { mail: document }

/** The document of the release. */
export function releasedDocument(key: EditedKey): MailDocument {
  const released = key === COMMON_KEY ? MAIL_DEFAULTS.common : MAIL_DEFAULTS.mails.get(key)?.document
  if (!released) throw new Error(`No texts for ${key}`)
  return released
}

/** Invented parameters for a preview, by variant. */
export const samplesOf = (key: EditedKey) => mailSamples(shownMail(key))

const MASKED = '/enlace-oculto'

/**
 * A real mail's parameters for a preview: nothing in them opens what the recipient's codes and links open.
 */
export const maskParams = (params: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      if (name.startsWith('enlace_')) return [name, MASKED]
      return [name, name.startsWith('codigo_') ? value.replace(/^([A-Z]{2}-)?.*$/s, '$1••••••••') : value]
    }),
  )
