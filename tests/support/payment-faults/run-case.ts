import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { openForm, startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { PARSERS } from '#app/platform/database/database.server.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import type { CardName } from '#tests/fake-webpay/cards.ts'
import type { Departure } from '#tests/fake-webpay/returns.ts'
import type { FakeWebpay } from '#tests/fake-webpay/start.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile, type TestProduct } from '#tests/support/factories.ts'
import { openPool } from '#tests/support/shop-database.ts'
import type { Ending, Plan } from './endings.ts'
import type { Death, Pools } from './mortal-database.ts'
import { openShopOfCase, type ShopOfCase } from './shop.ts'
import { readState, type State } from './state.ts'

const MINUTE_MS = 60_000
/** After so many checks of the recovery, the last of them days later, an order that is still open is stuck. */
const ROUNDS = 40

const PRICE_CLP = 125_000

export type Priced = TestProduct & { readonly basePriceClp: number }

export type Purchase = { readonly product: Priced; readonly card: CardName }

/** A database, a bank and a clock for many cases, one after the other. */
export type World = {
  readonly database: TestDatabase
  /** Connections of the processes that may die. */
  readonly pools: Pools
  readonly bank: FakeWebpay
  readonly gateway: PaymentGateway
  readonly product: Priced
  readonly clock: { now: Date }
}

export async function openWorld(
  database: TestDatabase,
  bank: FakeWebpay,
  gateway: PaymentGateway,
  clock: { now: Date },
): Promise<World> {
  const poolAs = (role: string) =>
    openPool(database.address, { max: 16, pipeline: true, types: PARSERS, options: `-c role=${role}` })
  const pools = { people: poolAs('alhena_app'), shop: poolAs('alhena_system') }
  const product = await newProduct(database, PRICE_CLP)
  return { database, pools, bank, gateway, clock, product }
}

export const newProduct = async ({ ownerPool }: TestDatabase, basePriceClp: number): Promise<Priced> => ({
  ...(await createProduct(ownerPool, { basePriceClp })),
  basePriceClp,
})

export type Result = {
  readonly orderId: string
  /** After the returns, before any recovery. */
  readonly atOnce: State
  readonly end: State
  /** Transactions that the first process committed. */
  readonly commits: number
  readonly died: boolean
}

/** Plays one case to its end: forms, decisions at the bank, returns, and a recovery by whichever process is alive. */
export async function runCase(
  world: World,
  { ending, returns, forms }: Plan,
  death?: Death,
  { product, card }: Purchase = { product: world.product, card: 'credit' },
): Promise<Result> {
  const { bank, clock } = world
  const order = await placeOrder(world, product)
  const now = () => clock.now
  const surroundings = { pools: world.pools, gateway: world.gateway, now }
  const first = openShopOfCase(surroundings, death)
  let next: ShopOfCase | undefined
  // Another process takes over as soon as the first one is dead.
  const living = (): ShopOfCase => {
    if (first.life.isOver()) next ??= openShopOfCase(surroundings)
    return next ?? first
  }

  const tokens: string[] = []
  for (let form = 0; form < (forms === 'one' ? 1 : 3); form += 1) {
    const shop = living()
    const token = await shop.run(() => openFormAtBank(shop, order, now()))
    if (token) tokens.push(token)
  }

  const departures = tokens.flatMap((token, index) =>
    decide(bank, { token, card }, ending, forms === 'three, mixed' ? index : 0),
  )
  if (ending.isRefused) await bank.unplug()
  const copies = { once: 1, 'twice at once': 2, never: 0 }[returns]
  const shop = living()
  await shop.run(() =>
    Promise.all(
      Array.from({ length: copies }, () => departures)
        .flat()
        .map(({ method, fields }) => handleReturn(shop.services, method, new URLSearchParams(fields), now())),
    ),
  )
  const atOnce = await readState(world, order.id)

  if (ending.isRefused) {
    await recover(world, living, order.id)
    await bank.plug()
  }
  for (let round = 0; round < ROUNDS && (await recover(world, living, order.id)); round += 1);
  const end = await readState(world, order.id)
  return { orderId: order.id, atOnce, end, commits: first.life.commits(), died: first.life.isOver() }
}

async function placeOrder({ database, clock }: World, product: Priced): Promise<{ id: string; userId: string }> {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const placed = await checkOut(database.db, buyer, cartOf(product), BOLETA, clock.now)
  if (!placed.ok) throw new Error(placed.error.code)
  return { id: placed.value.id, userId: buyer.id }
}

/** The token with which the buyer's browser arrives at the bank. Undefined: no form was opened. */
async function openFormAtBank({ services }: ShopOfCase, order: { id: string; userId: string }, now: Date) {
  const started = await startPayment(services, order, now)
  const page = started.ok ? await openForm(services, started.value.split('/').at(-1) ?? '') : undefined
  return page?.state === 'open' ? page.form.fields.token_ws : undefined
}

type Form = { readonly token: string; readonly card: CardName }

/** What the cardholder does with the form of this number, and what waits for the shop's confirmation. */
function decide(bank: FakeWebpay, { token, card }: Form, ending: Ending, index: number): Departure[] {
  if (index === 2) return []
  if (index === 1) return [bank.customer(token, 'authorize', card)]
  if (ending.fault) bank.fail(ending.fault, { operation: 'commit', token })
  return [bank.customer(token, ending.decision, card)]
}

/** Lets time pass until something is due, and does it. False: nothing is open any more. */
export async function recover(world: World, living: () => ShopOfCase, orderId: string): Promise<boolean> {
  const { rows } = await world.database.ownerPool.query<{ status: string; due: Date | null }>(
    `select orders.status, (select min(next_check_at) from payment_attempts where order_id = orders.id) as due
     from orders where id = $1`,
    [orderId],
  )
  const [found] = rows
  if (!found?.due && found?.status !== 'pending') return false
  const due = found.due?.getTime() ?? world.clock.now.getTime() + 31 * MINUTE_MS
  world.clock.now = new Date(Math.max(due, world.clock.now.getTime()))
  for (;;) {
    const shop = living()
    const done = await shop.run(() => recoverAttempts(shop.services, world.clock.now))
    if (done === 0) return true
  }
}
