import { useNavigation } from 'react-router'
import { z } from 'zod'
import { type CartChoice, MAX_CODE, MAX_LINES, MODE_LABELS } from '#app/features/cart/cart.ts'
import { withCardMinimum } from '#app/features/cart/quote.ts'
import { simulateDiscount } from '#app/features/cart/quote-cart.server.ts'
import { emailFields } from '#app/features/identity/account-fields.ts'
import { findProfileId } from '#app/features/identity/profile.server.ts'
import { requireRole, scopeOf } from '#app/features/identity/session.server.ts'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { readsArea } from '#app/features/identity/staff/permissions.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { foldEmail } from '#app/kernel/email.ts'
import { isLonger } from '#app/kernel/text.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { atMost } from '#app/kit/forms/text.ts'
import { SearchSelectField } from '#app/kit/lists/search-select.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/simulator'
import { productChoices } from './discount-list.server.ts'
import { SimulationResult } from './simulation-result.tsx'

/** Lines that the form shows at least, and always one more than are filled in. */
const MIN_LINES = 3

/** A line of the form as it is shown. */
type SimulatedLine = { product: string; mode: 'self' | 'business'; seats: string }

type SimulationAddress = {
  code: string
  /** E-mail of the customer that it is simulated for. */
  client: string
  lines: SimulatedLine[]
  /** The lines that are complete enough to be priced. */
  choices: CartChoice[]
}

const choice = z.object({
  product_id: z.uuid(),
  mode: z.enum(['self', 'business']),
  seats: z.coerce.number().int().min(1).max(MAX_SEATS),
})

/** The cart that the simulator's address describes. A line whose product or seats make no sense is shown and not priced. */
function readSimulation(params: URLSearchParams): SimulationAddress {
  const [products, modes, seats] = ['producto', 'modo', 'personas'].map(name => params.getAll(name).slice(0, MAX_LINES))
  const input = (products ?? []).map(
    (product, at): SimulatedLine => ({
      product: oneLine(product),
      mode: modes?.[at] === 'self' ? 'self' : 'business',
      seats: oneLine(seats?.[at] ?? '') || '1',
    }),
  )
  const filled = input.filter(line => line.product !== '')
  const blank = Math.max(MIN_LINES - filled.length, filled.length < MAX_LINES ? 1 : 0)
  return {
    code: oneLine(params.get('code') ?? ''),
    client: foldEmail(params.get('cliente') ?? ''),
    lines: [
      ...filled,
      ...Array.from({ length: blank }, (): SimulatedLine => ({ product: '', mode: 'business', seats: '1' })),
    ],
    choices: filled.flatMap(({ product, ...line }) => {
      const parsed = choice.safeParse({ product_id: product, ...line })
      return parsed.success ? [parsed.data] : []
    }),
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Simulador de descuentos · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, gateways } = servicesOf(args.context)
  const actor = { kind: 'admin', userId: user.id } as const
  const { choices, ...address } = readSimulation(args.url.searchParams)
  const asksClient = readsArea(scopeOf(user), 'clients')
  const isTooLong = {
    code: isLonger(address.code, MAX_CODE),
    client: isLonger(address.client, emailFields.email.max),
  }
  const { products, buyerId } = await readAs(db, actor, tx =>
    allKeyed({
      products: productChoices(tx),
      // Whether an e-mail has an account is for those who read accounts.
      buyerId: address.client === '' || isTooLong.client || !asksClient ? undefined : findProfileId(tx, address.client),
    }),
  )
  const simulated =
    address.code === '' || isTooLong.code || choices.length === 0
      ? null
      : await simulateDiscount(db, actor, { choices, code: address.code, buyerId, now: now() })
  const simulation = simulated && {
    ...simulated,
    quote: withCardMinimum(simulated.quote, gateways.current.minimumClp),
  }
  const isUnknownClient = asksClient && address.client !== '' && !isTooLong.client && buyerId === undefined
  const readsCatalog = readsArea(scopeOf(user), 'catalog')
  return { ...address, products, simulation, isTooLong, isUnknownClient, asksClient, readsCatalog }
}

const MODES = (['business', 'self'] as const).map(value => ({ value, label: MODE_LABELS[value] }))

export default function DiscountSimulator({ loaderData }: Route.ComponentProps) {
  const { code, client, lines, products, simulation, isTooLong, isUnknownClient, asksClient, readsCatalog } = loaderData
  const pending = useNavigation().state === 'loading'
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <PageHeading
        title="Simulador de descuentos"
        description="Este carrito con este código: lo que vería quien compra, y qué dice cada regla. No gasta usos."
        before={
          <Breadcrumbs items={[{ label: 'Códigos de descuento', to: '/admin/discounts' }, { label: 'Simulador' }]} />
        }
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Panel title="El carrito">
          <Form method="get" key={JSON.stringify({ code, client, lines })} className="grid gap-6" preventScrollReset>
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <TextField
                label="Código"
                name="code"
                required
                defaultValue={code}
                most={MAX_CODE}
                error={isTooLong.code ? atMost(MAX_CODE) : undefined}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
              {asksClient && (
                <TextField
                  label="Correo del cliente"
                  name="cliente"
                  type="email"
                  optional
                  defaultValue={client}
                  most={emailFields.email.max}
                  autoComplete="off"
                  error={
                    isTooLong.client
                      ? AUTH_MESSAGES.invalid_email
                      : isUnknownClient
                        ? 'Ninguna cuenta tiene ese correo: se simula para alguien nuevo.'
                        : undefined
                  }
                />
              )}
            </div>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and the form is rendered again with each answer.
              <Fieldset key={at} legend={`Línea ${at + 1}`}>
                <div className="grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_9rem_7rem]">
                  <SearchSelectField
                    label="Producto"
                    name="producto"
                    all="Ninguno"
                    from={readsCatalog ? '/admin/options/products' : '/admin/options/products-on-sale'}
                    defaultValue={line.product ?? ''}
                    options={options}
                  />
                  <SelectField label="Modo" name="modo" defaultValue={line.mode} options={MODES} />
                  <TextField
                    label="Personas"
                    name="personas"
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={MAX_SEATS}
                    defaultValue={line.seats}
                  />
                </div>
              </Fieldset>
            ))}
            <div className="flex flex-wrap gap-2.5">
              <Button type="submit" pending={pending}>
                Simular
              </Button>
              <ButtonLink to="/admin/discounts/simulator" variant="secondary">
                Empezar de nuevo
              </ButtonLink>
            </div>
          </Form>
        </Panel>
        <Panel title="Resultado">
          {simulation ? (
            <SimulationResult code={code} simulation={simulation} />
          ) : code === '' ? (
            <EmptyState title="Arma un carrito">Escribe un código y elige al menos un producto.</EmptyState>
          ) : (
            <Alert>
              {isTooLong.code
                ? 'Ningún código es tan largo: acórtalo y simula otra vez.'
                : `Elige al menos un producto con un número de personas entre 1 y ${MAX_SEATS}.`}
            </Alert>
          )}
        </Panel>
      </div>
    </>
  )
}
