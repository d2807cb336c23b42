import { GIVEN_ROLE_TITLES, type GivenRole, isStaff } from '#app/features/identity/staff/given-role.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { QueuedMail } from '#app/mails/outbox.server.ts'
import { type AuthMail, CONFIRMATION_HOURS, RESET_MINUTES } from '#app/platform/auth/auth.server.ts'
import { withRedirect } from './auth-address.ts'
import { deviceName } from './credentials/device-name.ts'
import { isPersonName } from './plain-names.ts'

/** Whoever signs up types the name, and the mail goes to whatever address was typed with it. */
const greeted = (firstName: string): string => (isPersonName(firstName) && firstName !== UNNAMED ? firstName : '')

/** Whom `private.forget_typed_sign_up` left without a name. */
const UNNAMED = 'Sin nombre'

/** The mail with the link to confirm an e-mail; the link keeps the page to return to. */
export const confirmationMail = ({ recipient, firstName, token, redirect }: AuthMail, appUrl: string): QueuedMail => ({
  template: 'confirm_email',
  recipient,
  params: {
    nombre: greeted(firstName),
    horas_vigencia: String(CONFIRMATION_HOURS),
    enlace_confirmacion: appUrl + withRedirect('/auth/confirm', redirect, { token }),
  },
})

/** The mail with the link to reset a password. */
export const resetMail = ({ recipient, firstName, token }: AuthMail, appUrl: string): QueuedMail => ({
  template: 'reset_password',
  recipient,
  params: {
    nombre: greeted(firstName),
    minutos_vigencia: String(RESET_MINUTES),
    enlace_contrasena: appUrl + withRedirect('/auth/reset', undefined, { token }),
  },
})

type Reader = { recipient: string; firstName: string }

/** Notifies the owner of an account that its password was changed. */
export const passwordChangedMail = ({ recipient, firstName }: Reader, now: Date): QueuedMail => ({
  template: 'password_changed',
  recipient,
  params: { nombre: greeted(firstName), fecha_cambio: formatDateTime(now), enlace_recuperar: '/auth/forgot' },
})

/** Hours that the link to confirm another e-mail is valid. */
export const NEW_EMAIL_HOURS = 24
/** Days within which the old address can object, from the request and again from the confirmation. */
export const OBJECTION_DAYS = 7

/** To the new address: the confirmation link or, when it already has an account, a notice that nothing changed. */
export const newEmailMail = (
  { recipient, firstName }: Reader,
  token: string,
  state: 'free' | 'taken',
  appUrl: string,
): QueuedMail =>
  state === 'taken'
    ? {
        template: 'email_in_use',
        recipient,
        // Its reader is the owner of that other account and must not learn the requester's name.
        params: { correo_nuevo: recipient, enlace_ingreso: '/auth' },
      }
    : {
        template: 'confirm_new_email',
        recipient,
        params: {
          nombre: greeted(firstName),
          correo_nuevo: recipient,
          horas_vigencia: String(NEW_EMAIL_HOURS),
          enlace_confirmacion: appUrl + withRedirect('/auth/email', undefined, { token }),
        },
      }

/** To the old address, for the request and again for the change: its link objects. */
export const emailChangeNotice = (
  { recipient, firstName }: Reader,
  change: { newEmail: string; token: string; confirmed: boolean; now: Date },
  appUrl: string,
): QueuedMail => ({
  template: 'email_change_notice',
  recipient,
  params: {
    nombre: greeted(firstName),
    correo_nuevo: change.newEmail,
    fecha_cambio: formatDateTime(change.now),
    dias_vigencia: String(OBJECTION_DAYS),
    enlace_objecion: appUrl + withRedirect('/auth/email-objection', undefined, { token: change.token }),
    confirmado: change.confirmed,
  },
})

/** Notifies the owner of an account of a new role. */
export const roleChangedMail = (
  { recipient, firstName }: Reader,
  { from, to, now }: { from: GivenRole; to: GivenRole; now: Date },
): QueuedMail => ({
  template: 'role_changed',
  recipient,
  params: {
    nombre: greeted(firstName),
    rol_cuenta: GIVEN_ROLE_TITLES[to],
    fecha_cambio: formatDateTime(now),
    administra: isStaff(to),
    administraba: isStaff(from) && !isStaff(to),
    enlace_cuenta: '/account',
  },
})

/** Tells the owner of an account what happened to its security, and from which browser. */
export const securityNotice = (
  { recipient, firstName }: Reader,
  { event, userAgent, now }: { event: string; userAgent: string | null; now: Date },
): QueuedMail => ({
  template: 'security_notice',
  recipient,
  params: {
    nombre: greeted(firstName),
    suceso: event,
    fecha_suceso: formatDateTime(now),
    dispositivo: deviceName(userAgent),
    enlace_seguridad: '/account/security',
  },
})

/** The last mail of an account. */
export const accountDeletedMail = ({ recipient, firstName }: Reader, now: Date): QueuedMail => ({
  template: 'account_deleted',
  recipient,
  params: { nombre: greeted(firstName), fecha_eliminacion: formatDateTime(now), enlace_tienda: '/' },
})
