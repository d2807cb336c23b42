import { z } from 'zod'
import { shorten } from '#app/kernel/text.ts'
import { writeCalendar } from '#app/platform/calendar/calendar-file.ts'
import type { OutgoingMail } from '#app/platform/mail/outgoing-mail.ts'
import type { Shop } from '#app/platform/mail/shop.ts'
import { withCodeFragment } from '#app/platform/secrets/code-link.ts'
import { commonTexts, defaultMail, mailTexts, readDocument } from './live-mails.ts'
import {
  type CommonTexts,
  commonTextsOf,
  type MailBlock,
  type MailDocument,
  type MailRow,
  type MailTexts,
  mailDocumentSchema,
  mailTextsOf,
} from './mail-document.ts'
import { mailHtml, mailText } from './mail-formats.ts'
import { mailParams, type TemplateParams } from './mail-params.ts'
import { rulesOf } from './mail-rules.ts'
import { type Condition, holds, PLACEHOLDER, type Sentence } from './mail-text.ts'
import { COMMON_KEY, isMailTemplate, type MailTemplate } from './mails.ts'
import type { Block, MailMessage, Piece } from './message.ts'

export type RenderedMail = { subject: string; text: string; html: string; calendar?: OutgoingMail['calendar'] }

/** The seller's data and the shop's public origin, which links are resolved against. */
export type MailShop = Shop & { appUrl: string }

type Values = Readonly<Record<string, unknown>>

const MAX_VALUE = 300
const MAX_SUBJECT = 180

// Line breaks would forge headers or paragraphs, and direction overrides would make an address read as another one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g

function oneLine(text: string, max: number): string {
  return shorten(text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim(), max)
}

/**
 * Renders one mail as HTML and as complete plain text.
 * @throws Error (or ZodError) when a parameter is missing, unknown, or a link leaves the shop: each is a bug of the caller.
 */
export const renderMail = <Template extends MailTemplate>(
  template: Template,
  params: TemplateParams[Template],
  shop: MailShop,
): RenderedMail => renderStoredMail(template, params, shop)

/** The same for what an outbox row holds: the template's name and its parameters are checked, not trusted. */
export function renderStoredMail(template: string, params: unknown, shop: MailShop, recipient = ''): RenderedMail {
  if (!isMailTemplate(template)) throw new Error(`No mail template ${template}`)
  const { test, input } = readTestMark(params)
  return render(template, { tried: test ?? {}, mark: test && '[Prueba] ', params: input, shop, recipient })
}

/** A mail as a reader would get it with texts that are not saved yet. @throws as `renderMail` */
export const previewMail = (template: MailTemplate, tried: TriedTexts, params: unknown, shop: MailShop): RenderedMail =>
  render(template, { tried, mark: undefined, params, shop, recipient: '' })

type Rendering = {
  tried: TriedTexts
  /** Written before the subject. */
  mark: string | undefined
  params: unknown
  shop: MailShop
  recipient: string
}

function render(template: MailTemplate, { tried, mark = '', params, shop, recipient }: Rendering): RenderedMail {
  const values = mailParams[template].parse(params)
  const message = composeMessage(template, tried, { ...shop, ...values, ...codeLinks(values) }, shop.appUrl)
  const subject = `${mark}${message.subject}`
  const rendered = { subject, text: mailText(message), html: mailHtml({ ...message, subject }) }
  return 'calendario' in values ? { ...rendered, calendar: calendarOf(values, shop, recipient) } : rendered
}

/** Where a person enters with a code. */
const ENTRANCES = ['enlace_evaluacion', 'enlace_taller']

/** Those links of a mail with its code. A calendar file, which others may see, has them without. */
function codeLinks(values: Values): Values {
  const { codigo_acceso: code } = values
  if (typeof code !== 'string') return {}
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, link]) =>
      ENTRANCES.includes(name) && typeof link === 'string' ? [[name, withCodeFragment(link, code)]] : [],
    ),
  )
}

type SessionParams = TemplateParams['workshop_session']

/** The session as a calendar file that adds or removes it. */
function calendarOf(session: SessionParams, shop: MailShop, recipient: string): OutgoingMail['calendar'] {
  const { calendario, cancelada = false } = session
  const method = cancelada ? 'cancel' : 'request'
  const event = {
    ...calendario,
    startsAt: new Date(calendario.startsAt),
    changedAt: new Date(calendario.changedAt),
    title: session.nombre_taller,
    description: [session.notas_sesion, new URL(session.enlace_taller, shop.appUrl).href].filter(Boolean).join('\n'),
    cancelled: cancelada,
    organizer: { name: shop.nombre_plataforma, email: shop.correo_soporte },
  }
  return { method, file: writeCalendar(event, method, recipient) }
}

/** Parameter that marks a test mail of an administrator. */
export const TEST_MARK = 'correo_de_prueba'

/** An unsaved document for a test: of the mail, or of the texts around it. A missing one is the current one. */
export type TriedTexts = { mail?: MailDocument | undefined; common?: MailDocument | undefined }

const triedTexts = z.object({ mail: mailDocumentSchema.optional(), common: mailDocumentSchema.optional() }).catch({})

