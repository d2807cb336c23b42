import { type AuthMail, CONFIRMATION_HOURS, RESET_MINUTES } from '#app/platform/auth/auth.server.ts'
import type { QueuedMail } from '#app/platform/mail/outbox.server.ts'
import { withRedirect } from './auth-address.ts'

/** The mail that asks to confirm an e-mail; its link keeps the page that the reader was on the way to. */
export const confirmationMail = ({ recipient, firstName, token, redirect }: AuthMail, appUrl: string): QueuedMail => ({
  template: 'confirm_email',
  recipient,
  params: {
    nombre: firstName,
    horas_vigencia: String(CONFIRMATION_HOURS),
    enlace_confirmacion: appUrl + withRedirect('/auth/confirm', redirect, { token }),
  },
})

/** The mail with the link to make a new password. */
export const resetMail = ({ recipient, firstName, token }: AuthMail, appUrl: string): QueuedMail => ({
  template: 'reset_password',
  recipient,
  params: {
    nombre: firstName,
    minutos_vigencia: String(RESET_MINUTES),
    enlace_contrasena: appUrl + withRedirect('/auth/reset', undefined, { token }),
  },
})
