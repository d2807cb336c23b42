import type { Kysely, Transaction } from 'kysely'
import type { CartChoice, Quote } from '#app/features/cart/cart.ts'
import { buildQuote } from '#app/features/cart/quote.ts'
import { priceCart } from '#app/features/cart/quote-cart.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.server.ts'
import type { ValidDiscount } from '#app/features/discounts/discounts.ts'
import type { BillingData } from '#app/features/orders/order-billing.server.ts'
import { lockCheckout, orderOfKey } from '#app/features/orders/order-keys.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { insertWaitingOrder } from './waiting-order.server.ts'

type Choices = { choices: readonly CartChoice[]; code: string | null }

type Input = Choices & {
  actor: Extract<Actor, { kind: 'admin' }>
  clientId: string
  /** One order per key, however often the form is sent. */
  key: string
  /** Pesos that the administrator saw. */
  expectedTotal: number
  billing: BillingData
  /** Days that the order waits for its payment. */
  days: number
  now: Date
}

/**
 * The prices of a client's order before it is made, by the shop's own rules, with what had to be changed and why a code
 * does not apply. For administrators.
 */
export async function quoteByHand(
  tx: Transaction<DB>,
  { clientId, choices, code, now }: Choices & { clientId: string; now: Date },
): Promise<{ quote: Quote; discount: ValidDiscount | null }> {
  const priced = await priceCart(tx, { choices }, now)
  // What the staff type is no guess of the client's, and a page that only reads may count none.
  const client = { simulatedBuyerId: clientId }
  const checked = code === null ? undefined : await validateDiscount(tx, code, priced.lines, now, client)
  const discount = checked?.ok ? checked.value : null
  const discountProblem = checked && !checked.ok ? checked.error.reason : null
  return { quote: buildQuote({ ...priced, discount, discountProblem }), discount }
}

/** A client whom an order can be made for; undefined for anybody else. For administrators. */
export const findOrderClient = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'first_name', 'last_name', 'email', 'company'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Makes a pending order for a client without a quotation, at today's prices, and keeps it open for the payment.
 * @returns the order's id. @throws Refusal
 */
export const orderByHand = (
  { db }: { db: Kysely<DB> },
  { actor, clientId, key, choices, code, expectedTotal, billing, days, now }: Input,
): Promise<string> =>
  asActor(db, actor, async tx => {
    if (!(await findOrderClient(tx, clientId))) refuse('Esa cuenta ya no existe: elige a otra persona.')
    await lockCheckout(tx, clientId)
    const earlier = await orderOfKey(tx, clientId, key)
    if (earlier) return earlier.id
    const { quote, discount } = await quoteByHand(tx, { clientId, choices, code, now })
    if (quote.discount_problem !== null) refuse(quote.discount_problem)
    if (quote.lines.length === 0 || quote.notices.length > 0 || quote.total_clp !== expectedTotal)
      refuse('Los precios o los productos cambiaron mientras tanto. Revisa el detalle y crea la orden de nuevo.')
    if (quote.total_clp === 0) refuse('No hay nada que pagar: el cliente puede terminar esta compra solo.')
    return insertWaitingOrder(tx, { userId: clientId, key, quote, discount, quotation: null, billing, days, now })
  })
