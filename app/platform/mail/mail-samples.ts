import type { z } from 'zod'
import { durationParams, type MailTemplate, mailParams, type TemplateParams } from './mail-params.ts'

const respondent = {
  nombre: 'Pedro',
  nombre_comprador: 'Ana Rojas',
  empresa: 'Minera Sur',
  nombre_evaluacion: 'Madurez de datos',
  correo_invitado: 'pedro@example.cl',
  codigo_acceso: 'AC-23456789',
  enlace_evaluacion: '/dama-assessment?access_id=1&assessment_id=2',
  fecha_limite: '20 de mayo de 2027',
}

/** Invented parameters of each mail, which tests render and the editor previews. */
export const MAIL_SAMPLES: TemplateParams = {
  confirm_email: { nombre: 'Ana', horas_vigencia: '24', enlace_confirmacion: '/auth/confirm?token=abc' },
  reset_password: { nombre: 'Ana', minutos_vigencia: '30', enlace_contrasena: '/auth/reset?token=abc' },
  password_changed: { nombre: 'Ana', fecha_cambio: '21-11-2026 15:05', enlace_recuperar: '/auth/forgot' },
  confirm_new_email: {
    nombre: 'Ana',
    correo_nuevo: 'nueva@example.cl',
    horas_vigencia: '24',
    enlace_confirmacion: '/auth/email?token=abc',
  },
  email_in_use: { correo_nuevo: 'nueva@example.cl', enlace_ingreso: '/auth' },
  email_change_notice: {
    nombre: 'Ana',
    correo_nuevo: 'nueva@example.cl',
    fecha_cambio: '21-11-2026 15:05',
    dias_vigencia: '7',
    enlace_objecion: '/auth/email-objection?token=abc',
  },
  role_changed: {
    nombre: 'Ana',
    rol_cuenta: 'Gestor de assessments',
    fecha_cambio: '21-11-2026 15:05',
    enlace_cuenta: '/account',
  },
  security_notice: {
    nombre: 'Ana',
    suceso: 'Alguien entró a tu cuenta desde un navegador que no conocíamos.',
    fecha_suceso: '21-11-2026 15:05',
    dispositivo: 'Chrome en Windows',
    enlace_seguridad: '/account/security',
  },
  account_deleted: { nombre: 'Ana', fecha_eliminacion: '21-11-2026 15:05', enlace_tienda: '/' },
  respondent_invitation: { ...respondent, ...durationParams(30, 45) },
  respondent_reminder: { ...respondent, ...durationParams(30, 45), porcentaje_avance: '40' },
  buyer_completion_notice: {
    nombre: 'Ana',
    nombre_participante: 'Pedro Soto',
    nombre_evaluacion: 'Madurez de datos',
    fecha_termino: '21-11-2026',
    cantidad_completadas: '3',
    cantidad_asientos: '10',
    cantidad_pendientes: '7',
    enlace_panel: '/account/dashboard',
  },
  order_receipt: {
    nombre: 'Ana',
    numero_orden: 'ALH-1-abcdef-0001',
    fecha_orden: '21-11-2026 15:05',
    productos: [
      { nombre_producto: 'Madurez de datos', modalidad: 'Para mí', personas: '1 persona', subtotal_clp: '$89.000' },
      { nombre_producto: 'Agilidad', modalidad: 'Empresa', personas: '11 personas', subtotal_clp: '$267.000' },
    ],
    descuento_clp: '$10.000',
    total_clp: '$346.000',
    medio_pago: 'Tarjeta de crédito',
    nota_documento: 'La boleta la emite la tienda por su cuenta.',
    enlace_panel: '/account/dashboard',
  },
  order_waiting: {
    nombre: 'Ana',
    numero_orden: 'ALH-1-abcdef-0001',
    total_clp: '$346.000',
    fecha_limite: '21-12-2026',
    banco: 'Banco de Ejemplo',
    tipo_cuenta: 'Cuenta corriente',
    numero_cuenta: '00-123-45678-9',
    titular: 'Alhena Demostración SpA',
    rut_titular: '76.192.083-9',
    correo_aviso: 'pagos@alhena.example',
    enlace_orden: '/account/orders/ALH-1-abcdef-0001',
  },
  order_cancelled: {
    nombre: 'Ana',
    numero_orden: 'ALH-1-abcdef-0001',
    total_clp: '$346.000',
    motivo_cancelacion: 'no recibimos la transferencia',
    enlace_orden: '/account/orders/ALH-1-abcdef-0001',
  },
  quotation: {
    nombre: 'Ana',
    numero_cotizacion: 'COT-2026-000123',
    total_clp: '$240.000',
    fecha_limite: '06-12-2026',
    enlace_cotizacion: '/account/quotations/0b0e7f0e-0000-4000-8000-000000000001',
  },
  organisation_invitation: {
    persona: 'Ana Pérez',
    nombre_organizacion: 'Los Aromos SpA',
    rut_organizacion: '76.192.083-9',
    rol_organizacion: 'Coordina',
    dias_vigencia: '14',
    enlace_organizacion: '/organizacion?token=abc',
  },
  quotation_reply: {
    nombre: 'Ana',
    numero_cotizacion: 'COT-2026-000123',
    total_clp: '$240.000',
    persona: 'Carla Soto',
    cargo: 'Jefa de Compras',
    orden_compra: '4500012345',
    comentario: 'Facturar a la casa matriz.',
    aprobada: true,
    rechazada: false,
    enlace_cotizacion: '/account/quotations/0b0e7f0e-0000-4000-8000-000000000001',
  },
  refund_notice: {
    nombre: 'Ana',
    numero_orden: 'ALH-1-abcdef-0001',
    monto_reembolso_clp: '$346.000',
    motivo_reembolso: 'cobro duplicado',
    medio_pago: 'Tarjeta de crédito',
    dias_abono: '10',
    fecha_limite_resultados: '20 de diciembre de 2026',
    enlace_orden: '/account/dashboard',
  },
  chargeback_notice: {
    nombre: 'Ana',
    numero_orden: 'ALH-1-abcdef-0001',
    fecha_orden: '24-11-2026',
    nombre_productos: 'Gobierno de datos y Agilidad',
    total_clp: '$346.000',
    monto_reclamado_clp: '$346.000',
    enlace_orden: '/account/orders/ALH-1-abcdef-0001',
    asientos: false,
    resuelto: false,
  },
  workshop_session: {
    nombre: 'Ana',
    nombre_taller: 'Kanban',
    fecha_sesion: '3 de diciembre de 2026',
    hora_sesion: '09:30',
    duracion_sesion: '180 minutos',
    lugar_sesion: 'Av. Siempre Viva 742, Talca',
    notas_sesion: 'Trae tu tablero',
    correo_invitado: 'ana@example.cl',
    codigo_acceso: 'AC-23456789',
    enlace_taller: '/taller/taller-kanban',
    calendario: {
      uid: 'item@tienda.example',
      sequence: 2,
      startsAt: '2026-12-03T12:30:00.000Z',
      minutes: 180,
      location: 'https://reunion.example/abc',
      changedAt: '2026-11-21T15:00:00.000Z',
    },
  },
  workshop_certificate: {
    nombre: 'Ana',
    nombre_taller: 'Kanban',
    fecha_sesion: '3 de diciembre de 2026',
    codigo_certificado: 'CT-23456789ABCD',
    enlace_taller: '/taller/taller-kanban',
    enlace_verificacion: '/certificado/CT-23456789ABCD',
  },
  privacy_request_received: {
    nombre: 'Ana',
    numero_solicitud: 'PRV-7',
    tipo_solicitud: 'acceso',
    fecha_solicitud: '21-11-2026',
    fecha_limite_respuesta: '21-12-2026',
  },
  tax_document_issued: {
    nombre: 'Ana',
    documento: 'Boleta electrónica',
    folio: '1001',
    numero_orden: 'ALH-1-abcdef-0001',
    total_clp: '$346.000',
    fecha_emision: '21-11-2026',
    enlace_orden: '/account/orders/ALH-1-abcdef-0001',
  },
  tax_document_rejected: {
    nombre: 'Ana',
    documento: 'Factura electrónica',
    numero_orden: 'ALH-1-abcdef-0001',
    motivo_rechazo: 'Un dato no es correcto. Giro de quien recibe: no está registrado.',
    enlace_documento: '/admin/finance/tax-documents/0b0e7f0e-0000-4000-8000-000000000001',
  },
  webhook_paused: {
    nombre: 'Ana',
    servidor: 'sistema.example',
    enlace_webhook: '/admin/integrations/webhooks/0b0e7f0e-0000-4000-8000-000000000001',
  },
  ledger_difference: {
    nombre: 'Ana',
    cantidad_diferencias: '3 diferencias',
    dias: [
      { dia: '20-11-2026', diferencia: '2 diferencias' },
      { dia: '21-11-2026', diferencia: '1 diferencia' },
    ],
    enlace_libro: '/admin/finance',
  },
  shop_alert: {
    nombre: 'Ana',
    resumen: '2 asuntos por resolver',
    problemas: [
      { problema: '2 pagos esperan una decisión', que_hacer: 'Consúltalos en la pasarela.' },
      { problema: 'Queda 7 % libre en el disco de web-1', que_hacer: 'Hay que ampliarlo.' },
    ],
    enlace_problema: '/admin/settings/services',
  },
  data_access_link: { nombre: 'Ana', minutos_vigencia: '30', enlace_mis_datos: '/mis-datos?token=abc' },
  data_request_done: {
    nombre: 'Ana',
    numero_solicitud: 'SD-2026-000012',
    tipo_solicitud: 'rectificación',
    respuesta: 'Corregimos tu nombre en las tres evaluaciones en que aparecía.',
  },
  data_request_refused: {
    nombre: 'Ana',
    numero_solicitud: 'SD-2026-000012',
    tipo_solicitud: 'supresión',
    motivo_negativa: 'La ley tributaria nos obliga a conservar los datos de tu factura durante seis años.',
    dias_reclamo: '30',
  },
  data_request_extended: {
    nombre: 'Ana',
    numero_solicitud: 'SD-2026-000012',
    tipo_solicitud: 'oposición',
    fecha_limite_respuesta: '02-02-2027',
    motivo_prorroga: 'Esperamos la respuesta de la organización que te invitó.',
  },
  data_request_forwarded: {
    nombre: 'Ana',
    numero_solicitud: 'SD-2026-000012',
    tipo_solicitud: 'oposición',
    persona: 'pedro@example.cl',
    detalle: 'No quiero que mi jefa vea mis respuestas.',
    destinatarios: 'Camila Pérez',
    fecha_limite_respuesta: '02-02-2027',
  },
  data_requests_due: {
    nombre: 'Ana',
    cantidad_solicitudes: '2 asuntos',
    solicitudes: [
      { asunto: 'SD-2026-000012 (supresión)', plazo: 'faltan 3 días' },
      { asunto: 'SD-2026-000009 (oposición)', plazo: 'venció hace 2 días' },
    ],
    enlace_solicitudes: '/admin/privacy?vence=near',
  },
}

