import type { MailStatus } from '#app/platform/database/values.ts'
import type { MailTemplate } from '#app/platform/mail/mail-params.ts'
import type { EditedKey } from '#app/platform/mail/mail-rules.ts'
import type { Statuses } from '#app/ui/tone.ts'

const LABELS: Readonly<Record<MailTemplate, string>> = {
  confirm_email: 'Confirmación de la cuenta',
  reset_password: 'Restablecer la contraseña',
  password_changed: 'Aviso de contraseña cambiada',
  confirm_new_email: 'Confirmación de un correo nuevo',
  email_in_use: 'Aviso de correo ya registrado',
  email_change_notice: 'Aviso de cambio de correo',
  role_changed: 'Aviso de cambio de rol',
  security_notice: 'Aviso de seguridad',
  account_deleted: 'Cuenta eliminada',
  respondent_invitation: 'Invitación a responder',
  respondent_reminder: 'Recordatorio',
  buyer_completion_notice: 'Aviso de evaluación terminada',
  order_receipt: 'Comprobante de compra',
  order_waiting: 'Orden que espera su pago',
  order_cancelled: 'Aviso de orden cancelada',
  quotation: 'Cotización',
  quotation_reply: 'Respuesta a una cotización',
  organisation_invitation: 'Invitación a una organización',
  refund_notice: 'Aviso de reembolso',
  chargeback_notice: 'Aviso de contracargo',
  workshop_session: 'Sesión de taller',
  workshop_certificate: 'Certificado de taller',
  tax_document_issued: 'Documento tributario emitido',
  tax_document_rejected: 'Documento tributario rechazado',
  privacy_request_received: 'Solicitud de privacidad',
  webhook_paused: 'Webhook en pausa',
  ledger_difference: 'Diferencia en el libro',
  shop_alert: 'Aviso de la tienda',
  data_access_link: 'Enlace a los datos propios',
  data_request_done: 'Solicitud de datos cumplida',
  data_request_refused: 'Solicitud de datos rechazada',
  data_request_extended: 'Prórroga de una solicitud de datos',
  data_request_forwarded: 'Derivación de una solicitud de datos',
  data_requests_due: 'Solicitudes de datos por vencer',
}

const isKnown = (template: string): template is MailTemplate => Object.hasOwn(LABELS, template)

/** The label of a sent mail for the staff. */
export const mailLabel = (template: string): string => (isKnown(template) ? LABELS[template] : template)

