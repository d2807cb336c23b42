import { z } from 'zod'
import { type DetailsRow, type MailTexts, PLACEHOLDER } from './mail-content.ts'
import { mailParams } from './mail-params.ts'
import { SHOP } from './shop.ts'

/** A text of a mail that may be edited. Its conditions and its placeholders are fixed by the release. */
export type MailSlot = {
  /** Its path in the mail, as `subject.0` or `body.2.rows.1.value`. */
  path: string
  part: 'subject' | 'preheader' | 'body' | 'button' | CommonPart
  text: string
  when: readonly string[]
  unless: readonly string[]
  /** Placeholders that always have a value here. */
  names: readonly string[]
  /** Whether it may be left empty, which leaves it out. */
  optional: boolean
}

/** Slots that all mails share (common-slots.ts). */
export type CommonPart = 'greeting' | 'linkHint' | 'signature' | 'supportLine' | 'footer'

/** Texts by slot; a missing slot keeps the release's text. */
export type SlotTexts = Readonly<Record<string, string>>

/** Characters of one slot. */
const SLOT_MAX = 2000

type Part = MailTexts['subject'][number]

export const placeholdersOf = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(match => match[1] ?? '')
type Shape = Record<string, z.ZodType>

const shapeOf = (key: MailTexts['key']): Shape => mailParams[key].shape
const isOptional = (type: z.ZodType): boolean => type.safeParse(undefined).success
const isText = (type: z.ZodType | undefined): boolean => type?.safeParse('x').success ?? false

export const SHOP_NAMES: readonly string[] = Object.entries(SHOP).flatMap(([name, value]) =>
  typeof value === 'string' ? [name] : [],
)

/**
 * Names that always have a value under these conditions: the shop's data, required parameters and the conditions' own
 * names.
 */
function namesUnder(key: MailTexts['key'], when: readonly string[]): string[] {
  const own = Object.entries(shapeOf(key)).flatMap(([name, type]) =>
    isText(type) && (!isOptional(type) || when.includes(name)) ? [name] : [],
  )
  return [...own, ...SHOP_NAMES]
}

function elementNames(key: MailTexts['key'], each: string | undefined): string[] {
  const list = each === undefined ? undefined : shapeOf(key)[each]
  return list instanceof z.ZodArray && list.element instanceof z.ZodObject ? Object.keys(list.element.shape) : []
}

/** The slots of a mail, in reading order. */
export function slotsOf(texts: MailTexts): MailSlot[] {
  const { key } = texts
  const slot = (path: string, part: MailSlot['part'], input: Part, optional: boolean): MailSlot => {
    const { text, when, unless } = input
    // A placeholder that the release uses here has a value here, even where the condition names another one.
    const names = [...new Set([...namesUnder(key, when), ...placeholdersOf(text)])]
    return { path, part, text, when, unless, names, optional }
  }
  const inRow = (row: DetailsRow, path: string): MailSlot[] => {
    const names = [...elementNames(key, row.each), ...namesUnder(key, row.when)]
    const { when, unless } = row
    const common = { part: 'body', when, unless, names, optional: false } as const
    return [
      { ...common, path: `${path}.label`, text: row.label, names: [] },
      { ...common, path: `${path}.value`, text: row.value },
    ]
  }
  return [
    ...texts.subject.map((part, index) => slot(`subject.${index}`, 'subject', part, texts.subject.length > 1)),
    ...texts.preheader.map((part, index) => slot(`preheader.${index}`, 'preheader', part, true)),
    ...texts.body.flatMap((block, at) =>
      block.kind === 'paragraph'
        ? block.text.map((part, index) => slot(`body.${at}.${index}`, 'body', part, true))
        : block.rows.flatMap((row, index) => inRow(row, `body.${at}.rows.${index}`)),
    ),
    ...texts.button.map(({ label, when, unless }, index) =>
      slot(`button.${index}`, 'button', { text: label, when, unless }, false),
    ),
  ]
}

/**
 * Placeholders that must stay in a mail: those that always have a value and that the release's subject or body uses.
 */
