import { MAX_IN_A_SEND, MAX_SENT_A_DAY } from '#app/features/accesses/admin-access.ts'
import { formatInteger } from '#app/kernel/format.ts'
import type { RefusalText } from '#app/kit/forms/answer-form.server.ts'
import type { AdminRevokeFailure, ExtendFailure } from './manage-access.server.ts'
import type { ReplaceFailure } from './replace-participant.server.ts'
import type { StartFailure } from './resend-many.server.ts'

const NOT_FOUND = 'No encontramos ese acceso. Recarga la página.'

export const ADMIN_REVOKE_FAILURES: Record<AdminRevokeFailure['code'], string> = {
  access_not_found: NOT_FOUND,
  already_started: 'La persona ya comenzó a responder con confidencialidad: su acceso no se revoca.',
  already_completed: 'La persona ya completó: su acceso no se revoca.',
  already_revoked: 'Este acceso ya estaba revocado.',
}

export const EXTEND_FAILURES: Record<ExtendFailure['code'], string | RefusalText> = {
  access_not_found: NOT_FOUND,
  not_later: { status: 409, field: 'until', text: 'El nuevo día debe ser posterior al actual.' },
  already_completed: 'La persona ya completó: no necesita más plazo.',
  already_revoked: 'Este acceso está revocado.',
}

export const REPLACE_FAILURES: Record<ReplaceFailure['code'], string | RefusalText> = {
  access_not_found: NOT_FOUND,
  already_started: 'La persona ya comenzó a responder: su asiento no puede pasar a otra.',
  already_invited: { status: 409, field: 'email', text: 'Ese correo ya tiene un acceso en esta compra.' },
  expired: 'El plazo terminó. Extiéndelo antes de reemplazar a la persona.',
  too_many_mails: 'Esa dirección ya recibió muchas invitaciones hoy. Inténtalo mañana.',
  same_email: { status: 409, field: 'email', text: 'Ese es el correo de la persona actual.' },
}

export const START_FAILURES: Record<StartFailure['code'], string> = {
  nobody: 'No hay a quién reenviar: nadie de la selección tiene una invitación pendiente.',
  too_many: `Son más de ${formatInteger(MAX_IN_A_SEND)} personas. Usa los filtros para hacerlo por partes.`,
  too_many_today: `Con este envío pasarías de ${formatInteger(MAX_SENT_A_DAY)} correos en 24 horas. Hazlo por partes.`,
  already_running: 'Ya tienes un reenvío en curso. Espera a que termine o detenlo.',
}
