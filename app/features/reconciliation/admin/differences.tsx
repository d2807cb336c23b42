import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import type { Route } from './+types/differences'
import { differenceRows } from './difference-list.server.ts'
import { differenceList } from './difference-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Diferencias · Administración · Alhena' }]

/** The period applies to the days of differences. */
export const handle = { period: differenceList.period }

export const loader = adminList(differenceRows)

export default function Differences({ loaderData: { data } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={differenceList}
      data={data}
      title="Diferencias"
      description="Lo que está solo en la tienda, solo en el reporte del banco, o con otro monto."
      before={
        <Breadcrumbs
          items={[{ label: 'Conciliación', to: '/admin/finance/reconciliation' }, { label: 'Diferencias' }]}
        />
      }
    />
  )
}
