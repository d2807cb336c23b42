import { DAMA_SLUG, productPath } from '#app/features/catalogue/catalogue.ts'
import { formatLongDate } from '#app/kernel/dates.ts'

export type InvitedTo = { slug: string; name: string; type: 'assessment' | 'workshop' }

/**
 * Where an invited person goes (decision 17): the respondents' address of the product, or what a workshop delivers. The address
 * carries no code (decision 16).
 */
export function invitationPath({ slug, type }: InvitedTo): string {
  if (type === 'workshop') return productPath(slug)
  return slug === DAMA_SLUG ? '/dama-assessment' : `/evaluacion/${encodeURIComponent(slug)}`
}

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
  product: InvitedTo
  buyer: { name: string; company: string | null }
}

/**
 * The invitation with the message that a buyer can copy into a mail or chat of their own.
 * @param appUrl the shop's public origin, without a trailing slash.
 */
export function writeInvitation(appUrl: string, given: InvitationTexts): Invitation {
  const { product, buyer } = given
  const url = appUrl + invitationPath(product)
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
