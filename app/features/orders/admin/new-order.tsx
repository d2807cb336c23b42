import { randomUUID } from 'node:crypto'
import { Link, redirect } from 'react-router'
import { withCardMinimum } from '#app/features/cart/quote.ts'
import { productsOnSale } from '#app/features/catalogue/catalogue.server.ts'
import { findClients } from '#app/features/clients/clients.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { findLastBilling } from '#app/features/orders/order-billing.server.ts'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { findOrderClient, orderByHand, quoteByHand } from '#app/features/payments/checkout/order-by-hand.server.ts'
import { choicesOf, readLines } from '#app/features/payments/manual/resolution.ts'
import { handOrderForm } from '#app/features/payments/manual/staff-order-schema.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { readId, readSearch, SEARCH_LENGTH } from '#app/kit/lists/list-address.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/new-order'
import { HandLines, HandOrderForm, HandQuote } from './hand-order.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Nueva orden · Administración · Alhena' }]

/** Clients whom a search shows. */
const SHOWN = 20

/** The order as the address has it: whom for (`cliente`), of what (`product_1`…) and with which code. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, gateways } = servicesOf(args.context)
  const { searchParams } = args.url
  const search = readSearch(searchParams.get('search'))
  const clientId = readId(searchParams.get('cliente'))
  const code = readSearch(searchParams.get('codigo'))
  const lines = readLines(Object.fromEntries(searchParams))
  const choices = choicesOf(lines)
  return readAs(db, actorOf(user), async tx => {
    const { client, billing, products, quoted } = await allKeyed({
      client: clientId === undefined ? undefined : findOrderClient(tx, clientId),
      billing: clientId === undefined ? undefined : findLastBilling(tx, clientId),
      products: clientId === undefined ? [] : productsOnSale(tx),
      quoted:
        clientId === undefined
          ? undefined
          : quoteByHand(tx, { clientId, choices, code: code === '' ? null : code, now: now() }),
    })
    if (!client) return { search, people: await findClients(tx, search, SHOWN), order: undefined }
    return {
      search,
      people: [],
      order: {
        /** One order per rendered form, however often it is sent. */
        key: randomUUID(),
        client: { id: client.id, name: fullName(client), email: client.email, company: client.company },
        billing: billing && { ...billing, billing_rut: billing.billing_rut && formatRut(billing.billing_rut) },
        products,
        lines,
        code,
        quote: choices.length > 0 && quoted ? withCardMinimum(quoted.quote, gateways.current.minimumClp) : undefined,
      },
    }
  })
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(['order']))

export const action = adminForm(
  { schema: handOrderForm, intents: ['order'], fields: [...BILLING_FIELDS, 'company_name', 'days'] },
  async ({ client, key, total, code, days, accepted, ...form }, { services, actor, now }) => {
    const { billing, companyName, companyUrl, ...texts } = form
    const orderId = await orderByHand(services, {
      actor,
      clientId: client,
      key,
      choices: choicesOf(readLines(texts as Record<string, string | undefined>)),
      code,
      expectedTotal: total,
      billing: { billing, companyName, companyUrl },
      days,
      now,
    })
    return redirect(`/admin/orders/${orderId}`)
  },
)

/** An order for a client who asked for it by mail or telephone. */
export default function NewOrder({ loaderData: { search, people, order }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Nueva orden"
        description={
          order
            ? `Para ${order.client.name}${order.client.company ? `, ${order.client.company}` : ''} (${order.client.email})`
            : 'Elige para quién es. La orden espera su pago, y quien compra recibe los datos para transferir.'
        }
        before={<Breadcrumbs items={[{ label: 'Órdenes', to: '/admin/orders' }, { label: 'Nueva' }]} />}
        actions={
          order && (
            <ButtonLink variant="secondary" to="/admin/orders/new">
              Elegir a otra persona
            </ButtonLink>
          )
        }
      />
      <FormOutcome answer={actionData} />
      {order ? (
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid gap-6">
            <HandLines order={order} />
            {order.quote && order.quote.lines.length > 0 && (
              <HandOrderForm key={order.client.id} order={order} quote={order.quote} answer={actionData} />
            )}
          </div>
          {order.quote && <HandQuote quote={order.quote} />}
        </div>
      ) : (
        <ChooseClient search={search} people={people} />
      )}
    </>
  )
}

type People = Route.ComponentProps['loaderData']['people']

function ChooseClient({ search, people }: { search: string; people: People }) {
  return (
    <>
      <Form method="get" className="mb-6 flex max-w-2xl flex-wrap items-end gap-2.5">
        <TextField
          key={search}
          label="Nombre, correo o empresa"
          name="search"
          type="search"
          most={SEARCH_LENGTH}
          defaultValue={search}
          className="min-w-60 flex-1"
        />
        <Button type="submit">Buscar</Button>
      </Form>
      {search !== '' && (
        <Panel padding="flush" className="max-w-2xl">
          {people.length === 0 ? (
            <EmptyState as="h2" title="Nadie coincide">
              Una orden necesita una cuenta: quien compra la crea en la tienda con su correo.
            </EmptyState>
          ) : (
            <ul>
              {people.map(({ id, name, email, company, orders }) => (
                <li key={id} className="border-t border-line first:border-t-0">
                  <Link to={`?cliente=${id}`} className="block px-5 py-2.5 hover:bg-ink/3 sm:px-6">
                    <span className="block font-medium wrap-anywhere">{name || email}</span>
                    <span className="block text-sm wrap-anywhere text-muted">
                      {[email, company, countOf(orders, 'orden', 'órdenes')].filter(Boolean).join(' · ')}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </>
  )
}
