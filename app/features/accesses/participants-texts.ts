import type { Tone } from '#app/ui/tone.ts'
import { MOST_RESENDS } from './invitation-limits.ts'
import type { ResendFailure, RevokeFailure } from './manage-invitation.server.ts'
import type { InvitationStage } from './participants.ts'

export const STAGE_TONES: Record<InvitationStage, Tone> = {
  queued: 'neutral',
  sent: 'neutral',
  failed: 'poor',
  opened: 'copper',
  in_progress: 'fair',
  completed: 'good',
  expired: 'poor',
  revoked: 'neutral',
}

/** Of a confidential item nobody is told who has begun, so that an invitation can be taken back until it is completed. */
export const LOST_WHEN_BEGUN = 'Si esa persona ya había comenzado, sus respuestas no se contarán.'

export const RESEND_FAILURES: Record<ResendFailure['code'], string> = {
  access_not_found: 'No encontramos esa invitación. Recarga la página.',
  not_possible: 'Esta invitación ya no se puede reenviar.',
  too_soon: 'La enviamos hace menos de 10 minutos. Espera un poco antes de reenviarla.',
  too_often: `Ya se reenvió ${MOST_RESENDS} veces. Copia el texto y compártelo tú.`,
  too_many_mails: 'Ya se enviaron muchas invitaciones hoy, a esta dirección o desde tu cuenta. Inténtalo mañana.',
}

export const REVOKE_FAILURES: Record<RevokeFailure['code'], string> = {
  access_not_found: 'No encontramos esa invitación. Recarga la página.',
  already_started: 'Esta persona ya comenzó a responder: su asiento no puede volver.',
}

/** What the page says after something was done; its address carries the word, never a text. */
export const DONE = {
  reenviada: 'Reenviamos la invitación.',
  revocada: 'Revocamos la invitación: su código dejó de servir y el asiento quedó libre.',
  recordatorios: 'Guardamos los recordatorios.',
} as const

export type Done = keyof typeof DONE

/** Whether a word of an address is one of these. */
export const isDone = (value: unknown): value is Done => typeof value === 'string' && Object.hasOwn(DONE, value)
