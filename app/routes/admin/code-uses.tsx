import { data } from 'react-router'
import { z } from 'zod'
import { findDiscount } from '#app/features/discounts/discount-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { listCodeUses } from '#app/features/orders/code-uses.db.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Breadcrumbs } from '#app/ui/page-heading.tsx'
import type { Route } from './+types/code-uses'
import { codeUseColumns } from './code-use-columns.tsx'
import { readUseList, USE_LIST } from './code-use-list.ts'
import { ListPage } from './lists/list-page.tsx'
import { hiddenColumns } from './preferences.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Usos de ${loaderData?.code ?? 'un código'} · Administración · Alhena` },
]

/** The period of the top bar holds here: when the code was used. */
export const handle = { dated: 'todo' }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.discountId)
  if (!id.success) throw data('Not found', 404)
  const { address, query } = readUseList(args.url, id.data, now())
  const found = await asActor(db, actorOf(user), async tx => {
    const discount = await findDiscount(tx, id.data, now())
    return discount && { code: discount.code, page: await listCodeUses(tx, query) }
  })
  if (!found) throw data('Not found', 404)
  return { ...found, id: id.data, address, hidden: hiddenColumns(args.request, USE_LIST.name) }
}

/** The ledger of a code: every use that an order took, also those that were given back. */
export default function CodeUses({ loaderData: { code, id, ...list } }: Route.ComponentProps) {
  return (
    <ListPage
      {...list}
      shape={USE_LIST}
      title={`Usos de ${code}`}
      before={<Breadcrumbs items={[{ label: 'Descuentos', to: '/admin/discounts' }, { label: code }]} />}
      searchLabel="Buscar por orden, cliente o empresa..."
      caption={`Usos de ${code}`}
      columns={codeUseColumns}
      rowName={use => `uso en la orden ${use.order.number}`}
      empty={{ title: 'Nadie lo ha usado todavía', text: 'Cada compra con el código aparece aquí.' }}
      unmatched="Prueba con el comienzo de otra orden, nombre o empresa, o con otro estado."
      exportTo={`/admin/discounts/${id}/ledger/export`}
    />
  )
}

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'
