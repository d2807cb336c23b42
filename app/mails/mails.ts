import type { DeclaredMail } from './declared-mail.ts'

/** Every mail of the shop. Amounts, counts and dates arrive formatted for a reader in Chile; links are paths of the shop. */
export const MAILS = {
  confirm_email: {
    name: 'Confirmación de la cuenta',
    when: 'Al crear una cuenta.',
    needs: ['horas_vigencia', 'enlace_confirmacion'],
    secret: true,
  },
  reset_password: {
    name: 'Restablecer la contraseña',
    when: 'Cuando alguien olvida su contraseña.',
    needs: ['minutos_vigencia', 'enlace_contrasena'],
    secret: true,
  },
  password_changed: {
    name: 'Aviso de contraseña cambiada',
    when: 'Después de cambiar la contraseña.',
    needs: ['fecha_cambio', 'enlace_recuperar'],
  },
  confirm_new_email: {
    name: 'Confirmación de un correo nuevo',
    when: 'Al pedir un cambio de correo, al correo nuevo.',
    needs: ['correo_nuevo', 'horas_vigencia', 'enlace_confirmacion'],
    secret: true,
    samples: { enlace_confirmacion: '/auth/email?token=abc' },
  },
  email_in_use: {
    name: 'Aviso de correo ya registrado',
    when: 'Si el correo nuevo ya tiene una cuenta.',
    needs: ['correo_nuevo', 'enlace_ingreso'],
  },
  email_change_notice: {
    name: 'Aviso de cambio de correo',
    when: 'Al pedirlo y al hacerse, al correo anterior.',
    needs: ['correo_nuevo', 'fecha_cambio', 'dias_vigencia', 'enlace_objecion'],
    flags: ['confirmado'],
    secret: true,
  },
  role_changed: {
    name: 'Aviso de cambio de rol',
    when: 'Cuando alguien que administra cambia el rol de una cuenta.',
    needs: ['rol_cuenta', 'fecha_cambio', 'enlace_cuenta'],
    flags: ['administra', 'administraba'],
  },
  staff_invitation: {
    name: 'Invitación al equipo',
    when: 'A quien se invita a administrar la tienda, o una parte.',
    nameless: true,
    needs: ['persona', 'rol_equipo', 'dias_vigencia', 'enlace_equipo'],
    secret: true,
    samples: { persona: 'Ana Pérez', dias_vigencia: '7' },
  },
  security_notice: {
    name: 'Aviso de seguridad',
    when: 'Cuando cambian las llaves o códigos de una cuenta del equipo, o entra desde un navegador nuevo.',
    needs: ['suceso', 'fecha_suceso', 'dispositivo', 'enlace_seguridad'],
  },
  account_deleted: {
    name: 'Cuenta eliminada',
    when: 'Al eliminar una cuenta.',
    needs: ['fecha_eliminacion', 'enlace_tienda'],
  },
  respondent_invitation: {
    name: 'Invitación a responder',
    when: 'Al invitar a alguien a responder o a un taller.',
    needs: ['nombre_comprador', 'nombre_evaluacion', 'correo_invitado', 'codigo_acceso', 'enlace_evaluacion'],
    may: ['empresa', 'consultora', 'fecha_limite', 'duracion'],
    flags: ['taller', 'confidencial', 'para_cliente', 'de_consultora'],
    samples: { nombre: 'Pedro' },
  },
  respondent_reminder: {
    name: 'Recordatorio',
    when: 'A quien todavía no termina.',
    needs: ['nombre_comprador', 'nombre_evaluacion', 'correo_invitado', 'codigo_acceso', 'enlace_evaluacion'],
    may: ['empresa', 'consultora', 'fecha_limite', 'duracion', 'porcentaje_avance'],
    flags: ['taller', 'de_consultora'],
    samples: { nombre: 'Pedro' },
  },
  respondent_results: {
    name: 'Resultados de quien respondió',
    when: 'A quien respondió, cuando quien compró comparte los resultados.',
    needs: ['nombre_comprador', 'nombre_evaluacion', 'nivel_general'],
    may: ['empresa', 'nivel_general_equipo'],
    flags: ['confidencial'],
    lists: ['niveles'],
    late: ['nivel_general', 'nivel_general_equipo', 'niveles'],
    samples: { nombre: 'Pedro' },
  },
  respondent_team_results: {
    name: 'Niveles del equipo de quien respondió',
    when: 'A quien ya recibió sus resultados, cuando quien compró comparte una ronda publicada después.',
    needs: ['nombre_comprador', 'nombre_evaluacion', 'numero_ronda', 'nivel_general', 'nivel_general_equipo'],
    may: ['empresa'],
    lists: ['niveles'],
    late: ['nivel_general', 'nivel_general_equipo', 'niveles'],
    samples: { nombre: 'Pedro' },
  },
  plan_actions_due: {
    name: 'Acciones de un plan por vencer',
    when: 'A quien responde por acciones del plan de una compra, o las tiene en su propio plan, una semana antes de su fecha y ese día.',
    needs: ['nombre_comprador', 'nombre_evaluacion', 'enlace_resultados', 'enlace_no_recibir'],
    may: ['empresa'],
    flags: ['plan_propio'],
    lists: ['acciones'],
    late: ['acciones', 'enlace_no_recibir'],
    samples: { nombre: 'Pedro' },
  },
  buyer_completion_notice: {
    name: 'Aviso de evaluación terminada',
    when: 'A quien compró, cuando una persona termina.',
    needs: [
      'nombre_participante',
      'nombre_evaluacion',
      'fecha_termino',
      'cantidad_completadas',
      'cantidad_asientos',
      'enlace_panel',
    ],
    may: ['cantidad_pendientes'],
    flags: ['confidencial'],
  },
  order_receipt: {
    name: 'Comprobante de compra',
    when: 'Cuando una orden queda pagada.',
    needs: ['numero_orden', 'fecha_orden', 'total_clp', 'enlace_panel'],
    may: ['descuento_clp', 'medio_pago', 'nota_documento'],
    lists: ['productos'],
  },
  order_waiting: {
    name: 'Orden que espera su pago',
    when: 'Cuando el equipo deja una orden esperando una transferencia.',
    needs: ['numero_orden', 'total_clp', 'fecha_limite', 'enlace_orden'],
    may: ['banco', 'tipo_cuenta', 'numero_cuenta', 'titular', 'rut_titular', 'correo_aviso'],
    samples: { fecha_limite: '21-12-2026' },
  },
  order_cancelled: {
    name: 'Aviso de orden cancelada',
    when: 'Cuando el equipo cancela una orden sin pagar.',
    needs: ['numero_orden', 'total_clp', 'enlace_orden'],
    may: ['motivo_cancelacion'],
  },
  quotation: {
    name: 'Cotización',
    when: 'Al pedir una cotización por correo.',
    needs: ['numero_cotizacion', 'total_clp', 'fecha_limite', 'enlace_cotizacion'],
    samples: { total_clp: '$240.000', fecha_limite: '06-12-2026' },
  },
  quotation_reply: {
    name: 'Respuesta a una cotización',
    when: 'Cuando alguien aprueba, rechaza o comenta con el enlace.',
    needs: ['numero_cotizacion', 'total_clp', 'persona', 'enlace_cotizacion'],
    may: ['cargo', 'orden_compra', 'comentario'],
    flags: ['aprobada', 'rechazada'],
    samples: { total_clp: '$240.000', aprobada: true },
  },
  organisation_invitation: {
    name: 'Invitación a una organización',
    when: 'A quien se invita a compartir las compras de una empresa.',
    nameless: true,
    needs: ['persona', 'nombre_organizacion', 'rol_organizacion', 'dias_vigencia', 'enlace_organizacion'],
    may: ['rut_organizacion', 'consultora'],
    flags: ['de_consultora'],
    secret: true,
    samples: { persona: 'Ana Pérez', dias_vigencia: '14' },
  },
  refund_notice: {
    name: 'Aviso de reembolso',
    when: 'Al aprobar un reembolso.',
    needs: ['numero_orden', 'monto_reembolso_clp', 'medio_pago', 'dias_abono', 'enlace_orden'],
    may: ['motivo_reembolso', 'fecha_limite_resultados'],
    flags: ['parcial', 'pago_sobrante', 'sin_cobro', 'asientos', 'por_transferencia'],
    samples: { enlace_orden: '/account/dashboard' },
  },
  chargeback_notice: {
    name: 'Aviso de contracargo',
    when: 'A quien compró, cuando un contracargo revoca sus accesos.',
    needs: ['numero_orden', 'fecha_orden', 'nombre_productos', 'total_clp', 'monto_reclamado_clp', 'enlace_orden'],
    flags: ['asientos', 'resuelto'],
    samples: { fecha_orden: '24-11-2026' },
  },
  workshop_session: {
    name: 'Sesión de taller',
    when: 'Al fijar, cambiar o cancelar la fecha de un taller.',
    needs: ['nombre_taller', 'fecha_sesion', 'hora_sesion', 'duracion_sesion', 'enlace_taller'],
    may: ['lugar_sesion', 'notas_sesion', 'correo_invitado', 'codigo_acceso'],
    flags: ['en_linea', 'cambio', 'cancelada'],
    calendar: true,
    samples: { correo_invitado: 'ana@example.cl' },
  },
  workshop_certificate: {
    name: 'Certificado de taller',
    when: 'A quien asistió, después de la sesión.',
    needs: ['nombre_taller', 'fecha_sesion', 'codigo_certificado', 'enlace_taller', 'enlace_verificacion'],
  },
  tax_document_issued: {
    name: 'Documento tributario emitido',
    when: 'A quien compró, cuando hay boleta, factura o nota de crédito.',
    needs: ['documento', 'folio', 'numero_orden', 'total_clp', 'enlace_orden'],
    may: ['fecha_emision'],
    flags: ['sin_validez'],
  },
  tax_document_rejected: {
    name: 'Documento tributario rechazado',
    when: 'A quienes administran, cuando el proveedor o el SII rechaza un documento.',
    needs: ['documento', 'numero_orden', 'motivo_rechazo', 'enlace_documento'],
    samples: { documento: 'Factura electrónica' },
  },
  webhook_paused: {
    name: 'Webhook en pausa',
    when: 'A quienes administran, cuando un webhook deja de recibir por días.',
    needs: ['servidor', 'enlace_webhook'],
    flags: ['dado_de_baja'],
  },
  ledger_difference: {
    name: 'Diferencia en el libro',
    when: 'A la dirección de las alertas, cuando el libro y las órdenes no cuadran.',
    needs: ['cantidad_diferencias', 'enlace_libro'],
    lists: ['dias'],
  },
  shop_alert: {
    name: 'Aviso de la tienda',
    when: 'A la dirección de las alertas, cuando un pago, los correos, el disco o una copia de seguridad necesitan a alguien.',
    needs: ['resumen', 'enlace_problema'],
    lists: ['problemas'],
  },
  privacy_request_received: {
    name: 'Solicitud de privacidad',
    when: 'Al registrar una solicitud sobre datos personales.',
    needs: ['numero_solicitud', 'tipo_solicitud', 'fecha_solicitud', 'fecha_limite_respuesta'],
    samples: { numero_solicitud: 'PRV-7', tipo_solicitud: 'acceso', fecha_limite_respuesta: '21-12-2026' },
  },
  data_access_link: {
    name: 'Enlace a los datos propios',
    when: 'A quien pide ver los datos de su correo.',
    needs: ['minutos_vigencia', 'enlace_mis_datos'],
    secret: true,
  },
  data_request_done: {
    name: 'Solicitud de datos cumplida',
    when: 'Cuando el equipo cumple una solicitud.',
    needs: ['numero_solicitud', 'tipo_solicitud', 'respuesta'],
    samples: { tipo_solicitud: 'rectificación' },
  },
  data_request_refused: {
    name: 'Solicitud de datos rechazada',
    when: 'Cuando el equipo rechaza una solicitud, con su motivo.',
    needs: ['numero_solicitud', 'tipo_solicitud', 'motivo_negativa', 'dias_reclamo'],
    samples: { tipo_solicitud: 'supresión' },
  },
  data_request_extended: {
    name: 'Prórroga de una solicitud de datos',
    when: 'Cuando el equipo extiende el plazo de una solicitud.',
    needs: ['numero_solicitud', 'tipo_solicitud', 'fecha_limite_respuesta', 'motivo_prorroga'],
  },
  data_request_forwarded: {
    name: 'Derivación de una solicitud de datos',
    when: 'A quien invitó a la persona, y a ella, cuando el equipo deriva su solicitud.',
    needs: ['numero_solicitud', 'tipo_solicitud', 'destinatarios', 'fecha_limite_respuesta'],
    may: ['persona', 'detalle'],
    samples: { persona: 'pedro@example.cl' },
  },
  data_requests_due: {
    name: 'Solicitudes de datos por vencer',
    when: 'A la dirección de las alertas, cuando un plazo está por vencer o venció.',
    needs: ['cantidad_solicitudes', 'enlace_solicitudes'],
    lists: ['solicitudes'],
  },
} as const satisfies Record<string, DeclaredMail>

export type MailTemplate = keyof typeof MAILS
export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(MAILS, name)

/** The key of the texts around every mail. */
export const COMMON_KEY = 'common'
/** A mail, or the texts around all mails. */
export type EditedKey = MailTemplate | typeof COMMON_KEY
export const isEditedKey = (key: string): key is EditedKey => key === COMMON_KEY || isMailTemplate(key)

/** What is edited under 'Correos', each with when it is sent. */
export const EDITED_MAILS: Readonly<Record<EditedKey, { name: string; when: string }>> = {
  ...MAILS,
  [COMMON_KEY]: { name: 'Saludo, firma y pie', when: 'En todos los correos.' },
}

/** The name of a mail, or of the texts around all mails, by its key; an unknown key is its own name. */
export const mailName = (key: string): string => (isEditedKey(key) ? EDITED_MAILS[key].name : key)
