import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import type { Route } from './+types/uses'
import { codeUseRows } from './code-use-list.server.ts'
import { codeUseList } from './code-use-list.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Usos de ${loaderData?.parent.code ?? 'un código'} · Administración · Alhena` },
]

/** The period applies to the time of use. */
export const handle = { period: codeUseList.period }

export const loader = adminList(codeUseRows)

export default function CodeUses({ loaderData: { data, parent } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={codeUseList}
      data={data}
      title={`Usos de ${parent.code}`}
      before={<Breadcrumbs items={[{ label: 'Descuentos', to: '/admin/discounts' }, { label: parent.code }]} />}
    />
  )
}
