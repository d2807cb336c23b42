import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import type { Route } from './+types/sessions'
import { sessionRows } from './session-list.server.ts'
import { sessionList } from './session-list.tsx'

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