function readTestMark(params: unknown): { test: TriedTexts | undefined; input: unknown } {
  if (typeof params !== 'object' || params === null || !(TEST_MARK in params)) return { test: undefined, input: params }
  const { [TEST_MARK]: tried, ...input } = params
  return { test: triedTexts.parse(tried), input: input }
}

/** The texts of a mail and those around it; test texts that do not fit are ignored. */
function textsOf(template: MailTemplate, { mail, common }: TriedTexts): { texts: MailTexts; around: CommonTexts } {
  const tried = readDocument(template, mail)
  const triedCommon = readDocument(COMMON_KEY, common)
  return {
    texts: tried ? mailTextsOf(tried, rulesOf(template).listOf) : mailTexts(template),
    around: triedCommon ? commonTextsOf(triedCommon) : commonTexts(),
  }
}

function composeMessage(template: MailTemplate, tried: TriedTexts, values: Values, appUrl: string): MailMessage {
  const { texts, around } = textsOf(template, tried)
  const fill = (sentence: Sentence): Piece[] =>
    tidy(sentence.filter(part => met(part, values)).flatMap(part => pieces(part.text, values, appUrl)))
  const flat = (sentence: Sentence): string =>
    fill(sentence)
      .map(piece => piece.text)
      .join('')
  const rows = (row: MailRow) =>
    elementsOf(row, values).map(own => ({
      label: oneLine(
        pieces(row.label, own, appUrl)
          .map(piece => piece.text)
          .join(''),
        MAX_VALUE,
      ),
      value: tidy(row.value.filter(part => met(part, own)).flatMap(part => pieces(part.text, own, appUrl))),
    }))
  const blockOf = (block: MailBlock): Block => {
    if (block.kind === 'list') {
      return { kind: block.kind, items: block.items.map(fill).filter(item => item.length > 0) }
    }
    if (block.kind === 'button') return { kind: block.kind, label: flat(block.text) }
    if (block.kind !== 'details') return { kind: block.kind, text: fill(block.text) }
    return { kind: block.kind, rows: block.rows.filter(row => met(row, values)).flatMap(rows) }
  }
  const blocks = texts.body
    .filter(block => met(block, values))
    .map(blockOf)
    .filter(saysSomething)
  if (!blocks.some(({ kind }) => kind === 'button')) {
    throw new Error(`Mail ${template} has no button for these parameters`)
  }
  return {
    subject: oneLine(flat(texts.subject), MAX_SUBJECT),
    preheader: flat(texts.preheader),
    brand: oneLine(textOf('nombre_plataforma', values), MAX_VALUE),
    greeting: fill(around.greeting),
    blocks,
    link: linkOf(defaultMail(template).link, values, appUrl),
    linkHint: fill(around.linkHint),
    signature: fill(around.signature),
    supportLine: fill(around.supportLine),
    footer: fill(around.footer),
  }
}

function saysSomething(block: Block): boolean {
  switch (block.kind) {
    case 'list':
      return block.items.length > 0
    case 'details':
      return block.rows.length > 0
    case 'button':
      return block.label !== ''
    default:
      return block.text.length > 0
  }
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== false

const met = (condition: Condition, values: Values): boolean => holds(condition, name => isPresent(values[name]))

/** Text as readers get it: a phrase that is left out leaves no second space behind, and none at either end. */
function tidy(input: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of input) {
    const last = joined.at(-1)
    if (last?.kind === 'text' && piece.kind === 'text') joined[joined.length - 1] = plain(last.text + piece.text)
    else joined.push(piece)
  }
  return joined
    .map((piece, index) => {
      if (piece.kind !== 'text') return piece
      const single = piece.text.replaceAll(/[ \t\r\n]+/g, ' ')
      const begun = index === 0 ? single.trimStart() : single
      return plain(index === joined.length - 1 ? begun.trimEnd() : begun)
    })
    .filter(piece => piece.text !== '')
}

const plain = (text: string): Piece => ({ text, kind: 'text' })

/** The values that each repetition of a row sees: once the mail's own, or once per element of its list. */
function elementsOf(row: MailRow, values: Values): Values[] {
  if (row.each === undefined) return [values]
  const list = values[row.each]
  if (!Array.isArray(list)) throw new Error(`${row.each} is no list`)
  return list.map((element: unknown) => ({ ...values, ...(typeof element === 'object' ? element : {}) }))
}

function pieces(text: string, values: Values, appUrl: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    const name = match[1] ?? ''
    found.push(plain(text.slice(end, match.index)))
    found.push(
      name.startsWith('enlace_')
        ? { text: linkOf(name, values, appUrl), kind: 'link' }
        : { text: oneLine(textOf(name, values), MAX_VALUE), kind: name.startsWith('codigo_') ? 'code' : 'text' },
    )
    end = match.index + match[0].length
  }
  found.push(plain(text.slice(end)))
  return found.filter(piece => piece.text !== '')
}

function textOf(name: string, values: Values): string {
  const value = values[name]
  if (typeof value !== 'string') throw new Error(`No value for {${name}}`)
  return value
}

/** Links must stay on the shop's origin, so that a forged Host header or a wrong parameter never reaches a reader. */
function linkOf(name: string, values: Values, appUrl: string): string {
  const url = new URL(textOf(name, values), appUrl)
  if (url.origin !== new URL(appUrl).origin) throw new Error(`{${name}} leaves the shop`)
  return url.href
}
