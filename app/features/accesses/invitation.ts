import { DAMA_SLUG, productPath } from '#app/features/catalogue/catalogue.ts'
import { formatLongDate } from '#app/kernel/dates.ts'

/** The product of an invitation, as far as it decides where and to what. */
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
  /** Null for a workshop: its page is open, and no code is asked for. */
  access_code: string | null
  message: string
}

/** What an invitation is written from. */
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
  const limit = formatLongDate(given.expires_at)
  const isWorkshop = product.type === 'workshop'
  const what = isWorkshop ? 'participar en' : 'responder la evaluación'
  const way = isWorkshop
    ? [
        `El programa, lo que conviene preparar y los materiales están en ${url}. No necesitas cuenta ni código: participas con el correo ${given.email}.`,
        `Tu cupo vale hasta el ${limit}.`,
      ]
    : [
        `Entra en ${url} con estos datos:\nCorreo: ${given.email}\nCódigo de acceso: ${given.access_code}`,
        `El plazo termina el ${limit}. El código es personal: no lo compartas.`,
      ]
  const message = [
    given.name === '' ? 'Hola:' : `Hola, ${given.name}:`,
    `${from} te invita a ${what} «${product.name}».`,
    ...way,
  ].join('\n\n')
  const access_code = isWorkshop ? null : given.access_code
  return { name: given.name, email: given.email, url, access_code, message }
}
