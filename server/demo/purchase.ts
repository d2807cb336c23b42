import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { quoteCart } from '#app/features/cart/quote-cart.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { type Mode, priceOf } from '#app/features/pricing/pricing.ts'
import type { Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createGateways } from '#app/platform/payments/gateways.ts'
import { createPostgresStore } from '#app/platform/payments/simulator/postgres-store.server.ts'
import { createSimulatorGateway } from '#app/platform/payments/simulator/simulator-gateway.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/** Returns a use case's value. @throws when it failed: the demo's company only does what a new shop allows. */
export function unwrap<Value>(result: Result<Value, { code: string }>): Value {
  if (!result.ok) throw new Error(`The demo's company was refused: ${result.error.code}`)
  return result.value
}

export type DemoServices = Pick<Services, 'db' | 'auth' | 'settings' | 'log'>

type Requested = {
  slug: string
  mode: Mode
  seats: number
  code?: string | undefined
  /** The quotation whose prices hold. */
  quotation?: string | undefined
  form: CheckoutForm
  at: Date
}

/** The price of a product in a choice, as shown to the buyer, in pesos. */
export async function choiceOf(ownerPool: Pool, { slug, mode, seats }: Pick<Requested, 'slug' | 'mode' | 'seats'>) {
  const { rows } = await ownerPool.query<{ id: string; base_price_clp: number }>(
    'select id, base_price_clp from assessments where slug = $1',
    [slug],
  )
  const [product] = rows
  if (!product) throw new Error(`The catalogue has no ${slug}`)
  const { totalClp } = priceOf({ basePriceClp: product.base_price_clp, mode, seats })
  return { choice: { product_id: product.id, mode, seats }, totalClp }
}

/** Orders one product as its buyer would at that time. */
async function order(
  { db }: Pick<DemoServices, 'db'>,
  ownerPool: Pool,
  user: SessionUser,
  { code, quotation, form, at, ...requested }: Requested,
) {
  const { choice, totalClp } = await choiceOf(ownerPool, requested)
  const discounted =
    code === undefined
      ? undefined
      : await asActor(db, { kind: 'user', userId: user.id }, tx =>
          quoteCart(tx, { choices: [choice], code }, at, undefined, { userId: user.id }),
        )
  const cart = {
    key: randomUUID(),
    choices: [choice],
    code: code ?? null,
    quotation: quotation ?? null,
    expected_total_clp: discounted?.total_clp ?? totalClp,
    repeat: null,
  }
  return unwrap(await checkOut(db, user, cart, form, at))
}

/** What the buyer does at the simulated bank with an order that waits for its payment. */
async function pay(
  { db, settings, log }: DemoServices,
  of: { orderId: string; userId: string; at: Date },
  decision: 'authorize' | 'reject',
): Promise<void> {
  const { orderId: id, userId, at } = of
  const gateway = createSimulatorGateway({ store: createPostgresStore(db), appUrl: settings.appUrl, clock: () => at })
  const services = { db, gateways: createGateways(gateway), settings, log }
  const form = unwrap(await startPayment(services, { id, userId }, at))
  const departure = unwrap(await gateway.decide(tokenOf(form), decision))
  await handleReturn(services, departure.method, new URLSearchParams(departure.fields), at)
}

/**
 * Buys one product as its buyer would at that time, paying at the simulated bank.
 * @returns the item's id.
 */
export async function purchase(
  services: DemoServices,
  ownerPool: Pool,
  user: SessionUser,
  requested: Requested,
): Promise<string> {
  const { id, status, order_number: number } = await order(services, ownerPool, user, requested)
  if (status === 'pending') await pay(services, { orderId: id, userId: user.id, at: requested.at }, 'authorize')
  const { rows } = await ownerPool.query<{ id: string }>('select id from order_items where order_id = $1', [id])
  const [item] = rows
  if (!item) throw new Error(`Order ${number} has no item`)
  return item.id
}

/** Orders one product whose payment the bank refuses, which ends the order. */
export async function buyInVain(
  services: DemoServices,
  ownerPool: Pool,
  user: SessionUser,
  requested: Requested,
): Promise<void> {
  const { id } = await order(services, ownerPool, user, requested)
  await pay(services, { orderId: id, userId: user.id, at: requested.at }, 'reject')
}

const tokenOf = (address: string): string => new URL(address).searchParams.get('token_ws') ?? ''
