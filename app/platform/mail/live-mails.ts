import { z } from 'zod'
import { madeOfTexts } from '#app/platform/texts/live-texts.ts'
import { applyCommon, commonProblems } from './common-slots.ts'
import { type CommonTexts, MAIL_DEFAULTS, type MailTexts } from './mail-content.ts'
import type { MailTemplate } from './mail-params.ts'
import { applySlots, type SlotTexts, slotProblems } from './mail-slots.ts'

const stored = z.record(z.string(), z.string())

/** The release's texts of a mail. */
export function defaultTexts(template: MailTemplate): MailTexts {
  const texts = MAIL_DEFAULTS.templates.get(template)
  if (!texts) throw new Error(`No texts for ${template}`)
  return texts
}

/** Changed words as their row holds them; undefined when they do not fit the mail as this release has it. */
export function readSlotTexts(template: MailTemplate, content: unknown): SlotTexts | undefined {
  const parsed = stored.safeParse(content)
  if (!parsed.success) return undefined
  const problems = slotProblems(defaultTexts(template), parsed.data)
  return Object.keys(problems).length === 0 ? parsed.data : undefined
}

const live = madeOfTexts(({ mails }) => {
  const changed = new Map<MailTemplate, MailTexts>()
  for (const [template, texts] of MAIL_DEFAULTS.templates) {
    const copy = readSlotTexts(template, mails.get(template))
    if (copy) changed.set(template, applySlots(texts, copy))
  }
  return changed
})

/** The name under which the words around every mail are kept. */
export const COMMON_KEY = 'common'

/** Changed words around every mail as their row holds them; undefined when they do not fit this release's. */
export function readCommonTexts(content: unknown): SlotTexts | undefined {
  const parsed = stored.safeParse(content)
  if (!parsed.success) return undefined
  return Object.keys(commonProblems(MAIL_DEFAULTS.common, parsed.data)).length === 0 ? parsed.data : undefined
}

/** What stands around every mail that is sent now. */
export const commonTexts = madeOfTexts(
  ({ mails }): CommonTexts => applyCommon(MAIL_DEFAULTS.common, readCommonTexts(mails.get(COMMON_KEY)) ?? {}),
)

/** The texts of a mail as they are sent now: the administrators' words where there are any that fit, else the release's. */
export const mailTexts = (template: MailTemplate): MailTexts => live().get(template) ?? defaultTexts(template)
