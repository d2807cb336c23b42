import { formatLongDate } from '#app/kernel/dates.ts'

/** The product whose respondents have an address of their own (specification 2, section 2). */
const DAMA_SLUG = 'dama-assessment'

/** Where people with a code answer a product's questionnaire (decision 17). The address carries no code (decision 16). */
export const respondentPath = (slug: string): string =>
  slug === DAMA_SLUG ? '/dama-assessment' : `/evaluacion/${encodeURIComponent(slug)}`

/** @param appUrl the shop's public origin, without a trailing slash. */
export const invitationUrl = (appUrl: string, slug: string): string => appUrl + respondentPath(slug)

/** What a buyer hands on to an invited person. */
export type Invitation = {
  name: string
  email: string
  url: string
  access_code: string
  message: string
}

export type InvitationTexts = {
  name: string
  email: string
  access_code: string
  expires_at: Date
  product: { slug: string; name: string; type: 'assessment' | 'workshop' }
  buyer: { name: string; company: string | null }
}

/** The invitation with the message that a buyer can copy into a mail or chat of their own. */
export function writeInvitation(appUrl: string, given: InvitationTexts): Invitation {
  const { product, buyer } = given
  const url = invitationUrl(appUrl, product.slug)
  const from = buyer.company ? `${buyer.name}, de ${buyer.company},` : buyer.name
  const what = product.type === 'workshop' ? 'participar en' : 'responder la evaluación'
  const message = [
    given.name === '' ? 'Hola:' : `Hola, ${given.name}:`,
    `${from} te invita a ${what} «${product.name}».`,
    `Entra en ${url} con estos datos:\nCorreo: ${given.email}\nCódigo de acceso: ${given.access_code}`,
    `El plazo termina el ${formatLongDate(given.expires_at)}. El código es personal: no lo compartas.`,
  ].join('\n\n')
  return { name: given.name, email: given.email, url, access_code: given.access_code, message }
}
