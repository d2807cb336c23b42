import { formatInteger } from '#app/kernel/format.ts'
import { cutText } from '#app/kernel/text.ts'
import type { DocumentBlock, MailDocument } from './mail-document.ts'
import { isSure, type MailRules, type Passage, passagesOf } from './mail-rules.ts'
import {
  type Condition,
  holds,
  linesOf,
  type Part,
  placeholdersOf,
  readCondition,
  readRow,
  readText,
  type Unreadable,
} from './mail-text.ts'
import { conditionWords, datumWords } from './mail-words.ts'

/** Characters of one text and of all of them, and blocks of a mail. */
const TEXT_MAX = 2000
const WHOLE_MAX = 20_000
const BLOCKS_MAX = 40

const listed = (names: readonly string[]): string => names.map(name => `«${datumWords(name)}» {${name}}`).join(', ')

function unreadableText({ code, at }: Unreadable): string {
  if (code === 'brace') return 'Hay una llave suelta: los datos se escriben {asi}.'
  if (code === 'bracket') return 'Hay un corchete suelto: una frase con condición se escribe [si dato: texto].'
  return `No se entiende la condición «${at}».`
}

function conditionProblem({ conditions }: MailRules, { when, unless }: Condition): string | undefined {
  const unknown = [...when, ...unless].filter(name => !conditions.includes(name))
  return unknown.length > 0 ? `Este correo no tiene la condición «${unknown.join(', ')}».` : undefined
}

/** The error of the placeholders and conditions of one text. */
function partsProblem(rules: MailRules, { parts, kind }: Passage): string | undefined {
  const elements = kind === 'row' ? [...rules.repeated.values()].flat() : []
  for (const part of parts) {
    const wrong = conditionProblem(rules, part)
    if (wrong !== undefined) return wrong
    const names = placeholdersOf(part.text).filter(name => !elements.includes(name))
    const unknown = names.filter(name => !rules.always.includes(name) && !rules.optional.includes(name))
    if (unknown.length > 0) return `Aquí no existe el dato ${unknown.map(name => `{${name}}`).join(', ')}.`
    const unsure = names.find(name => !isSure(rules, name, part))
    if (unsure !== undefined) {
      return `El dato ${listed([unsure])} no siempre existe: escríbelo en [si ${unsure}: …] o en un bloque con esa condición.`
    }
  }
  return undefined
}

function textProblem(text: string): string | undefined {
  if (text.length > TEXT_MAX) return `Puede tener hasta ${TEXT_MAX} caracteres.`
  const [first] = readText(text).problems
  return first && unreadableText(first)
}

function blockProblem(rules: MailRules, { kind, condition, text }: DocumentBlock): string | undefined {
  if (text.trim() === '') return 'Escribe el texto de este bloque, o quítalo.'
  if (text.length > TEXT_MAX) return textProblem(text)
  const own = readCondition(condition)
  if (own === undefined) return 'No se entiende la condición del bloque.'
  const wrong = conditionProblem(rules, own)
  if (wrong !== undefined) return wrong
  if (kind !== 'details') return textProblem(text)
  for (const line of linesOf(text)) {
    const { row, problems } = readRow(line)
    if (problems[0]) return unreadableText(problems[0])
    if (row === undefined) return `Cada línea es una fila y se escribe «Nombre: valor»: «${cutText(line, 60)}».`
  }
  return undefined
}

/** Every combination of parameters with and without a value that can occur, for those that the texts ask about. */
function* occasionsOf(rules: MailRules, passages: readonly Passage[]): Generator<ReadonlySet<string>> {
  const asked = passages.flatMap(({ parts }) => parts.flatMap(({ when, unless }) => [...when, ...unless]))
  const names = [...new Set(asked)].filter(name => rules.conditions.includes(name))
  for (let number = 0; number < 2 ** names.length; number += 1) {
    const present = new Set(names.filter((_, index) => (number >> index) % 2 === 1))
    const has = (name: string) => present.has(name)
    if (rules.implied.every(({ when, name }) => !when.every(has) || has(name) || !names.includes(name))) yield present
  }
}

/** The occasion in words, as far as the given parts ask about it. */
function describe(present: ReadonlySet<string>, parts: readonly Part[]): string {
  const asked = [...new Set(parts.flatMap(({ when, unless }) => [...when, ...unless]))]
  return conditionWords({
    when: asked.filter(name => present.has(name)),
    unless: asked.filter(name => !present.has(name)),
  })
}

