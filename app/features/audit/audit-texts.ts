import type { AuditActor } from './audit.ts'

/** Labels of the actions, in Spanish. */
const ACTIONS: Readonly<Record<string, string>> = {
  access_refused: 'Acceso rechazado',
  access_invited: 'Persona invitada',
  access_invitee_changed: 'Invitación editada',
  access_handed_over: 'Acceso entregado a otra persona',
  access_revoked: 'Acceso revocado',
  invitation_resent: 'Invitación reenviada',
  reminders_scheduled: 'Recordatorios programados',
  result_mode_chosen: 'Modo de resultados elegido',
  run_closed_by_buyer: 'Evaluación cerrada por el comprador',
  account_deleted: 'Cuenta eliminada',
  email_changed: 'Correo cambiado',
  email_change_requested: 'Cambio de correo pedido',
  email_change_objected: 'Cambio de correo objetado',
  password_changed: 'Contraseña cambiada',
  password_reset: 'Contraseña restablecida',
  sessions_closed: 'Sesiones cerradas',
  role_changed: 'Rol cambiado',
  client_note_added: 'Nota de cliente agregada',
  client_note_deleted: 'Nota de cliente eliminada',
  order_refunded: 'Orden reembolsada',
  order_partially_refunded: 'Orden reembolsada en parte',
  order_cancelled: 'Orden cancelada',
  order_failed: 'Orden cancelada: sus asientos ya no se podían agregar',
  order_kept_open: 'Orden mantenida abierta',
  order_made_for_client: 'Orden creada para un cliente',
  order_note_added: 'Nota de orden agregada',
  order_note_deleted: 'Nota de orden eliminada',
  payment_registered: 'Pago registrado',
  payment_settled_by_hand: 'Pago por revisar resuelto a mano',
  refund_settled_by_hand: 'Reembolso por revisar resuelto a mano',
  refund_requested: 'Reembolso pedido',
  receipt_resent: 'Comprobante reenviado',
  discount_created: 'Código de descuento creado',
  discount_updated: 'Código de descuento editado',
  discount_deleted: 'Código de descuento eliminado',
  discount_archived: 'Código de descuento archivado',
  discount_status_changed: 'Estado de código cambiado',
  assessment_created: 'Assessment creado',
  assessment_edited: 'Assessment editado',
  assessment_archived: 'Assessment archivado',
  assessment_restored: 'Assessment restaurado',
  assessment_duplicated: 'Assessment duplicado',
  category_created: 'Categoría creada',
  category_edited: 'Categoría editada',
  category_archived: 'Categoría archivada',
  category_restored: 'Categoría restaurada',
  category_duplicated: 'Categoría duplicada',
  assessment_moved: 'Assessment movido',
  category_moved: 'Categoría movida',
  questionnaire_draft_started: 'Borrador de cuestionario iniciado',
  questionnaire_draft_saved: 'Borrador de cuestionario guardado',
  questionnaire_draft_discarded: 'Borrador de cuestionario descartado',
  questionnaire_published: 'Cuestionario publicado',
  legal_text_published: 'Texto legal publicado',
  text_changed: 'Texto cambiado',
  text_restored: 'Texto restaurado',
  test_mail_sent: 'Correo de prueba enviado',
  review_published: 'Opinión publicada',
  review_hidden: 'Opinión ocultada',
  workshop_session_set: 'Sesión de taller fijada',
  workshop_session_changed: 'Sesión de taller cambiada',
  workshop_session_cancelled: 'Sesión de taller cancelada',
  workshop_attendance_confirmed: 'Asistencia a taller confirmada',
  webhook_created: 'Webhook creado',
  webhook_changed: 'Webhook editado',
  webhook_paused: 'Webhook en pausa',
  webhook_resumed: 'Webhook reanudado',
  webhook_deleted: 'Webhook eliminado',
  webhook_secret_rotated: 'Secreto de webhook cambiado',
  webhook_resent: 'Envíos de webhook repetidos',
  webhook_tested: 'Prueba de webhook enviada',
  list_exported: 'Lista exportada',
  api_key_created: 'Clave de API creada',
  api_key_revoked: 'Clave de API revocada',
  api_key_rotated: 'Clave de API cambiada por otra',
  api_refused: 'Solicitud de API rechazada',
  access_extended: 'Plazo de acceso extendido',
  accesses_imported: 'Personas agregadas a una compra',
  invitations_resend_started: 'Reenvío a muchas personas iniciado',
  invitations_resend_stopped: 'Reenvío a muchas personas detenido',
  mail_retried: 'Correo enviado otra vez',
  setting_changed: 'Ajuste cambiado',
  setting_restored: 'Ajuste restaurado',
}

const ENTITIES: Readonly<Record<string, string>> = {
  address: 'Dirección',
  api_keys: 'Clave de API',
  assessment: 'Assessment',
  assessment_run: 'Evaluación',
  category: 'Categoría',
  discount_codes: 'Código de descuento',
  legal_text: 'Texto legal',
  invitation_sends: 'Reenvío a muchas personas',
  list: 'Lista',
  mail: 'Correo enviado',
  mail_text: 'Correo',
  order_items: 'Compra',
  orders: 'Orden',
  profiles: 'Cuenta',
  questionnaire: 'Cuestionario',
  review: 'Opinión',
  setting: 'Ajuste',
  shop_text: 'Texto de la tienda',
  user_accesses: 'Acceso',
  webhook_endpoints: 'Webhook',
  workshop_sessions: 'Sesión de taller',
}

const KINDS: Readonly<Record<string, string>> = { system: 'Sistema', admin: 'Administración', user: 'Persona' }

/** A code without a label is shown as words. */
const textsOf = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Label of an action: 'Acceso revocado'. */
export const actionText = (action: string): string => ACTIONS[action] ?? textsOf(action)

/** Label of a kind of row: 'Acceso'. */
export const entityText = (entity: string): string => ENTITIES[entity] ?? textsOf(entity)

/** Name of the actor, or 'Sistema'. */
export const actorText = ({ kind, name, email }: AuditActor): string => name || email || (KINDS[kind] ?? kind)
