import type { MailStatus } from '#app/platform/database/values.ts'
import type { MailTemplate } from '#app/platform/mail/mail-params.ts'
import type { Statuses } from '#app/ui/tone.ts'

const LABELS: Readonly<Record<MailTemplate, string>> = {
  confirm_email: 'Confirmación de la cuenta',
  reset_password: 'Restablecer la contraseña',
  password_changed: 'Aviso de contraseña cambiada',
  confirm_new_email: 'Confirmación de un correo nuevo',
  email_in_use: 'Aviso de correo ya registrado',
  email_change_notice: 'Aviso de cambio de correo',
  role_changed: 'Aviso de cambio de rol',
  account_deleted: 'Cuenta eliminada',
  respondent_invitation: 'Invitación a responder',
  respondent_reminder: 'Recordatorio',
  buyer_completion_notice: 'Aviso de evaluación terminada',
  order_receipt: 'Comprobante de compra',
  order_waiting: 'Orden que espera su pago',
  order_cancelled: 'Aviso de orden cancelada',
  quotation: 'Cotización',
  refund_notice: 'Aviso de reembolso',
  workshop_session: 'Sesión de taller',
  workshop_certificate: 'Certificado de taller',
  privacy_request_received: 'Solicitud de privacidad',
  webhook_paused: 'Webhook en pausa',
}

const isKnown = (template: string): template is MailTemplate => Object.hasOwn(LABELS, template)

/** The label of a mail for the staff. */
export const mailLabel = (template: string): string => (isKnown(template) ? LABELS[template] : template)

export const MAIL_STATUSES: Statuses<MailStatus> = {
  queued: { label: 'En cola', tone: 'fair' },
  sending: { label: 'Enviando', tone: 'fair' },
  sent: { label: 'Enviado', tone: 'good' },
  failed: { label: 'Falló', tone: 'poor' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
}