/** What is edited under 'Correos': each mail with when it is sent, and the texts shared by all of them. */
export const EDITED_MAILS: Record<EditedKey, { name: string; when: string }> = {
  confirm_email: { name: 'Confirmar correo', when: 'Al crear una cuenta.' },
  reset_password: { name: 'Restablecer contraseña', when: 'Cuando alguien olvida su contraseña.' },
  password_changed: { name: 'Contraseña cambiada', when: 'Después de cambiar la contraseña.' },
  confirm_new_email: { name: 'Confirmar correo nuevo', when: 'Al pedir un cambio de correo, al correo nuevo.' },
  email_in_use: { name: 'Correo en uso', when: 'Si el correo nuevo ya tiene una cuenta.' },
  email_change_notice: { name: 'Aviso de cambio de correo', when: 'Al pedirlo y al hacerse, al correo anterior.' },
  security_notice: {
    name: 'Aviso de seguridad',
    when: 'Cuando cambian las llaves o códigos de una cuenta del equipo, o entra desde un navegador nuevo.',
  },
  role_changed: { name: 'Cambio de rol', when: 'Cuando alguien que administra cambia el rol de una cuenta.' },
  account_deleted: { name: 'Cuenta eliminada', when: 'Al eliminar una cuenta.' },
  respondent_invitation: { name: 'Invitación', when: 'Al invitar a alguien a responder o a un taller.' },
  respondent_reminder: { name: 'Recordatorio', when: 'A quien todavía no termina.' },
  buyer_completion_notice: { name: 'Alguien terminó', when: 'A quien compró, cuando una persona termina.' },
  order_receipt: { name: 'Comprobante de compra', when: 'Cuando una orden queda pagada.' },
  order_waiting: { name: 'Orden por pagar', when: 'Cuando el equipo deja una orden esperando una transferencia.' },
  order_cancelled: { name: 'Orden cancelada', when: 'Cuando el equipo cancela una orden sin pagar.' },
  quotation: { name: 'Cotización', when: 'Al pedir una cotización por correo.' },
  quotation_reply: {
    name: 'Respuesta a una cotización',
    when: 'Cuando alguien aprueba, rechaza o comenta con el enlace.',
  },
  organisation_invitation: {
    name: 'Invitación a una organización',
    when: 'A quien se invita a compartir las compras de una empresa.',
  },
  refund_notice: { name: 'Reembolso', when: 'Al aprobar un reembolso.' },
  chargeback_notice: { name: 'Contracargo', when: 'A quien compró, cuando un contracargo revoca sus accesos.' },
  workshop_session: { name: 'Sesión de taller', when: 'Al fijar, cambiar o cancelar la fecha de un taller.' },
  workshop_certificate: { name: 'Certificado de taller', when: 'A quien asistió, después de la sesión.' },
  tax_document_issued: {
    name: 'Documento tributario emitido',
    when: 'A quien compró, cuando hay boleta, factura o nota de crédito.',
  },
  tax_document_rejected: {
    name: 'Documento tributario rechazado',
    when: 'A quienes administran, cuando el proveedor o el SII rechaza un documento.',
  },
  privacy_request_received: {
    name: 'Solicitud de privacidad',
    when: 'Al registrar una solicitud sobre datos personales.',
  },
  webhook_paused: {
    name: 'Webhook en pausa',
    when: 'A quienes administran, cuando un webhook deja de recibir por días.',
  },
  ledger_difference: {
    name: 'Diferencia en el libro',
    when: 'A la dirección de las alertas, cuando el libro y las órdenes no cuadran.',
  },
  shop_alert: {
    name: 'Aviso de la tienda',
    when: 'A la dirección de las alertas, cuando un pago, los correos, el disco o una copia de seguridad necesitan a alguien.',
  },
  data_access_link: { name: 'Enlace a los datos propios', when: 'A quien pide ver los datos de su correo.' },
  data_request_done: { name: 'Solicitud de datos cumplida', when: 'Cuando el equipo cumple una solicitud.' },
  data_request_refused: {
    name: 'Solicitud de datos rechazada',
    when: 'Cuando el equipo rechaza una solicitud, con su motivo.',
  },
  data_request_extended: {
    name: 'Prórroga de una solicitud',
    when: 'Cuando el equipo extiende el plazo de una solicitud.',
  },
  data_request_forwarded: {
    name: 'Derivación de una solicitud',
    when: 'A quien invitó a la persona, y a ella, cuando el equipo deriva su solicitud.',
  },
  data_requests_due: {
    name: 'Solicitudes de datos por vencer',
    when: 'A la dirección de las alertas, cuando un plazo está por vencer o venció.',
  },
  common: { name: 'Saludo, firma y pie', when: 'En todos los correos.' },
}

/** The name of what is edited under 'Correos' by its key. */
export const editedMailName = (key: string): string =>
  Object.entries(EDITED_MAILS).find(([known]) => known === key)?.[1].name ?? key

export const MAIL_STATUSES: Statuses<MailStatus> = {
  queued: { label: 'En cola', tone: 'fair' },
  sending: { label: 'Enviando', tone: 'fair' },
  sent: { label: 'Enviado', tone: 'good' },
  failed: { label: 'Falló', tone: 'poor' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
}

/** The same after a mail's label, within a sentence. */
export const MAIL_STATUS_PHRASES: Record<MailStatus, string> = {
  queued: 'en cola',
  sending: 'enviándose',
  sent: 'enviado',
  failed: 'falló',
  cancelled: 'cancelado',
}
