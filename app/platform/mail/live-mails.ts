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

/** Edited texts from their row; undefined when they do not fit this release's mail. */
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

/** The key under which the texts around every mail are stored. */
export const COMMON_KEY = 'common'

/** Edited texts around every mail from their row; undefined when they do not fit this release's. */
export function readCommonTexts(content: unknown): SlotTexts | undefined {
  const parsed = stored.safeParse(content)
  if (!parsed.success) return undefined
  return Object.keys(commonProblems(MAIL_DEFAULTS.common, parsed.data)).length === 0 ? parsed.data : undefined
}

/** The current texts around every mail. */
export const commonTexts = madeOfTexts(
  ({ mails }): CommonTexts => applyCommon(MAIL_DEFAULTS.common, readCommonTexts(mails.get(COMMON_KEY)) ?? {}),
)

/** The current texts of a mail: those edited by administrators if they fit, else the release's. */
export const mailTexts = (template: MailTemplate): MailTexts => live().get(template) ?? defaultTexts(template)
