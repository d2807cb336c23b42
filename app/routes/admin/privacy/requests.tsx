import { dataRequestRows } from '#app/features/data-requests/desk/data-request-list.server.ts'
import { dataRequestList } from '#app/features/data-requests/desk/data-request-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { PrivacyTabs } from '#app/routes/admin/frame/section-tabs.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/requests'

export const meta: Route.MetaFunction = () => [{ title: 'Solicitudes de datos · Administración · Alhena' }]

/** The period applies to when they were received. */
export const handle = { period: dataRequestList.period }

export const loader = adminList(dataRequestRows)

export default function DataRequests({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      list={dataRequestList}
      data={loaderData.data}
      title="Solicitudes de datos"
      summary={<PrivacyTabs />}
      actions={
        <ButtonLink to="/admin/privacy/new" variant="secondary">
          Registrar solicitud
        </ButtonLink>
      }
    />
  )
}
