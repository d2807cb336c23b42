import { z } from 'zod'
import { link, optional, text } from './mail-values.ts'

const dataRequest = { nombre: optional, numero_solicitud: text, tipo_solicitud: text }

/** Mails about people's rights over their data (Ley 19.628). */
export const dataRequestParams = {
  privacy_request_received: z.strictObject({ ...dataRequest, fecha_solicitud: text, fecha_limite_respuesta: text }),
  /** To a mailbox: opens what the shop keeps about its owner. */
  data_access_link: z.strictObject({ nombre: optional, minutos_vigencia: text, enlace_mis_datos: link }),
  /** The staff carried out, refused or extended a data subject request. */
  data_request_done: z.strictObject({ ...dataRequest, respuesta: text }),
  data_request_refused: z.strictObject({ ...dataRequest, motivo_negativa: text, dias_reclamo: text }),
  data_request_extended: z.strictObject({ ...dataRequest, fecha_limite_respuesta: text, motivo_prorroga: text }),
  /** To who invited the person, as the controller, with `persona`; and to the person, without. */
  data_request_forwarded: z.strictObject({
    ...dataRequest,
    persona: optional,
    detalle: optional,
    destinatarios: text,
    fecha_limite_respuesta: text,
  }),
  /** To the owner: requests and breaches whose deadline is near or over. */
  data_requests_due: z.strictObject({
    nombre: optional,
    /** `3 asuntos`. */
    cantidad_solicitudes: text,
    solicitudes: z.array(z.strictObject({ asunto: text, plazo: text })).min(1),
    enlace_solicitudes: link,
  }),
}
