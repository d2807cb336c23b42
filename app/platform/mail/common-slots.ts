import type { CommonTexts, Sentence } from './mail-content.ts'
import {
  type CommonPart,
  type MailSlot,
  missingText,
  placeholdersOf,
  SHOP_NAMES,
  type SlotTexts,
  textProblems,
} from './mail-slots.ts'

/** The sentences around every mail, in reading order; `linkHint` is a text of its own. */
const SENTENCES = ['greeting', 'signature', 'supportLine', 'footer'] as const

/** The texts around every mail that may be edited. */
export function commonSlots(texts: CommonTexts): MailSlot[] {
  const inSentence = (part: CommonPart, sentence: Sentence): MailSlot[] =>
    sentence.map(({ text, when, unless }, index) => ({
      path: `${part}.${index}`,
      part,
      text,
      when,
      unless,
      names: [...new Set([...when, ...SHOP_NAMES])],
      optional: part === 'footer',
    }))
  const [greeting, ...rest] = SENTENCES
  return [
    ...inSentence(greeting, texts[greeting]),
    { path: 'linkHint', part: 'linkHint', text: texts.linkHint, when: [], unless: [], names: [], optional: false },
    ...rest.flatMap(part => inSentence(part, texts[part])),
  ]
}

/** Data that every mail must contain: the sender, the contact address and the privacy notice. */
export const commonRequired = (texts: CommonTexts): string[] => [
  ...new Set(commonSlots(texts).flatMap(({ part, text }) => (part === 'greeting' ? [] : placeholdersOf(text)))),
]

/** Errors in edited texts by slot; `''` for errors of all of them together. @param texts the release's. */
export function commonProblems(texts: CommonTexts, changed: SlotTexts): Record<string, string> {
  const slots = commonSlots(texts)
  const problems = textProblems(slots, changed)
  const used = new Set(slots.flatMap(({ path, text }) => placeholdersOf(changed[path] ?? text)))
  const missing = commonRequired(texts).filter(name => !used.has(name))
  if (missing.length > 0) problems[''] ??= missingText(missing)
  return problems
}

/** The texts around every mail with the edits applied; an empty part of the footer is left out. */
export function applyCommon(texts: CommonTexts, changed: SlotTexts): CommonTexts {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const sentence = (part: CommonPart, input: Sentence): Sentence =>
    input
      .map((own, index) => ({ ...own, text: line(changed[`${part}.${index}`] ?? own.text) }))
      .filter(({ text }) => text !== '')
  return {
    greeting: sentence('greeting', texts.greeting),
    linkHint: line(changed.linkHint ?? texts.linkHint),
    signature: sentence('signature', texts.signature),
    supportLine: sentence('supportLine', texts.supportLine),
    footer: sentence('footer', texts.footer),
  }
}
