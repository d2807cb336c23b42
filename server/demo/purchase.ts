import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { type Mode, priceOf } from '#app/features/pricing/pricing.ts'
import type { Result } from '#app/kernel/result.ts'
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

type Requested = { slug: string; mode: Mode; seats: number; code?: string; form: CheckoutForm; at: Date }

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

/**
 * Buys one product as its buyer would at that time, paying at the simulated bank; a code must be one of 100 %.
 * @returns the item's id.
 */
export async function purchase(
  { db, settings, log }: DemoServices,
  ownerPool: Pool,
  user: SessionUser,
  { slug, mode, seats, code, form, at }: Requested,
): Promise<string> {
  const { choice, totalClp } = await choiceOf(ownerPool, { slug, mode, seats })
  const cart = {
    key: randomUUID(),
    choices: [choice],
    code: code ?? null,
    quotation: null,
    expected_total_clp: code ? 0 : totalClp,
    repeat: null,
  }
  const order = unwrap(await checkOut(db, user, cart, form, at))
  if (order.status === 'pending') {
    const gateway = createSimulatorGateway({ store: createPostgresStore(db), appUrl: settings.appUrl, clock: () => at })
    const services = { db, gateways: createGateways(gateway), settings, log }
    const form = unwrap(await startPayment(services, { id: order.id, userId: user.id }, at))
    const departure = unwrap(await gateway.decide(tokenOf(form), 'authorize'))
    await handleReturn(services, departure.method, new URLSearchParams(departure.fields), at)
  }
  const { rows } = await ownerPool.query<{ id: string }>('select id from order_items where order_id = $1', [order.id])
  const [item] = rows
  if (!item) throw new Error(`Order ${order.order_number} has no item`)
  return item.id
}

const tokenOf = (address: string): string => new URL(address).searchParams.get('token_ws') ?? ''
