import { formatLongDate } from '#app/kernel/dates.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { durationParams } from '#app/platform/mail/mail-params.ts'
import type { QueuedMail } from '#app/platform/mail/outbox.server.ts'
import { type InvitedTo, invitationPath, isPlainText } from './invitation.ts'

/** The sender of an invitation, as the mail names it. */
export type Inviter = { name: string; company: string | null }

type InvitationMail = {
  accessId: string
  accessCode: string
  email: string
  firstName: string
  buyer: Inviter
  expiresAt: Date
  product: InvitedTo & { duration_min: number; duration_max: number | null; result_mode: ResultMode }
}

/** An account's own name may contain anything; a mail to other people includes it only if it is plain text. */
export const plainBuyer = ({ name, company }: Inviter): Inviter => ({
  name: isPlainText(name) ? name : 'Una persona',
  company: company !== null && isPlainText(company) ? company : null,
})

/** The mail with address, link and code for an invited person (template `respondent_invitation`). */
export function invitationMail(input: InvitationMail): QueuedMail {
  const { product } = input
  const buyer = plainBuyer(input.buyer)
  return {
    template: 'respondent_invitation',
    recipient: input.email,
    accessId: input.accessId,
    params: {
      nombre: isPlainText(input.firstName) ? input.firstName : '',
      nombre_comprador: buyer.name,
      ...(buyer.company !== null && { empresa: buyer.company }),
      nombre_evaluacion: product.name,
      correo_invitado: input.email,
      codigo_acceso: input.accessCode,
      enlace_evaluacion: invitationPath(product, input.accessId),
      fecha_limite: formatLongDate(input.expiresAt),
      ...durationParams(product.duration_min, product.duration_max),
      taller: product.type === 'workshop',
      confidencial: product.result_mode === 'confidential',
    },
  }
}