/** One variant of a mail, for previews. */
export type MailSample = { name: string; params: Record<string, unknown> }

const FLAG_NAMES: Readonly<Record<string, string>> = {
  taller: 'Un taller',
  confidencial: 'Una evaluación confidencial',
  confirmado: 'El cambio ya se hizo',
  parcial: 'Un reembolso parcial',
  asientos: 'Un reembolso de asientos agregados',
  por_transferencia: 'Un reembolso por transferencia',
  cancelada: 'Una sesión que se cancela',
  administra: 'Pasa a administrar la tienda',
  administraba: 'Deja de administrar la tienda',
  sin_validez: 'Un documento de prueba',
  dado_de_baja: 'El receptor pidió no recibir más',
}

/** A mail with all parameters, with the required ones only, and once with each flag. */
export function mailSamples(template: MailTemplate): MailSample[] {
  const shape: Record<string, z.ZodType> = mailParams[template].shape
  const full: Record<string, unknown> = MAIL_SAMPLES[template]
  const isNeeded = (name: string) => shape[name]?.safeParse(undefined).success === false
  const min = Object.fromEntries(Object.entries(full).filter(([name]) => isNeeded(name)))
  const flags = Object.keys(shape).filter(name => shape[name]?.safeParse(true).success)
  return [
    { name: 'Con todos los datos', params: full },
    { name: 'Con lo mínimo', params: min },
    ...flags.map(name => ({ name: FLAG_NAMES[name] ?? name, params: { ...full, [name]: true } })),
  ]
}
