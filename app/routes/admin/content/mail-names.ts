import type { EditedKey } from '#app/platform/mail/edited-mail.ts'
import type { MailTemplate } from '#app/platform/mail/mail-params.ts'

/** What each mail is for, as shown to its editor. */
export const MAIL_NAMES: Record<MailTemplate, { name: string; when: string }> = {
  confirm_email: { name: 'Confirmar correo', when: 'Al crear una cuenta.' },
  reset_password: { name: 'Restablecer contraseña', when: 'Cuando alguien olvida su contraseña.' },
  password_changed: { name: 'Contraseña cambiada', when: 'Después de cambiar la contraseña.' },
  confirm_new_email: { name: 'Confirmar correo nuevo', when: 'Al pedir un cambio de correo, al correo nuevo.' },
  email_in_use: { name: 'Correo en uso', when: 'Si el correo nuevo ya tiene una cuenta.' },
  email_change_notice: { name: 'Aviso de cambio de correo', when: 'Al pedirlo y al hacerse, al correo anterior.' },
  role_changed: { name: 'Cambio de rol', when: 'Cuando alguien que administra cambia el rol de una cuenta.' },
  account_deleted: { name: 'Cuenta eliminada', when: 'Al eliminar una cuenta.' },
  respondent_invitation: { name: 'Invitación', when: 'Al invitar a alguien a responder o a un taller.' },
  respondent_reminder: { name: 'Recordatorio', when: 'A quien todavía no termina.' },
  buyer_completion_notice: { name: 'Alguien terminó', when: 'A quien compró, cuando una persona termina.' },
  order_receipt: { name: 'Comprobante de compra', when: 'Cuando una orden queda pagada.' },
  order_waiting: { name: 'Orden por pagar', when: 'Cuando el equipo deja una orden esperando una transferencia.' },
  order_cancelled: { name: 'Orden cancelada', when: 'Cuando el equipo cancela una orden sin pagar.' },
  quotation: { name: 'Cotización', when: 'Al pedir una cotización por correo.' },
  refund_notice: { name: 'Reembolso', when: 'Al aprobar un reembolso.' },
  workshop_session: { name: 'Sesión de taller', when: 'Al fijar, cambiar o cancelar la fecha de un taller.' },
  workshop_certificate: { name: 'Certificado de taller', when: 'A quien asistió, después de la sesión.' },
  privacy_request_received: {
    name: 'Solicitud de privacidad',
    when: 'Al registrar una solicitud sobre datos personales.',
  },
  webhook_paused: {
    name: 'Webhook en pausa',
    when: 'A quienes administran, cuando un webhook deja de recibir por días.',
  },
}

/** What is edited under 'Correos': each mail, and the texts shared by all of them. */
export const EDITED_NAMES: Record<EditedKey, { name: string; when: string }> = {
  ...MAIL_NAMES,
  common: { name: 'Saludo, firma y pie', when: 'En todos los correos.' },
}
