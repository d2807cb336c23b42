import { sessionRows } from '#app/features/workshops/session-list.server.ts'
import { sessionList } from '#app/features/workshops/session-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { Route } from './+types/sessions'

export const meta: Route.MetaFunction = () => [{ title: 'Sesiones de talleres · Administración · Alhena' }]

/** The period applies to the dates of sessions. */
export const handle = { period: sessionList.period }

export const loader = adminList(sessionRows)

export default function WorkshopSessions({ loaderData: { data } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={sessionList}
      data={data}
      title="Sesiones de talleres"
      description="Fija la fecha de cada taller vendido y confirma quién asistió."
      before={<Breadcrumbs items={[{ label: 'Accesos', to: '/admin/access' }, { label: 'Sesiones de talleres' }]} />}
    />
  )
}
