import { z } from 'zod'
import { writeCalendar } from '#app/platform/calendar/calendar-file.ts'
import { applyCommon } from './common-slots.ts'
import { commonTexts, defaultTexts, mailTexts, readCommonTexts, readSlotTexts } from './live-mails.ts'
import {
  type CommonTexts,
  type Condition,
  type DetailsRow,
  MAIL_DEFAULTS,
  type MailTexts,
  PLACEHOLDER,
  type Sentence,
} from './mail-content.ts'
import { mailHtml, mailText } from './mail-formats.ts'
import { isMailTemplate, type MailTemplate, mailParams, type TemplateParams } from './mail-params.ts'
import { applySlots, type SlotTexts } from './mail-slots.ts'
import type { MailMessage, Piece } from './message.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import type { Shop } from './shop.ts'

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
  const clean = text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim()
  const symbols = [...clean]
  return symbols.length <= max
    ? clean
    : `${symbols
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
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
  const { texts, common } = textsOf(template, test ?? {})
  const values = mailParams[texts.key].parse(input)
  const message = composeMessage(texts, { ...shop, ...values }, shop.appUrl, common)
  const subject = test ? `[Prueba] ${message.subject}` : message.subject
  const rendered = { subject, text: mailText(message), html: mailHtml({ ...message, subject }) }
  return 'calendario' in values ? { ...rendered, calendar: calendarOf(values, shop, recipient) } : rendered
}

type SessionParams = z.output<(typeof mailParams)['workshop_session']>

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

/** Unsaved texts for a test: of the mail, or around every mail. Missing ones are the current texts. */
export type TriedTexts = { words?: SlotTexts | undefined; common?: SlotTexts | undefined }

const slotTexts = z.record(z.string(), z.string())
const triedTexts = z.object({ words: slotTexts.optional(), common: slotTexts.optional() }).catch({})

function readTestMark(params: unknown): { test: TriedTexts | undefined; input: unknown } {
  if (typeof params !== 'object' || params === null || !(TEST_MARK in params)) return { test: undefined, input: params }
  const { [TEST_MARK]: tried, ...input } = params
  return { test: triedTexts.parse(tried), input: input }
}

/** The texts of a mail and those around it; test texts that do not fit are ignored. */
function textsOf(template: MailTemplate, tried: TriedTexts): { texts: MailTexts; common: CommonTexts } {
  const texts = tried.words && readSlotTexts(template, tried.words)
  const around = tried.common && readCommonTexts(tried.common)
  return {
    texts: texts ? applySlots(defaultTexts(template), texts) : mailTexts(template),
    common: around ? applyCommon(MAIL_DEFAULTS.common, around) : commonTexts(),
  }
}

/** The parts of a mail of these texts, before either form (HTML, text) is made. @throws as `renderMail`. */
export const composeMail = (texts: MailTexts, params: unknown, shop: MailShop, common = commonTexts()): MailMessage =>
  composeMessage(texts, { ...shop, ...mailParams[texts.key].parse(params) }, shop.appUrl, common)

function composeMessage(texts: MailTexts, values: Values, appUrl: string, common: CommonTexts): MailMessage {
  const fill = (sentence: Sentence): Piece[] =>
    sentence
      .filter(part => holds(part, values))
      .flatMap((part, index) => [...(index === 0 ? [] : [plain(' ')]), ...pieces(part.text, values, appUrl)])
  const flat = (sentence: Sentence): string =>
    fill(sentence)
      .map(piece => piece.text)
      .join('')
  const rows = (row: DetailsRow) =>
    elementsOf(row, values).map(own => ({ label: row.label, value: pieces(row.value, own, appUrl) }))
  const button = texts.button.find(candidate => holds(candidate, values))
  if (!button) throw new Error(`Mail ${texts.key} has no button for these parameters`)
  return {
    subject: oneLine(flat(texts.subject), MAX_SUBJECT),
    preheader: flat(texts.preheader),
    greeting: fill(common.greeting),
    blocks: texts.body
      .map(block =>
        block.kind === 'paragraph'
          ? { kind: block.kind, text: fill(block.text) }
          : { kind: block.kind, rows: block.rows.filter(row => holds(row, values)).flatMap(rows) },
      )
      .filter(block => block.kind === 'details' || block.text.length > 0),
    button: { label: button.label, url: linkOf(button.url, values, appUrl) },
    linkHint: common.linkHint,
    signature: fill(common.signature),
    supportLine: fill(common.supportLine),
    footer: fill(common.footer),
  }
}

const plain = (text: string): Piece => ({ text, link: false })

const isPresent = (value: unknown): boolean => value !== undefined && value !== false

const holds = ({ when, unless }: Condition, values: Values): boolean =>
  when.every(name => isPresent(values[name])) && !unless.some(name => isPresent(values[name]))

/** The values that each repetition of a row sees: once the mail's own, or once per element of its list. */
function elementsOf(row: DetailsRow, values: Values): Values[] {
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
        ? { text: linkOf(name, values, appUrl), link: true }
        : plain(oneLine(textOf(name, values), MAX_VALUE)),
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
