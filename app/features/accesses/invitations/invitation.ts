import { DAMA_SLUG } from '#app/features/catalogue/catalogue.ts'
import type { Consultant } from '#app/features/organisations/organisations.ts'
import { DAY_MS, formatLongDate } from '#app/kernel/dates.ts'
import { withCodeFragment } from '#app/platform/secrets/code-link.ts'

/** Maximum invitations and reminders per buyer in 24 hours: two full lists and some corrections. */
export const BUYER_MAILS_A_DAY = 2500
/** Maximum mails per address in 24 hours, from all buyers. */
export const ADDRESS_MAILS_A_DAY = 10
/** The start of the 24 hours. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** How often an access's invitation is sent again. */
export const MAX_RESENDS = 5

/** The product of an invitation: what decides its address and wording. */
export type InvitedTo = { product_id: string; slug: string; name: string; type: 'assessment' | 'workshop' }

/** A product that was bought: `due_at` is the buyer's own date while it is ahead. */
export type InvitedToItem = InvitedTo & {
  due_at: Date | null
  /** Of a purchase for a client company. */
  consultant: Consultant | null
}

/** Until when an invited person is asked to answer: the buyer's date, or the end of the access. */
export const answerDeadline = (dueAt: Date | null, expiresAt: Date): Date =>
  dueAt !== null && dueAt < expiresAt ? dueAt : expiresAt

/**
 * The address of an invited person (spec D17): the product's respondent address, or the workshop's own page, with
 * the ids of access and product (specification 2, section 9). They say whom it is for and open nothing (spec D16).
 * @param code goes into the fragment, which is never sent. Null or none where whoever gets the address may not have it, and in the outbox,
 * whose mails get it as they are rendered.
 */
export function invitationPath(
  { product_id, slug, type }: Pick<InvitedTo, 'product_id' | 'slug' | 'type'>,
  accessId: string,
  code: string | null = null,
): string {
  const page = slug === DAMA_SLUG ? '/dama-assessment' : `/evaluacion/${encodeURIComponent(slug)}`
  const path =
    type === 'workshop'
      ? workshopPath(slug, accessId)
      : `${page}?${new URLSearchParams({ access_id: accessId, assessment_id: product_id })}`
  return code === null ? path : withCodeFragment(path, code)
}

/** A participant's own page of a workshop. The id alone gives no access (spec D16). */
export const workshopPath = (slug: string, accessId: string): string =>
  `/taller/${encodeURIComponent(slug)}?access_id=${accessId}`

/** What a buyer can pass on to an invited person. */
export type Invitation = {
  name: string
  email: string
  url: string
  /**
   * Null in a confidential purchase: anybody with the code could read the answers, so only the invited person gets it.
   */
  access_code: string | null
  message: string
}

/** The data of an invitation. */
export type InvitationTexts = {
  accessId: string
  name: string
  email: string
  /** Null where only the invited person may know it. */
  access_code: string | null
  expires_at: Date
  product: InvitedToItem
  buyer: { name: string; company: string | null }
}

/**
 * Composes the invitation with a message that the buyer can copy into a mail or chat.
 * @param appUrl the shop's public origin, without a trailing slash.
 */
export function writeInvitation(appUrl: string, input: InvitationTexts): Invitation {
  const { product, buyer } = input
  const url = appUrl + invitationPath(product, input.accessId, input.access_code)
  const { consultant } = product
  const company = consultant?.client ?? buyer.company
  const of = consultant?.is_theirs ? `${consultant.name}, para ${consultant.client}` : company
  const from = of ? `${buyer.name}, de ${of},` : buyer.name
  const limit = formatLongDate(answerDeadline(product.due_at, input.expires_at))
  const what = product.type === 'workshop' ? 'participar en' : 'responder la evaluación'
  const message = [
    input.name === '' ? 'Hola:' : `Hola, ${input.name}:`,
    `${from} te invita a ${what} «${product.name}».`,
    input.access_code === null
      ? `Entra en ${url} con tu correo, ${input.email}, y el código de acceso que te llegó en la invitación.`
      : `Entra en ${url}\n\nEl enlace ya lleva tu código. Si la página te pide los datos, son estos:\nCorreo: ${input.email}\nCódigo de acceso: ${input.access_code}`,
    `El plazo termina el ${limit}. La invitación es solo para ti: no la compartas.`,
  ].join('\n\n')
  return { name: input.name, email: input.email, url, access_code: input.access_code, message }
}
