import { z } from 'zod'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { dataRequestParams } from './data-request-params.ts'
import { flag, link, optional, text } from './mail-values.ts'

const respondent = {
  nombre: optional,
  nombre_comprador: text,
  empresa: optional,
  nombre_evaluacion: text,
  correo_invitado: text,
  codigo_acceso: text,
  enlace_evaluacion: link,
  fecha_limite: optional,
  /** `entre 30 y 45 minutos`. */
  duracion: optional,
  /** A workshop has no questionnaire, so it uses other texts and needs no duration. */
  taller: flag,
}

/** The event that goes along as a calendar file. */
const calendar = z.strictObject({
  uid: text,
  sequence: z.int().min(1),
  startsAt: z.iso.datetime(),
  minutes: z.int().min(1),
  location: text,
  changedAt: z.iso.datetime(),
})

/** The parameters of each template. Amounts, counts and dates arrive formatted for a reader in Chile. */
export const mailParams = {
  confirm_email: z.strictObject({ nombre: optional, horas_vigencia: text, enlace_confirmacion: link }),
  reset_password: z.strictObject({ nombre: optional, minutos_vigencia: text, enlace_contrasena: link }),
  password_changed: z.strictObject({ nombre: optional, fecha_cambio: text, enlace_recuperar: link }),
  /** To the new address: it confirms. */
  confirm_new_email: z.strictObject({
    nombre: optional,
    correo_nuevo: text,
    horas_vigencia: text,
    enlace_confirmacion: link,
  }),
  /** To a new address that has an account already. */
  email_in_use: z.strictObject({ nombre: optional, correo_nuevo: text, enlace_ingreso: link }),
  /** To the old address, for the request and again for the change: it can object. */
  email_change_notice: z.strictObject({
    nombre: optional,
    correo_nuevo: text,
    fecha_cambio: text,
    dias_vigencia: text,
    enlace_objecion: link,
    /** The change is done. */
    confirmado: flag,
  }),
  role_changed: z.strictObject({
    nombre: optional,
    rol_cuenta: text,
    fecha_cambio: text,
    /** The new role administers the shop; or the one before did. */
    administra: flag,
    administraba: flag,
    enlace_cuenta: link,
  }),
  security_notice: z.strictObject({
    nombre: optional,
    /** What happened, as a sentence. */
    suceso: text,
    fecha_suceso: text,
    dispositivo: text,
    enlace_seguridad: link,
  }),
  account_deleted: z.strictObject({ nombre: optional, fecha_eliminacion: text, enlace_tienda: link }),
  respondent_invitation: z.strictObject({ ...respondent, confidencial: flag }),
  respondent_reminder: z.strictObject({
    ...respondent,
    /** `35`; absent or `0` when nothing is answered yet. */
    porcentaje_avance: z
      .string()
      .transform(percent => (percent === '0' || percent === '' ? undefined : percent))
      .optional(),
  }),
  buyer_completion_notice: z.strictObject({
    nombre: optional,
    nombre_participante: text,
    nombre_evaluacion: text,
    fecha_termino: text,
    cantidad_completadas: text,
    cantidad_asientos: text,
    /** Absent when every invited person has finished. */
    cantidad_pendientes: optional,
    enlace_panel: link,
    confidencial: flag,
  }),
  order_receipt: z.strictObject({
    nombre: optional,
    numero_orden: text,
    fecha_orden: text,
    /** `personas` is the count with its noun: `1 persona`, `11 personas`. */
    productos: z
      .array(z.strictObject({ nombre_producto: text, modalidad: text, personas: text, subtotal_clp: text }))
      .min(1),
    descuento_clp: optional,
    total_clp: text,
    /** Absent on orders of $0, as is what the shop says about the boleta or factura. */
    medio_pago: optional,
    nota_documento: optional,
    enlace_panel: link,
  }),
  /** An order waits for a payment that takes days, as the staff said. */
  order_waiting: z.strictObject({
    nombre: optional,
    numero_orden: text,
    total_clp: text,
    fecha_limite: text,
    /** The account to transfer to; all absent while the shop has set none. */
    banco: optional,
    tipo_cuenta: optional,
    numero_cuenta: optional,
    titular: optional,
    rut_titular: optional,
    correo_aviso: optional,
    enlace_orden: link,
  }),
  /** The staff cancelled an order that nobody had paid. */
  order_cancelled: z.strictObject({
    nombre: optional,
    numero_orden: text,
    total_clp: text,
    motivo_cancelacion: optional,
    enlace_orden: link,
  }),
  quotation: z.strictObject({
    nombre: optional,
    numero_cotizacion: text,
    total_clp: text,
    fecha_limite: text,
    enlace_cotizacion: link,
  }),
  /** Somebody with a quotation's link approved, refused or commented it. */
  quotation_reply: z.strictObject({
    nombre: optional,
    numero_cotizacion: text,
    total_clp: text,
    persona: text,
    cargo: optional,
    orden_compra: optional,
    comentario: optional,
    aprobada: flag,
    rechazada: flag,
    enlace_cotizacion: link,
  }),
  /** To somebody who is invited into an organisation, who may have no account. */
  organisation_invitation: z.strictObject({
    persona: text,
    nombre_organizacion: text,
    rut_organizacion: optional,
    rol_organizacion: text,
    dias_vigencia: text,
    enlace_organizacion: link,
  }),
  refund_notice: z.strictObject({
    nombre: optional,
    numero_orden: text,
    monto_reembolso_clp: text,
    motivo_reembolso: optional,
    medio_pago: text,
    dias_abono: text,
    fecha_limite_resultados: optional,
    enlace_orden: link,
    /** Part of the money goes back and the accesses stay. */
    parcial: flag,
    /** A payment that the order did not need: the order and its accesses stay as they are. */
    pago_sobrante: flag,
    /** The order cost nothing: no money moves. */
    sin_cobro: flag,
    /** The order added seats to an earlier one: unused ones are removed, and no access is revoked. */
    asientos: flag,
    /** The shop gave the money back by transfer, not by the means it was paid with. */
    por_transferencia: flag,
  }),
  /** A chargeback revoked the accesses of an order. */
  chargeback_notice: z.strictObject({
    nombre: optional,
    numero_orden: text,
    fecha_orden: text,
    nombre_productos: text,
    total_clp: text,
    monto_reclamado_clp: text,
    enlace_orden: link,
    /** The order is of seats that were added to an earlier one. */
    asientos: flag,
    /** The bank has decided for its cardholder. */
    resuelto: flag,
  }),
  /** To everybody of a workshop when its session is set, changed or cancelled. */
  workshop_session: z.strictObject({
    nombre: optional,
    nombre_taller: text,
    fecha_sesion: text,
    hora_sesion: text,
    duracion_sesion: text,
    /** Where people meet; absent online. */
    lugar_sesion: optional,
    /** Online: the address is in the calendar file and on the page, because a mail links to the shop only. */
    en_linea: flag,
    notas_sesion: optional,
    /** Of an invited participant; the buyer enters with the account. */
    correo_invitado: optional,
    codigo_acceso: optional,
    enlace_taller: link,
    /** An earlier date is replaced. */
    cambio: flag,
    cancelada: flag,
    calendario: calendar,
  }),
  workshop_certificate: z.strictObject({
    nombre: optional,
    nombre_taller: text,
    fecha_sesion: text,
    codigo_certificado: text,
    enlace_taller: link,
    enlace_verificacion: link,
  }),
  /** A boleta, factura or nota de crédito of an order was issued. */
  tax_document_issued: z.strictObject({
    nombre: optional,
    /** `Boleta electrónica`: all names are feminine. */
    documento: text,
    folio: text,
    numero_orden: text,
    total_clp: text,
    fecha_emision: optional,
    enlace_orden: link,
    /** Of the provider's sandbox. */
    sin_validez: flag,
  }),
  /** To administrators: the provider or the SII rejected a document. */
  tax_document_rejected: z.strictObject({
    nombre: optional,
    documento: text,
    numero_orden: text,
    motivo_rechazo: text,
    enlace_documento: link,
  }),
  /** To administrators, when an endpoint of webhooks is paused by itself. */
  webhook_paused: z.strictObject({
    nombre: optional,
    /** Host of the endpoint; the whole address may contain a secret of the receiver. */
    servidor: text,
    /** The receiver has said that it wants nothing more. */
    dado_de_baja: flag,
    enlace_webhook: link,
  }),
  /** To the owner: days on which the ledger and the orders differ. */
  ledger_difference: z.strictObject({
    nombre: optional,
    /** `3 diferencias`. */
    cantidad_diferencias: text,
    dias: z.array(z.strictObject({ dia: text, diferencia: text })).min(1),
    enlace_libro: link,
  }),
  /** To the owner: what needs somebody, told once. */
  shop_alert: z.strictObject({
    nombre: optional,
    /** `2 pagos esperan una decisión`, or `3 asuntos por resolver`. */
    resumen: text,
    problemas: z.array(z.strictObject({ problema: text, que_hacer: text })).min(1),
    enlace_problema: link,
  }),
  ...dataRequestParams,
} as const

export type MailTemplate = keyof typeof mailParams
export type TemplateParams = { [Template in MailTemplate]: z.input<(typeof mailParams)[Template]> }

/** Templates whose parameters open an account, an organisation or somebody's data: they are erased once the mail was sent. */
export const ONE_TIME_SECRETS: readonly string[] = [
  'confirm_email',
  'reset_password',
  'confirm_new_email',
  'email_change_notice',
  'organisation_invitation',
  'data_access_link',
] satisfies MailTemplate[]

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(mailParams, name)

const aboutMinutes = (minutes: number): string =>
  minutes === 1 ? 'un minuto' : `unos ${formatInteger(minutes)} minutos`

/** A product's duration in minutes as the invitation says it: one figure, a range, or a minimum only. */
export function durationParams(min: number, max: number | null): { duracion: string } {
  if (max === null) return { duracion: `${countOf(min, 'minuto', 'minutos')} o más` }
  return { duracion: max === min ? aboutMinutes(min) : `entre ${min} y ${max} minutos` }
}
