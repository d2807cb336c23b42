import { data } from 'react-router'
import { z } from 'zod'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { findAttendees, findSession, findWorkshopItem } from '#app/features/workshops/workshops.server.ts'
import { sessionState } from '#app/features/workshops/workshops.ts'
import { countOf } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { revalidateOnConflict } from '#app/kit/forms/keep-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/session'
import { AttendancePanel } from './attendance-panel.tsx'
import { answerSession } from './session-action.server.ts'
import { SessionPanel } from './session-panel.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sesión de ${loaderData?.item.name ?? 'un taller'} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  const found = itemId.success
    ? await readAs(db, actorOf(user), async tx => {
        const item = await findWorkshopItem(tx, itemId.data)
        return (
          item && {
            item,
            session: await findSession(tx, item.item_id),
            people: await findAttendees(tx, item.item_id),
          }
        )
      })
    : undefined
  if (!found) throw data('Not found', 404)
  return {
    ...found,
    state: sessionState(found.session, now()),
    selfPaced: (await findWorkshopContent(db, found.item.slug))?.selfPaced ?? false,
  }
}

export const shouldRevalidate = revalidateOnConflict

export const action = answerSession

/** The session of one sold workshop: when and where, and who was there. */
export default function WorkshopSessionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, session, people, state, selfPaced } = loaderData
  const client = item.company ? `${item.client}, ${item.company}` : item.client
  const held = people.some(person => person.certificate !== null)
  return (
    <>
      <PageHeading
        title={item.name}
        description={`${client} · orden ${item.order_number} · ${countOf(item.used_seats, 'persona', 'personas')} de ${item.seats}`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Accesos', to: '/admin/access' },
              { label: 'Sesiones de talleres', to: '/admin/access/sessions' },
              { label: item.name },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        <SessionPanel
          key={`sesion ${session?.revision ?? 0}`}
          session={session}
          state={state}
          held={held}
          selfPaced={selfPaced}
          minutes={item.duration_max}
          answer={actionData?.intent === 'set' ? actionData : undefined}
        />
        <AttendancePanel
          key={`asistencia ${people.filter(person => person.certificate !== null).length}`}
          people={people}
          canConfirm={selfPaced || state === 'begun'}
          selfPaced={selfPaced}
        />
      </div>
    </>
  )
}
