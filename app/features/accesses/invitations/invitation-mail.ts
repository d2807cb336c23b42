import { isPersonName, isPlainText } from '#app/features/identity/plain-names.ts'
import type { Consultant } from '#app/features/organisations/organisations.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { durationParams } from '#app/mails/mail-params.ts'
import type { QueuedMail } from '#app/mails/outbox.server.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { answerDeadline, type InvitedToItem, invitationPath } from './invitation.ts'

/** The sender of an invitation, as the mail names it. */
export type Inviter = { name: string; company: string | null }

/** What an invitation says. */
export type InvitationMail = {
  accessId: string
  accessCode: string
  email: string
  firstName: string
  buyer: Inviter
  expiresAt: Date
  product: InvitedToItem & { duration_min: number; duration_max: number | null; result_mode: ResultMode }
}

/** An account's own name may contain anything; a mail to other people includes it only if it is plain text. */
export const plainBuyer = ({ name, company }: Inviter): Inviter => ({
  name: isPersonName(name) ? name : 'Una persona',
  company: company !== null && isPlainText(company) ? company : null,
})

/** Who invites and from where, as both mails say it: a purchase for a client company names it and its consultant. */
function senderParams(sender: Inviter, consultant: Consultant | null) {
  const buyer = plainBuyer(sender)
  if (!consultant) return { nombre_comprador: buyer.name, ...(buyer.company !== null && { empresa: buyer.company }) }
  return {
    nombre_comprador: buyer.name,
    empresa: isPlainText(consultant.client) ? consultant.client : 'la empresa',
    consultora: isPlainText(consultant.name) ? consultant.name : 'la consultora',
    de_consultora: consultant.is_theirs,
  }
}

/** The mail with address, link and code for an invited person (template `respondent_invitation`). */
export function invitationMail(input: InvitationMail): QueuedMail {
  const { product } = input
  return {
    template: 'respondent_invitation',
    recipient: input.email,
    accessId: input.accessId,
    params: {
      nombre: isPersonName(input.firstName) ? input.firstName : '',
      ...senderParams(input.buyer, product.consultant),
      para_cliente: product.consultant !== null,
      nombre_evaluacion: product.name,
      correo_invitado: input.email,
      codigo_acceso: input.accessCode,
      enlace_evaluacion: invitationPath(product, input.accessId),
      fecha_limite: formatLongDate(answerDeadline(product.due_at, input.expiresAt)),
      ...durationParams(product.duration_min, product.duration_max),
      taller: product.type === 'workshop',
      confidencial: product.result_mode === 'confidential',
    },
  }
}

type ReminderMail = {
  access: {
    id: string
    email: string
    access_code: string
    first_name: string | null
    progress: number
    expires_at: Date
  }
  buyer: Inviter
  product: InvitedToItem & { duration_min: number; duration_max: number | null }
}

/** The mail for an invited person who has not finished (template `respondent_reminder`). */
export function reminderMail({ access, product, buyer }: ReminderMail): QueuedMail {
  const invited = access.first_name ?? ''
  return {
    template: 'respondent_reminder',
    recipient: access.email,
    accessId: access.id,
    params: {
      nombre: isPersonName(invited) ? invited : '',
      ...senderParams(buyer, product.consultant),
      nombre_evaluacion: product.name,
      correo_invitado: access.email,
      codigo_acceso: access.access_code,
      enlace_evaluacion: invitationPath(product, access.id),
      fecha_limite: formatLongDate(answerDeadline(product.due_at, access.expires_at)),
      ...durationParams(product.duration_min, product.duration_max),
      taller: product.type === 'workshop',
      porcentaje_avance: String(access.progress),
    },
  }
}
