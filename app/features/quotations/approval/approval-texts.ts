import type { ReplyFailure } from './reply-to-quotation.server.ts'

/** Why nothing could be done with a link, and what to do. */
export const LINK_TEXTS: Readonly<Record<ReplyFailure['code'], string>> = {
  not_found: 'Este enlace no existe o fue reemplazado por uno nuevo. Pide el enlace a quien te lo envió.',
  withdrawn: 'Quien pidió esta cotización retiró el enlace. Si todavía la necesitas, pídele uno nuevo.',
  expired: 'Esta cotización venció y sus precios ya no valen. Pide una nueva a quien te la envió.',
  bought: 'Esta cotización ya se compró: no queda nada por hacer.',
  approved_before: 'Alguien ya aprobó esta cotización. Abajo ves quién y cuándo.',
  too_many: 'Esta cotización ya tiene todas las respuestas que admite. Escribe directamente a quien te la envió.',
}
