import { codeUseRows } from '#app/features/orders/code-use-list.server.ts'
import { codeUseList } from '#app/features/orders/code-use-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { Route } from './+types/uses'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Usos de ${loaderData?.scope.code ?? 'un código'} · Administración · Alhena` },
]

/** The period applies to the time of use. */
export const handle = { period: codeUseList.period }

export const loader = adminList(codeUseRows)

export default function CodeUses({ loaderData: { data, scope } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={codeUseList}
      data={data}
      title={`Usos de ${scope.code}`}
      before={<Breadcrumbs items={[{ label: 'Descuentos', to: '/admin/discounts' }, { label: scope.code }]} />}
    />
  )
}
