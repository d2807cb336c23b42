import { type BlockKind, type Condition, PLACEHOLDER, readCondition } from './mail-text.ts'

/** What a placeholder stands for, as administrators read it. */
const DATA: Readonly<Record<string, string>> = {
  asunto: 'Número y tipo de la solicitud',
  banco: 'Banco',
  cantidad_asientos: 'Cantidad de personas',
  cantidad_diferencias: 'Cuántas diferencias',
  cantidad_completadas: 'Cuántas terminaron',
  cantidad_pendientes: 'Cuántas faltan',
  cantidad_solicitudes: 'Cuántos asuntos',
  codigo_acceso: 'Código de acceso',
  codigo_certificado: 'Código del certificado',
  correo_aviso: 'Correo para avisar el pago',
  correo_invitado: 'Correo de la persona',
  correo_nuevo: 'Correo nuevo',
  correo_privacidad: 'Correo de privacidad',
  correo_remitente: 'Correo que envía',
  correo_soporte: 'Correo de atención',
  descuento_clp: 'Descuento',
  destinatarios: 'A quién se derivó',
  detalle: 'Qué pide la persona',
  dia: 'Día',
  dias_abono: 'Días del abono',
  dias_reclamo: 'Días hábiles para reclamar',
  dias_vigencia: 'Días de vigencia',
  diferencia: 'Diferencias del día',
  direccion: 'Dirección de la empresa',
  documento: 'Nombre del documento tributario',
  duracion: 'Duración',
  duracion_sesion: 'Duración de la sesión',
  empresa: 'Empresa de quien invita',
  enlace_administracion: 'Enlace a la administración',
  enlace_confirmacion: 'Enlace para confirmar',
  enlace_contrasena: 'Enlace para la contraseña',
  enlace_cotizacion: 'Enlace a la cotización',
  enlace_cuenta: 'Enlace a la cuenta',
  enlace_datos: 'Enlace a los datos propios',
  enlace_documento: 'Enlace al documento',
  enlace_evaluacion: 'Enlace a la evaluación',
  enlace_libro: 'Enlace al libro',
  enlace_ingreso: 'Enlace para entrar',
  enlace_mis_datos: 'Enlace que abre los datos',
  enlace_objecion: 'Enlace para impedirlo',
  enlace_orden: 'Enlace a la orden',
  enlace_organizacion: 'Enlace a la invitación',
  enlace_panel: 'Enlace al panel',
  enlace_privacidad: 'Enlace al aviso de privacidad',
  enlace_problema: 'Enlace a donde se resuelve',
  enlace_recuperar: 'Enlace para recuperar la cuenta',
  enlace_solicitudes: 'Enlace a las solicitudes',
  enlace_taller: 'Enlace al taller',
  enlace_tienda: 'Enlace a la tienda',
  enlace_verificacion: 'Enlace para comprobarlo',
  enlace_webhook: 'Enlace al webhook',
  fecha_cambio: 'Fecha del cambio',
  suceso: 'Qué pasó',
  fecha_suceso: 'Fecha de lo que pasó',
  dispositivo: 'Navegador',
  enlace_seguridad: 'Enlace a la seguridad de la cuenta',
  fecha_eliminacion: 'Fecha de la eliminación',
  fecha_emision: 'Fecha de emisión',
  fecha_limite: 'Fecha límite',
  fecha_limite_respuesta: 'Fecha límite de la respuesta',
  fecha_limite_resultados: 'Fecha límite de los resultados',
  fecha_orden: 'Fecha de la orden',
  fecha_sesion: 'Fecha de la sesión',
  fecha_solicitud: 'Fecha de la solicitud',
  fecha_termino: 'Fecha de término',
  folio: 'Folio del documento',
  hora_sesion: 'Hora de la sesión',
  horas_vigencia: 'Horas de vigencia',
  lugar_sesion: 'Lugar de la sesión',
  medio_pago: 'Medio de pago',
  minutos_vigencia: 'Minutos de vigencia',
  modalidad: 'Modalidad del producto',
  monto_reclamado_clp: 'Monto reclamado',
  monto_reembolso_clp: 'Monto del reembolso',
  motivo_cancelacion: 'Motivo de la cancelación',
  motivo_negativa: 'Motivo de la negativa',
  motivo_prorroga: 'Motivo de la prórroga',
  motivo_rechazo: 'Motivo del rechazo',
  motivo_reembolso: 'Motivo del reembolso',
  nombre: 'Nombre de la persona',
  nombre_comprador: 'Nombre de quien compró',
  nombre_evaluacion: 'Nombre de la evaluación',
  nombre_organizacion: 'Nombre de la organización',
  nombre_participante: 'Nombre de quien participó',
  nombre_plataforma: 'Nombre de la tienda',
  nombre_producto: 'Nombre del producto',
  nombre_productos: 'Nombres de los productos',
  nombre_taller: 'Nombre del taller',
  nota_documento: 'Qué pasa con la boleta o factura',
  notas_sesion: 'Notas de la sesión',
  numero_cotizacion: 'Número de la cotización',
  numero_cuenta: 'Número de cuenta',
  numero_orden: 'Número de la orden',
  numero_solicitud: 'Número de la solicitud',
  personas: 'Cuántas personas',
  plazo: 'Cuánto falta',
  porcentaje_avance: 'Porcentaje de avance',
  problema: 'Qué pasa en la tienda',
  que_hacer: 'Qué hay que hacer',
  razon_social: 'Razón social',
  resumen: 'Cuántos asuntos, o cuál',
  respuesta: 'Qué se hizo',
  rol_cuenta: 'Rol de la cuenta',
  rol_organizacion: 'Rol en la organización',
  rut_empresa: 'RUT de la empresa',
  rut_organizacion: 'RUT de la organización',
  rut_titular: 'RUT del titular',
  servidor: 'Servidor que recibe',
  subtotal_clp: 'Subtotal del producto',
  texto_iva: 'Texto sobre el IVA',
  tipo_cuenta: 'Tipo de cuenta',
  tipo_solicitud: 'Tipo de solicitud',
  titular: 'Titular de la cuenta',
  ultima_copia: 'Última copia de seguridad',
  total_clp: 'Total',
}

