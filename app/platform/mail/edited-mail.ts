import { applyCommon, commonProblems, commonRequired, commonSlots } from './common-slots.ts'
import type { Letter } from './letter.ts'
import { COMMON_KEY, defaultTexts, mailTexts, readCommonTexts, readSlotTexts } from './live-mails.ts'
import { MAIL_DEFAULTS } from './mail-content.ts'
import { isMailTemplate, type MailTemplate } from './mail-params.ts'
import { mailSamples } from './mail-samples.ts'
import { applySlots, type MailSlot, requiredNames, type SlotTexts, slotProblems, slotsOf } from './mail-slots.ts'
import { composeMail, type MailShop, type TriedWords } from './templates.ts'

/** A mail, or what stands around all of them. */
export type EditedKey = MailTemplate | typeof COMMON_KEY

/** What an editor is given of the words of a mail. */
export type EditedMail = {
  slots: readonly MailSlot[]
  /** Data that it must go on telling. */
  required: readonly string[]
  /** Stored words; undefined when they do not fit this release's mail. */
  read(content: unknown): SlotTexts | undefined
  /** What is wrong with changed words, by place. */
  problems(words: SlotTexts): Record<string, string>
  /** The mail as each kind of its readers gets it. */
  previews(words: SlotTexts, shop: MailShop): { name: string; letter: Letter }[]
  /** What a test of changed words sends. */
  test(words: SlotTexts): { template: MailTemplate; tried: TriedWords }
}

export const isEditedKey = (key: string): key is EditedKey => key === COMMON_KEY || isMailTemplate(key)

/** The mail that shows what stands around all: one that everybody knows. */
const SHOWN: MailTemplate = 'order_receipt'

export function editedMail(key: EditedKey): EditedMail {
  if (key !== COMMON_KEY) {
    const texts = defaultTexts(key)
    return {
      slots: slotsOf(texts),
      required: requiredNames(texts),
      read: content => readSlotTexts(key, content),
      problems: words => slotProblems(texts, words),
      previews: (words, shop) =>
        mailSamples(key).map(({ name, params }) => ({
          name,
          letter: composeMail(applySlots(texts, words), params, shop),
        })),
      test: words => ({ template: key, tried: { words } }),
    }
  }
  const texts = MAIL_DEFAULTS.common
  return {
    slots: commonSlots(texts),
    required: commonRequired(texts),
    read: readCommonTexts,
    problems: words => commonProblems(texts, words),
    previews: (words, shop) =>
      mailSamples(SHOWN).map(({ name, params }) => ({
        name,
        letter: composeMail(mailTexts(SHOWN), params, shop, applyCommon(texts, words)),
      })),
    test: words => ({ template: SHOWN, tried: { common: words } }),
  }
}
