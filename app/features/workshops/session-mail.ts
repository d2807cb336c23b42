import { workshopPath } from '#app/features/accesses/invitations/invitation.ts'
import { isPersonName } from '#app/features/identity/plain-names.ts'
import { formatLongDate, formatTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { QueuedMail } from '#app/mails/outbox.server.ts'
import { calendarUid } from '#app/platform/calendar/calendar-file.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import type { Attendee, Confirmed } from './workshops.server.ts'
import { certificatePath, type WorkshopSession } from './workshops.ts'

type Workshop = { item_id: string; slug: string; name: string }

/** The calendar UID of an item's session, which never changes, in mails and in the page's file. */
export const sessionUid = (itemId: string): string => calendarUid(itemId, SHOP.correo_remitente)

/** The location shown in a calendar. */
export const locationOf = ({ place, link }: Pick<WorkshopSession, 'place' | 'link'>): string =>
  [place, link].filter(part => part !== '').join(' · ')

/** Where a participant opens the workshop: the buyer with the account, everybody else with e-mail and code. */
const pageOf = (workshop: Workshop, person: { id: string; own: boolean }): string =>
  person.own ? `/account/taller/${person.id}` : workshopPath(workshop.slug, person.id)

const greeting = (name: string): string => (isPersonName(name) ? name : '')

/** The mail that says when and where the workshop is held, or that it is cancelled (template `workshop_session`). */
export function sessionMail(
  workshop: Workshop,
  session: WorkshopSession,
  person: Attendee,
  kind: 'first' | 'changed' | 'cancelled',
): QueuedMail {
  return {
    template: 'workshop_session',
    recipient: person.email,
    accessId: person.id,
    params: {
      nombre: greeting(person.first_name),
      nombre_taller: workshop.name,
      fecha_sesion: formatLongDate(session.starts_at),
      hora_sesion: formatTime(session.starts_at),
      duracion_sesion: countOf(session.minutes, 'minuto', 'minutos'),
      lugar_sesion: session.place,
      en_linea: session.link !== '',
      notas_sesion: session.notes,
      ...(!person.own && { correo_invitado: person.email, codigo_acceso: person.access_code }),
      enlace_taller: pageOf(workshop, person),
      cambio: kind === 'changed',
      cancelada: kind === 'cancelled',
      calendario: {
        uid: sessionUid(workshop.item_id),
        sequence: session.revision,
        startsAt: session.starts_at.toISOString(),
        minutes: session.minutes,
        location: locationOf(session),
        changedAt: session.updated_at.toISOString(),
      },
    },
  }
}

/**
 * The mail that says that the certificate is ready (template `workshop_certificate`). @param heldOn the day, to read.
 */
export const certificateMail = (workshop: Workshop, person: Confirmed, heldOn: string): QueuedMail => ({
  template: 'workshop_certificate',
  recipient: person.email,
  accessId: person.access_id,
  params: {
    nombre: greeting(person.first_name ?? ''),
    nombre_taller: workshop.name,
    fecha_sesion: heldOn,
    codigo_certificado: person.code,
    enlace_taller: pageOf(workshop, { id: person.access_id, own: person.own }),
    enlace_verificacion: certificatePath(person.code),
  },
})