/** A condition after 'si': that a parameter has a value, and that it has none. */
const CONDITIONS: Readonly<Record<string, readonly [string, string]>> = {
  administra: ['pasa a administrar la tienda', 'no pasa a administrar la tienda'],
  administraba: ['deja de administrar la tienda', 'no administraba la tienda'],
  asientos: ['es por asientos agregados', 'no es por asientos agregados'],
  banco: ['la tienda recibe transferencias', 'la tienda no recibe transferencias'],
  cambio: ['reemplaza una fecha anterior', 'es la primera fecha'],
  cancelada: ['la sesión se cancela', 'la sesión no se cancela'],
  cantidad_pendientes: ['falta que alguien termine', 'ya terminaron todas las personas'],
  codigo_acceso: ['la persona entra con un código', 'la persona entra con su cuenta'],
  confidencial: ['la compra es confidencial', 'la compra no es confidencial'],
  confirmado: ['el cambio ya se hizo', 'el cambio todavía no se confirma'],
  dado_de_baja: ['el receptor pidió no recibir más', 'el receptor no pidió dejar de recibir'],
  descuento_clp: ['la compra tiene descuento', 'la compra no tiene descuento'],
  duracion: ['se sabe cuánto dura', 'no se sabe cuánto dura'],
  empresa: ['quien invita tiene empresa', 'quien invita no tiene empresa'],
  en_linea: ['la sesión es en línea', 'la sesión no es en línea'],
  fecha_limite: ['tiene fecha de vencimiento', 'no tiene fecha de vencimiento'],
  medio_pago: ['se pagó algo', 'no se pagó nada'],
  nombre: ['se sabe el nombre de la persona', 'no se sabe el nombre de la persona'],
  nota_documento: ['hubo cobro', 'no hubo cobro'],
  pago_sobrante: ['devuelve un pago de más', 'no devuelve un pago de más'],
  parcial: ['el reembolso es parcial', 'el reembolso es total'],
  por_transferencia: ['se devolvió por transferencia', 'no se devolvió por transferencia'],
  porcentaje_avance: ['la persona ya comenzó', 'la persona todavía no comienza'],
  resuelto: ['el banco ya resolvió', 'el banco todavía no resuelve'],
  sin_validez: ['es un documento de prueba', 'no es un documento de prueba'],
  sin_cobro: ['la orden no tuvo costo', 'la orden tuvo costo'],
  taller: ['es un taller', 'no es un taller'],
}

/** The texts of a mail besides its blocks. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  subject: 'Asunto',
  preheader: 'Resumen',
  button: 'Texto del botón',
  greeting: 'Saludo',
  linkHint: 'Bajo el botón',
  signature: 'Firma',
  supportLine: 'Dónde pedir ayuda',
  footer: 'Pie',
}

export const KIND_LABELS: Record<BlockKind, string> = {
  paragraph: 'Párrafo',
  heading: 'Título',
  list: 'Lista',
  details: 'Detalle',
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a placeholder's datum: 'Código de acceso'. */
export const datumWords = (name: string): string => DATA[name] ?? upper(name.replaceAll('_', ' '))

const termWords = (name: string, isMet: boolean): string => {
  const datum = datumWords(name).toLowerCase()
  return CONDITIONS[name]?.[isMet ? 0 : 1] ?? (isMet ? `hay ${datum}` : `no hay ${datum}`)
}

/** A condition in words: 'si es un taller y hay motivo'; '' when there is none. */
export function conditionWords({ when, unless }: Condition): string {
  const terms = [...when.map(name => termWords(name, true)), ...unless.map(name => termWords(name, false))]
  return terms.length === 0 ? '' : `si ${terms.join(' y ')}`
}

/** A text as administrators read it: 'Tu cotización {Número de la cotización} [si es un taller: …]'. */
export const inWords = (text: string): string =>
  text
    .replaceAll(PLACEHOLDER, (_, name: string) => `{${datumWords(name)}}`)
    .replaceAll(/\[si ([a-z_ ]+): ?/g, (typed, condition: string) => {
      const read = readCondition(condition)
      return read ? `[${conditionWords(read)}: ` : typed
    })
