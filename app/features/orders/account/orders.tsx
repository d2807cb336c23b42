import { buyerActor, requireUser } from '#app/features/identity/session.server.ts'
import { HISTORY_PAGE, orderHistory } from '#app/features/orders/order-history.server.ts'
import { OrderHistory } from '#app/features/orders/order-history.tsx'
import { isOrderNumber, MAX_SEARCH } from '#app/features/orders/orders.ts'
import { buyingOrganisations, requestedHolder } from '#app/features/organisations/organisations.server.ts'
import { OWN, selectOwner } from '#app/features/organisations/organisations.ts'
import { OwnerTabs } from '#app/features/organisations/owner-tabs.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { readSearch } from '#app/kit/lists/list-address.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/orders'

export const meta: Route.MetaFunction = () => [{ title: 'Compras · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const requested = args.url.searchParams.get('after') ?? ''
  const after = isOrderNumber(requested) ? requested : undefined
  const search = readSearch(args.url.searchParams.get('q'), MAX_SEARCH)
  const { db, now } = servicesOf(args.context)
  const requestedOwner = args.url.searchParams.get('de')
  const [rows, memberships] = await readAs(db, buyerActor(user), tx =>
    Promise.all([
      orderHistory(tx, user.id, { search, after, holderId: requestedHolder(user.id, requestedOwner, 'buyer') }),
      buyingOrganisations(tx, user.id),
    ]),
  )
  const owner = selectOwner(memberships, user.id, requestedOwner)
  const orders = rows.slice(0, HISTORY_PAGE)
  return {
    orders,
    search,
    memberships,
    membership: owner.membership,
    now: now(),
    after,
    next: rows.length > HISTORY_PAGE ? orders.at(-1)?.order_number : undefined,
  }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, search, memberships, membership, now, after, next } = loaderData
  const scopeQuery = memberships.length > 0 ? { de: membership?.id ?? OWN } : {}
  const addressOf = (last?: string) => {
    const query = new URLSearchParams({
      ...scopeQuery,
      ...(search && { q: search }),
      ...(last && { after: last }),
    }).toString()
    return query ? `/account/orders?${query}` : '/account/orders'
  }
  return (
    <AccountPage owner={<OwnerTabs path="/account/orders" memberships={memberships} current={membership} />}>
      <PageHeading title="Compras" description="Tus órdenes y sus comprobantes." />
      {(orders.length > 0 || search || after) && (
        <Form role="search" className="mb-6 flex flex-wrap items-end gap-2.5">
          {scopeQuery.de && <input type="hidden" name="de" value={scopeQuery.de} />}
          <TextField
            key={search}
            type="search"
            name="q"
            label="Buscar en tus compras"
            placeholder="Número, producto o monto"
            defaultValue={search}
            most={MAX_SEARCH}
            className="min-w-0 flex-1 sm:max-w-96"
          />
          <Button type="submit" variant="secondary">
            Buscar
          </Button>
          {search && (
            <ButtonLink
              to={scopeQuery.de ? `/account/orders?de=${scopeQuery.de}` : '/account/orders'}
              variant="link"
              size="sm"
              className="min-h-11"
            >
              Ver todas
            </ButtonLink>
          )}
        </Form>
      )}
      {orders.length > 0 ? (
        <OrderHistory orders={orders} now={now} organisations={memberships} />
      ) : search ? (
        <Panel>
          <EmptyState as="h2" title="No encontramos compras con ese texto">
            Busca por el comienzo del número de orden, de una palabra del producto o del monto.
          </EmptyState>
        </Panel>
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
            <ButtonLink variant="secondary" size="sm" to={addressOf()}>
              Ver las más recientes
            </ButtonLink>
          )}
          {next && (
            <ButtonLink variant="secondary" size="sm" to={addressOf(next)}>
              Ver anteriores
            </ButtonLink>
          )}
        </nav>
      )}
    </AccountPage>
  )
}
