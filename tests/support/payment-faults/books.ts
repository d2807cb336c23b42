import { checkLedger } from '#app/features/accounting/check-ledger.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import type { CardName } from '#tests/fake-webpay/cards.ts'
import { createProfile } from '#tests/support/factories.ts'
import { ENDINGS, type Ending, FORMS, RETURNS } from './endings.ts'
import { newProduct, type Priced, recover, runCase, type World } from './run-case.ts'
import { openShopOfCase } from './shop.ts'

/** Prices whose net amounts round up and down, and Webpay's smallest amount. */
const PRICES_CLP = [50, 680, 33_333, 119_990, 125_000, 999_999] as const
const CARDS: readonly CardName[] = ['credit', 'instalments', 'three_interest_free', 'debit', 'prepaid']
const [AUTHORISED] = ENDINGS

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many checkouts, one in ten of them disturbed, and one in six of the paid ones refunded, whole or in part. */
export async function trade(
  world: World,
  checkouts: number,
  seed: number,
): Promise<{ paid: number; disturbed: number }> {
  const random = randomOf(seed)
  const pick = <Value>(values: readonly Value[]): Value => {
    const picked = values[Math.floor(random() * values.length)]
    if (picked === undefined) throw new Error('Nothing to pick from')
    return picked
  }
  const products: Priced[] = []
  for (const price of PRICES_CLP) products.push(await newProduct(world.database, price))
  const admin = await createProfile(world.database.ownerPool, { role: 'admin' })
  const done = { paid: 0, disturbed: 0 }
  for (let checkout = 0; checkout < checkouts; checkout += 1) {
    const isDisturbed = checkout % 10 === 9
    const ending: Ending | undefined = isDisturbed ? pick(ENDINGS) : AUTHORISED
    if (!ending) throw new Error('No ending')
    const plan = {
      ending,
      returns: isDisturbed ? pick(RETURNS) : 'once',
      forms: isDisturbed ? pick(FORMS) : 'one',
    } as const
    const death =
      isDisturbed && random() < 0.5
        ? { commit: 1 + Math.floor(random() * 8), when: pick(['before', 'after'] as const) }
        : undefined
    const purchase = { product: pick(products), card: pick(CARDS) }
    const { end, orderId } = await runCase(world, plan, death, purchase)
    if (isDisturbed) done.disturbed += 1
    if (end.order !== 'paid') continue
    done.paid += 1
    if (random() < 1 / 6)
      await refund(world, { orderId, adminId: admin.id, isPartial: random() < 0.5, isDisturbed: random() < 0.3 })
  }
  return done
}

type Refund = { orderId: string; adminId: string; isPartial: boolean; isDisturbed: boolean }

async function refund(world: World, { orderId, adminId, isPartial, isDisturbed }: Refund): Promise<void> {
  const { clock, bank } = world
  const shop = openShopOfCase({ pools: world.pools, gateway: world.gateway, now: () => clock.now })
  if (isDisturbed) bank.fail({ kind: 'dropped', carriedOut: true }, { operation: 'refund' })
  const input = {
    actor: { kind: 'admin', userId: adminId },
    orderId,
    reason: 'Reembolso de prueba',
    confirmed: { password: true, loss: true },
    now: clock.now,
  } as const
  const request = async (amount?: number): Promise<boolean> => {
    try {
      const { state } = await refundOrder(shop.services, { ...input, ...(amount !== undefined && { amount }) })
      return state !== 'declined'
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  // Debit, prepaid and instalments go back whole or not at all.
  if (!(isPartial && (await request(17)))) await request()
  while (await recover(world, () => shop, orderId));
}

/** One order's money, as three books have it: pesos that the shop kept. */
export type OrderBooks = {
  readonly orderId: string
  readonly shop: number
  readonly ledger: number
  readonly bank: number
}

/** Every order's money in the shop, in its ledger and in the bank's book. */
export async function compareBooks({ database, bank }: World): Promise<OrderBooks[]> {
  const { rows } = await database.ownerPool.query<{ id: string; shop: string; ledger: string; buy_orders: string[] }>(
    `select orders.id,
       coalesce((select sum(amount_clp - refunded_clp) from payment_attempts
         where order_id = orders.id and status in ('paid', 'partially_refunded', 'refunded')), 0) as shop,
       coalesce((select sum(line.debit_clp - line.credit_clp) from ledger_entries entry
         join ledger_lines line on line.entry_id = entry.id and line.account = 'card_receivable'
         where entry.order_id = orders.id), 0) as ledger,
       array(select buy_order from payment_attempts where order_id = orders.id) as buy_orders
     from orders where exists (select from payment_attempts where order_id = orders.id and gateway = 'webpay')`,
  )
  return rows.map(({ id, shop, ledger, buy_orders }) => ({
    orderId: id,
    shop: Number(shop),
    ledger: Number(ledger),
    bank: buy_orders.reduce((sum, buyOrder) => sum + bank.book.heldBy(buyOrder), 0),
  }))
}

/** Days on which the ledger differs from the orders by its own nightly check. */
export async function daysThatDiffer({ database, clock }: World): Promise<unknown[]> {
  const nextDay = new Date(clock.now.getTime() + 2 * 86_400_000)
  while ((await checkLedger(database.db, nextDay)) > 0);
  return (await database.ownerPool.query('select day, differences from ledger_checks where difference_count > 0')).rows
}