type Told = { names: ReadonlySet<string>; empty: ReadonlySet<string> }

/** What readers are told on one occasion: the placeholders, and the texts that say nothing. */
function toldOn(rules: MailRules, passages: readonly Passage[], present: ReadonlySet<string>): Told {
  const names = new Set<string>()
  const empty = new Set(rules.filled)
  for (const { at, kind, parts } of passages) {
    if (kind === 'button') continue
    const shown = parts.filter(part => holds(part, name => present.has(name))).map(({ text }) => text)
    const field = at.startsWith('texto.') ? at.slice('texto.'.length) : undefined
    if (field !== undefined && shown.join('').trim() !== '') empty.delete(field)
    if (field !== undefined && !rules.counted.includes(field)) continue
    for (const name of shown.flatMap(placeholdersOf)) names.add(name)
  }
  return { names, empty }
}

/** The error of a mail that has no button on one occasion, or more than one. */
function buttonProblem(passages: readonly Passage[], present: ReadonlySet<string>): Record<string, string> | undefined {
  const buttons = passages.filter(({ kind }) => kind === 'button')
  const says = (part: Part) => holds(part, name => present.has(name)) && part.text.trim() !== ''
  const [first, second] = buttons.filter(({ parts }) => parts.some(says))
  if (first && !second) return undefined
  const when = describe(
    present,
    buttons.flatMap(({ parts }) => parts),
  )
  if (second) return { [second.at]: `Hay más de un botón${when && ` ${when}`}: deja uno.` }
  const [only] = buttons
  if (!only) return { '': 'Falta el botón: agrega uno en «Bloques y condiciones».' }
  return { [only.at]: `Falta el botón${when && ` ${when}`}.` }
}

/** What is lost compared with the release: a needed placeholder, or a text that says nothing on some occasion. */
function lost(rules: MailRules, document: MailDocument): Record<string, string> {
  const released = passagesOf(rules.fields, rules.release)
  const own = passagesOf(rules.fields, document)
  for (const present of occasionsOf(rules, [...released, ...own])) {
    const was = toldOn(rules, released, present)
    const is = toldOn(rules, own, present)
    const blank = [...is.empty].find(field => !was.empty.has(field))
    if (blank !== undefined) {
      const at = `texto.${blank}`
      const when = describe(
        present,
        own.filter(passage => passage.at === at).flatMap(({ parts }) => parts),
      )
      return { [at]: when === '' ? 'Este texto no puede quedar vacío.' : `Este texto queda vacío ${when}.` }
    }
    const button = rules.release.blocks.length > 0 ? buttonProblem(own, present) : undefined
    if (button) return button
    const missing = rules.required.filter(name => was.names.has(name) && !is.names.has(name))
    const [first] = missing
    if (first !== undefined) {
      const saying = own.flatMap(({ parts }) => parts.filter(({ text }) => placeholdersOf(text).includes(first)))
      const when = describe(present, saying)
      return { '': `Falta un dato que la persona necesita: ${listed(missing)}${when && `, ${when}`}.` }
    }
  }
  return {}
}

/** Errors of a document, by place (`texto.subject`, `bloque.2`); `''` is about the mail as a whole. */
export function documentProblems(rules: MailRules, document: MailDocument): Record<string, string> {
  const size = [...Object.values(document.texts), ...document.blocks.map(({ text }) => text)].join('').length
  if (size > WHOLE_MAX || document.blocks.length > BLOCKS_MAX) {
    return { '': `Un correo puede tener hasta ${BLOCKS_MAX} bloques y ${formatInteger(WHOLE_MAX)} caracteres.` }
  }
  if (rules.release.blocks.length === 0 && document.blocks.length > 0) return { '': 'Aquí no van bloques.' }
  const problems: Record<string, string> = {}
  for (const name of rules.fields) {
    const problem = textProblem(document.texts[name] ?? '')
    if (problem !== undefined) problems[`texto.${name}`] = problem
  }
  for (const [index, block] of document.blocks.entries()) {
    const problem = blockProblem(rules, block)
    if (problem !== undefined) problems[`bloque.${index}`] = problem
  }
  for (const passage of passagesOf(rules.fields, document)) {
    const problem = partsProblem(rules, passage)
    if (problem !== undefined) problems[passage.at] ??= problem
  }
  return Object.keys(problems).length > 0 ? problems : lost(rules, document)
}