export function requiredNames(texts: MailTexts): string[] {
  const shape = shapeOf(texts.key)
  const used = slotsOf(texts)
    .filter(({ part }) => part === 'subject' || part === 'body')
    .flatMap(({ text }) => placeholdersOf(text))
  const must = (name: string): boolean => {
    const type = shape[name]
    return type === undefined ? !SHOP_NAMES.includes(name) : !isOptional(type)
  }
  return [...new Set(used)].filter(must)
}

/** Errors in edited texts by slot; `''` for the mail as a whole. @param texts the release's. */
export function slotProblems(texts: MailTexts, changed: SlotTexts): Record<string, string> {
  const slots = slotsOf(texts)
  const problems = textProblems(slots, changed)
  const said = (part: MailSlot['part']) =>
    slots.filter(slot => slot.part === part).map(slot => changed[slot.path] ?? slot.text)
  if (said('subject').every(text => text.trim() === '')) problems[''] ??= 'El asunto no puede quedar vacío.'
  const used = new Set([...said('subject'), ...said('body')].flatMap(placeholdersOf))
  const missing = requiredNames(texts).filter(name => !used.has(name))
  if (missing.length > 0) problems[''] ??= missingText(missing)
  return problems
}

export const missingText = (names: readonly string[]): string =>
  `Falta un dato que la persona necesita: ${names.map(name => `{${name}}`).join(', ')}.`

/** Errors of each slot by itself, including slots that do not exist. */
export function textProblems(slots: readonly MailSlot[], changed: SlotTexts): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const slot of slots) {
    const problem = problemOf(slot, changed[slot.path] ?? slot.text)
    if (problem !== undefined) problems[slot.path] = problem
  }
  const unknown = Object.keys(changed).filter(path => !slots.some(slot => slot.path === path))
  if (unknown.length > 0) problems[''] = 'El mensaje cambió con una versión nueva de la plataforma. Recarga la página.'
  return problems
}

function problemOf(slot: MailSlot, text: string): string | undefined {
  if (text.length > SLOT_MAX) return `Puede tener hasta ${SLOT_MAX} caracteres.`
  if (text.trim() === '') return slot.optional ? undefined : 'Este texto no puede quedar vacío.'
  const unknown = [...new Set(placeholdersOf(text).filter(name => !slot.names.includes(name)))]
  if (unknown.length > 0) return `Aquí no existe el dato ${unknown.map(name => `{${name}}`).join(', ')}.`
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ''))) return 'Hay una llave suelta: los datos se escriben {asi}.'
  return undefined
}

/** A mail with edited texts. An empty slot is left out; a blank line in a paragraph of one part begins another. */
export function applySlots(texts: MailTexts, changed: SlotTexts): MailTexts {
  const part = (path: string, input: Part): Part[] => {
    const text = changed[path] ?? input.text
    return text.trim() === '' ? [] : [{ ...input, text: text.replaceAll(/\s+/g, ' ').trim() }]
  }
  return {
    ...texts,
    subject: texts.subject.flatMap((input, index) => part(`subject.${index}`, input)),
    preheader: texts.preheader.flatMap((input, index) => part(`preheader.${index}`, input)),
    body: texts.body.flatMap((block, at): MailTexts['body'] => {
      if (block.kind === 'details') {
        const rows = block.rows.map((row, index) => ({
          ...row,
          label: changed[`body.${at}.rows.${index}.label`] ?? row.label,
          value: changed[`body.${at}.rows.${index}.value`] ?? row.value,
        }))
        return [{ ...block, rows }]
      }
      const [only] = block.text
      if (only === undefined || block.text.length > 1) {
        return [{ ...block, text: block.text.flatMap((input, index) => part(`body.${at}.${index}`, input)) }]
      }
      const paragraphs = (changed[`body.${at}.0`] ?? only.text).split(/\n\s*\n/)
      return paragraphs.map(text => ({ ...block, text: part('', { ...only, text }) }))
    }),
    button: texts.button.map((input, index) => ({ ...input, label: changed[`button.${index}`] ?? input.label })),
  }
}
