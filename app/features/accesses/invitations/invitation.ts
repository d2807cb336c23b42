import { DAMA_SLUG } from '#app/features/catalogue/catalogue.ts'
import { DAY_MS, formatLongDate, MINUTE_MS } from '#app/kernel/dates.ts'

/** Endings of addresses that mail programs turn into links by themselves, as far as a name or a role could hold one. */
const DOMAIN =
  /[\p{L}\d-]\.(com|cl|net|org|info|io|co|me|xyz|site|online|shop|app|link|click|top|biz|live|ly|gl|page|dev|ru|cn|tk|edu|gob|gov)(?![\p{L}\d])/iu

/**
 * Whether what a buyer wrote about a person can stand in a mail to them: no markup, no address, no e-mail. Without this, an
 * invitation would carry anybody's link under the shop's name.
 */
export const isPlainText = (text: string): boolean => !/[<>@{}[\]|\\]|:\/\/|www\./i.test(text) && !DOMAIN.test(text)

/** What an invitation says of somebody whose own name is none: the words go, the mail stays. */
export const NOT_PLAIN = 'Escribe texto simple, sin enlaces, correos ni símbolos como < >'

/** Invitations and reminders that one buyer has sent in 24 hours at most: two full lists, and some corrections. */
export const BUYER_MAILS_A_DAY = 2500
/** What one address is sent in 24 hours at most, by whomever. */
export const ADDRESS_MAILS_A_DAY = 10
/** Where the 24 hours begin. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** How often the mail of one access is sent again, and milliseconds between. */
export const MAX_RESENDS = 5
const RESEND_EVERY_MS = 10 * MINUTE_MS

export type ResendRefusal = 'too_soon' | 'too_often'

/** Why an access's invitation is not sent again now, if so. @param sent its invitations so far, the first one included. */
export function resendRefusal(sent: number, lastAt: Date | null, now: Date): ResendRefusal | undefined {
  if (sent > MAX_RESENDS) return 'too_often'
  return lastAt && lastAt.getTime() > now.getTime() - RESEND_EVERY_MS ? 'too_soon' : undefined
}

/** The product of an invitation, as far as it decides where and to what. */
export type InvitedTo = { slug: string; name: string; type: 'assessment' | 'workshop' }

/**
 * Where an invited person goes (decision 17): the respondents' address of the product, or the workshop's own page. The address carries
 * no code (decision 16).
 */
export function invitationPath({ slug, type }: InvitedTo): string {
  if (type === 'workshop') return `/taller/${encodeURIComponent(slug)}`
  return slug === DAMA_SLUG ? '/dama-assessment' : `/evaluacion/${encodeURIComponent(slug)}`
}

/** A participant's own page of a workshop. The id opens nothing by itself (decision 16). */
export const workshopPath = (slug: string, accessId: string): string =>
  `/taller/${encodeURIComponent(slug)}?access_id=${accessId}`

/** What a buyer hands on to an invited person. */
export type Invitation = {
  name: string
  email: string
  url: string
  /** Null in a confidential purchase: whoever knows the code could read the answers, so only the invited person gets it. */
  access_code: string | null
  message: string
}

/** What an invitation is written from. */
export type InvitationTexts = {
  name: string
  email: string
  /** Null where only the invited person is told. */
  access_code: string | null
  expires_at: Date
  product: InvitedTo
  buyer: { name: string; company: string | null }
}

/**
 * The invitation with the message that a buyer can copy into a mail or chat of their own.
 * @param appUrl the shop's public origin, without a trailing slash.
 */
export function writeInvitation(appUrl: string, input: InvitationTexts): Invitation {
  const { product, buyer } = input
  const url = appUrl + invitationPath(product)
  const from = buyer.company ? `${buyer.name}, de ${buyer.company},` : buyer.name
  const limit = formatLongDate(input.expires_at)
  const what = product.type === 'workshop' ? 'participar en' : 'responder la evaluación'
  const message = [
    input.name === '' ? 'Hola:' : `Hola, ${input.name}:`,
    `${from} te invita a ${what} «${product.name}».`,
    input.access_code === null
      ? `Entra en ${url} con tu correo, ${input.email}, y el código de acceso que te llegó en la invitación.`
      : `Entra en ${url} con estos datos:\nCorreo: ${input.email}\nCódigo de acceso: ${input.access_code}`,
    `El plazo termina el ${limit}. El código es personal: no lo compartas.`,
  ].join('\n\n')
  return { name: input.name, email: input.email, url, access_code: input.access_code, message }
}
