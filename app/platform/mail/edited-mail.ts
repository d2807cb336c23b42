import { applyCommon, commonProblems, commonRequired, commonSlots } from './common-slots.ts'
import { COMMON_KEY, defaultTexts, mailTexts, readCommonTexts, readSlotTexts } from './live-mails.ts'
import { MAIL_DEFAULTS } from './mail-content.ts'
import { isMailTemplate, type MailTemplate } from './mail-params.ts'
import { mailSamples } from './mail-samples.ts'
import { applySlots, type MailSlot, requiredNames, type SlotTexts, slotProblems, slotsOf } from './mail-slots.ts'
import type { MailMessage } from './message.ts'
import { composeMail, type MailShop, type TriedTexts } from './templates.ts'

/** A mail, or the texts around all mails. */
export type EditedKey = MailTemplate | typeof COMMON_KEY

/** What the editor of a mail's texts needs. */
export type EditedMail = {
  slots: readonly MailSlot[]
  /** Placeholders that the mail must keep. */
  required: readonly string[]
  /** Stored texts; undefined when they do not fit this release's mail. */
  read(content: unknown): SlotTexts | undefined
  /** Errors in edited texts, by slot. */
  problems(texts: SlotTexts): Record<string, string>
  /** The mail in each of its variants. */
  previews(texts: SlotTexts, shop: MailShop): { name: string; message: MailMessage }[]
  /** What a test mail of edited texts sends. */
  test(texts: SlotTexts): { template: MailTemplate; tried: TriedTexts }
}

export const isEditedKey = (key: string): key is EditedKey => key === COMMON_KEY || isMailTemplate(key)

/** The mail in which the texts around all mails are previewed. */
const SHOWN: MailTemplate = 'order_receipt'

export function editedMail(key: EditedKey): EditedMail {
  if (key !== COMMON_KEY) {
    const texts = defaultTexts(key)
    return {
      slots: slotsOf(texts),
      required: requiredNames(texts),
      read: content => readSlotTexts(key, content),
      problems: copy => slotProblems(texts, copy),
      previews: (copy, shop) =>
        mailSamples(key).map(({ name, params }) => ({
          name,
          message: composeMail(applySlots(texts, copy), params, shop),
        })),
      test: texts => ({ template: key, tried: { words: texts } }),
    }
  }
  const texts = MAIL_DEFAULTS.common
  return {
    slots: commonSlots(texts),
    required: commonRequired(texts),
    read: readCommonTexts,
    problems: copy => commonProblems(texts, copy),
    previews: (copy, shop) =>
      mailSamples(SHOWN).map(({ name, params }) => ({
        name,
        message: composeMail(mailTexts(SHOWN), params, shop, applyCommon(texts, copy)),
      })),
    test: texts => ({ template: SHOWN, tried: { common: texts } }),
  }
}
