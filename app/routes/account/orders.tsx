import { actorOf, requireUser } from '#app/features/identity/session.server.ts'
import { HISTORY_PAGE, orderHistory } from '#app/features/orders/order-history.db.server.ts'
import { OrderHistory } from '#app/features/orders/order-history.tsx'
import { isOrderNumber } from '#app/features/orders/orders.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/orders'

export const meta: Route.MetaFunction = () => [{ title: 'Compras · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const requested = args.url.searchParams.get('after') ?? ''
  const after = isOrderNumber(requested) ? requested : undefined
  const rows = await asActor(servicesOf(args.context).db, actorOf(user), tx => orderHistory(tx, user.id, after))
  const orders = rows.slice(0, HISTORY_PAGE)
  return { orders, after, next: rows.length > HISTORY_PAGE ? orders.at(-1)?.order_number : undefined }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, after, next } = loaderData
  return (
    <AccountPage>
      <PageHeading title="Compras" description="Tus órdenes y sus comprobantes." />
      {orders.length > 0 ? (
        <OrderHistory orders={orders} />
      ) : (
        <Panel>
          <EmptyState
            as="h2"
            title={after ? 'No hay compras más antiguas' : 'Todavía no tienes compras'}
            action={<ButtonLink to="/">Explorar Assessments</ButtonLink>}
          >
            Cuando compres una evaluación o un taller, su comprobante quedará aquí.
          </EmptyState>
        </Panel>
      )}
      {(after || next) && (
        <nav aria-label="Páginas" className="mt-6 flex flex-wrap gap-2.5">
          {after && (
            <ButtonLink variant="secondary" size="sm" to="/account/orders">
              Ver las más recientes
            </ButtonLink>
          )}
          {next && (
            <ButtonLink variant="secondary" size="sm" to={`/account/orders?after=${next}`}>
              Ver anteriores
            </ButtonLink>
          )}
        </nav>
      )}
    </AccountPage>
  )
}
