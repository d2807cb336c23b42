import { differenceRows } from '#app/features/reconciliation/differences/difference-list.server.ts'
import { differenceList } from '#app/features/reconciliation/differences/difference-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { Route } from './+types/differences'

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
