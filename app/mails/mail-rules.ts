import { z } from 'zod'
import { SHOP } from '#app/platform/mail/shop.ts'
import { MAIL_DEFAULTS } from './mail-content.ts'
import { COMMON_NAMES, type DocumentBlock, FIELD_NAMES, type ListOf, type MailDocument } from './mail-document.ts'
import { mailParams } from './mail-params.ts'
import {
  ALWAYS,
  both,
  type Condition,
  linesOf,
  type Part,
  placeholdersOf,
  readCondition,
  readRow,
  readText,
} from './mail-text.ts'
import { COMMON_KEY, type EditedKey } from './mails.ts'

/** A text with its place in the document: `texto.subject`, `bloque.2`. */
export type Passage = { at: string; parts: readonly Part[]; kind: 'text' | 'row' | 'button' }

/** What a document of a mail may contain. */
export type MailRules = {
  fields: readonly string[]
  /** Texts that must say something whatever the parameters are. A mail with blocks has one button, whatever they are. */
  filled: readonly string[]
  /** Texts whose placeholders reach every reader, besides the blocks. */
  counted: readonly string[]
  release: MailDocument
  /** Placeholders that always have a value, those that may have none, and those of a row that is repeated. */
  always: readonly string[]
  optional: readonly string[]
  repeated: ReadonlyMap<string, readonly string[]>
  /** Parameters that conditions may name. */
  conditions: readonly string[]
  /** Parameters that have a value whenever all of `when` have one, as the release's texts take for granted. */
  implied: readonly { when: readonly string[]; name: string }[]
  /** Placeholders that a reader must get wherever the release says them. */
  required: readonly string[]
  listOf: ListOf
}

const SHOP_NAMES = Object.entries(SHOP).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))

const accepts = (type: z.ZodType, value: unknown): boolean => type.safeParse(value).success

/** Data that lead a person in, or that the law wants told, also where they are not in every mail. */
const isNeeded = (name: string): boolean =>
  name.startsWith('codigo_') || name.startsWith('enlace_') || name === 'correo_privacidad'

function passagesOfBlock({ kind, condition, text }: DocumentBlock, at: string): Passage[] {
  const own = readCondition(condition)
  if (own === undefined) return []
  const within = (parts: readonly Part[], outer: Condition): Part[] =>
    parts.map(part => ({ text: part.text, ...both(both(own, outer), part) }))
  if (kind !== 'details') {
    const texts = kind === 'list' ? linesOf(text) : [text]
    return texts.map(line => ({
      at,
      kind: kind === 'button' ? 'button' : 'text',
      parts: within(readText(line).sentence, own),
    }))
  }
  return linesOf(text).flatMap(line => {
    const { row } = readRow(line)
    return row ? [{ at, kind: 'row', parts: within([{ ...ALWAYS, text: row.label }, ...row.value], row) }] : []
  })
}

/** The texts of a document in reading order. */
export const passagesOf = (fields: readonly string[], { texts, blocks }: MailDocument): Passage[] => [
  ...fields.map(name => ({
    at: `texto.${name}`,
    kind: 'text' as const,
    parts: readText(texts[name] ?? '').sentence,
  })),
  ...blocks.flatMap((block, index) => passagesOfBlock(block, `bloque.${index}`)),
]

function makeRules(key: EditedKey): MailRules {
  const mail = key === COMMON_KEY ? undefined : MAIL_DEFAULTS.mails.get(key)
  const shape: Record<string, z.ZodType> =
    key === COMMON_KEY ? { nombre: z.string().optional() } : mailParams[key].shape
  const release = mail?.document ?? MAIL_DEFAULTS.common
  const fields = key === COMMON_KEY ? COMMON_NAMES : FIELD_NAMES
  const filled = key === COMMON_KEY ? COMMON_NAMES : (['subject'] as const)
  const counted = key === COMMON_KEY ? COMMON_NAMES.slice(1) : (['subject'] as const)
  const texts = Object.entries(shape).filter(([, type]) => accepts(type, 'x'))
  const optional = texts.filter(([, type]) => accepts(type, undefined)).map(([name]) => name)
  const own = texts.map(([name]) => name).filter(name => !optional.includes(name))
  const repeated = new Map(
    Object.entries(shape).flatMap(([name, type]): [string, string[]][] =>
      type instanceof z.ZodArray && type.element instanceof z.ZodObject
        ? [[name, Object.keys(type.element.shape)]]
        : [],
    ),
  )
  const passages = passagesOf(fields, release)
  const uses = passages.flatMap(({ parts }) => parts)
  const told = passages
    .filter(
      ({ at, kind }) => (at.startsWith('bloque.') && kind !== 'button') || counted.some(name => at === `texto.${name}`),
    )
    .flatMap(({ parts }) => parts.flatMap(({ text }) => placeholdersOf(text)))
  return {
    fields,
    filled,
    counted,
    release,
    always: [...new Set([...own, ...SHOP_NAMES])],
    optional,
    repeated,
    conditions: Object.keys(shape).filter(name => accepts(shape[name] ?? z.never(), undefined)),
    implied: uses.flatMap(({ when, text }) =>
      placeholdersOf(text)
        .filter(name => optional.includes(name) && !when.includes(name))
        .map(name => ({ when, name })),
    ),
    required: [...new Set(told)].filter(name => key === COMMON_KEY || own.includes(name) || isNeeded(name)),
    listOf: names => [...repeated].find(([, elements]) => names.some(name => elements.includes(name)))?.[0],
  }
}

const made = new Map<EditedKey, MailRules>()

/** The rules of a mail's document; they are the same while the process runs. */
export function rulesOf(key: EditedKey): MailRules {
  const rules = made.get(key) ?? makeRules(key)
  made.set(key, rules)
  return rules
}

/** Whether a placeholder has a value wherever this condition holds. */
export const isSure = ({ always, optional, implied }: MailRules, name: string, { when }: Condition): boolean =>
  always.includes(name) ||
  (optional.includes(name) && when.includes(name)) ||
  implied.some(rule => rule.name === name && rule.when.every(known => when.includes(known)))
