import { data } from 'react-router'
import { z } from 'zod'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { locationOf, sessionUid } from '#app/features/workshops/session-mail.ts'
import { writeCalendar } from '#app/platform/calendar/calendar-file.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/workshop-calendar'

/** A workshop's session as a calendar file, for its participant. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now, settings } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const found = accessId.success
    ? await findWorkshopVisit(db, { actors: answeringActors(args), accessId: accessId.data, now: now() })
    : undefined
  const visit = found?.state === 'open' ? found.visit : undefined
  const session = visit?.session
  if (!visit || !session || visit.session_state === 'cancelled') throw data('Not found', 404)
  const page = visit.own ? `/account/taller/${visit.access_id}` : `/taller/${visit.workshop.slug}`
  const file = writeCalendar(
    {
      uid: sessionUid(visit.workshop.item_id),
      sequence: session.revision,
      startsAt: session.starts_at,
      minutes: session.minutes,
      title: visit.workshop.name,
      location: locationOf(session),
      description: [session.notes, settings.appUrl + page].filter(Boolean).join('\n'),
      cancelled: false,
      changedAt: session.updated_at,
      organizer: { name: shop().nombre_plataforma, email: shop().correo_soporte },
    },
    'publish',
  )
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="taller.ics"',
    },
  })
}
