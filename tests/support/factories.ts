import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { newOrderNumber } from '#app/features/orders/orders.ts'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import { followRefund } from '#app/features/payments/refunds/order-refunded.server.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { Mode, Role } from '#app/platform/database/values.ts'
import { digestOf, shopSecret } from '#app/platform/secrets/shop-secrets.server.ts'
import { codeOf, openTestSecrets } from './access-codes.ts'
import { asShop } from './shop-transaction.ts'

/** Rows that tests and journeys start from, inserted as the owner. Each returns the ids that a test needs. */

export type TestProfile = { id: string; email: string; first_name: string; last_name: string; role: Role }

export async function createProfile(pool: Pool, input: Partial<Omit<TestProfile, 'id'>> = {}): Promise<TestProfile> {
  const profile = {
    email: input.email ?? `persona-${randomUUID()}@example.cl`,
    first_name: input.first_name ?? 'Ana',
    last_name: input.last_name ?? 'Rojas',
    role: input.role ?? ('client' as const),
  }
  const created = await pool.query<{ id: string }>(
    'insert into profiles (email, first_name, last_name, role, email_verified) values ($1, $2, $3, $4, true) returning id',
    [profile.email, profile.first_name, profile.last_name, profile.role],
  )
  return { id: only(created.rows).id, ...profile }
}

/** The password of accounts in tests and journeys. */
export const PASSWORD = 'una clave de prueba 7'
/**
 * PASSWORD as the shop stores it (scrypt): hashing it for each account would take longer than the rest of the account.
 */
const STORED_PASSWORD =
  '21aa1a155dc26f96f7fed753c7f0380a:' +
  '0da773b0669fdd0b9f87ac4eb32bfdb1a7c8c019987d89cf32b820d8e54512bb8ffc11530a2c7dde808438250a7f555bbc0c24f6940e2cd90ffec61d2537499f'

/** A profile that can log in with PASSWORD, as after sign-up and confirmation of its e-mail. */
export async function createAccount(pool: Pool, input: Partial<Omit<TestProfile, 'id'>> = {}): Promise<TestProfile> {
  const profile = await createProfile(pool, input)
  await pool.query(
    "insert into auth.accounts (account_id, provider_id, user_id, password) values ($1::text, 'credential', $1::uuid, $2)",
    [profile.id, STORED_PASSWORD],
  )
  return profile
}

/** A session of an account: the name and value of its cookie. */
export async function createSession(pool: Pool, email: string): Promise<{ name: string; value: string }> {
  const token = randomBytes(24).toString('base64url')
  await openTestSecrets(pool)
  await pool.query(
    `insert into auth.sessions (user_id, token, expires_at)
     select id, $2, now() + interval '7 days' from profiles where email = $1`,
    [email, digestOf(token)],
  )
  const signature = createHmac('sha256', shopSecret('session')).update(token).digest('base64')
  return { name: 'alhena.session_token', value: encodeURIComponent(`${token}.${signature}`) }
}

export type TestProduct = { id: string; slug: string; name: string }

/** A product of the demo catalogue, by slug. */
export async function findProduct(pool: Pool, slug = 'dama-assessment'): Promise<TestProduct> {
  const found = await pool.query<TestProduct>('select id, slug, name from assessments where slug = $1', [slug])
  return only(found.rows)
}

/** A new product, listed, without a questionnaire unless one is named. */
export async function createProduct(
  pool: Pool,
  input: {
    slug?: string
    basePriceClp?: number
    allowBusiness?: boolean
    minSeats?: number
    maxSeats?: number
    status?: 'active' | 'draft' | 'archived'
    questionnaireId?: string
  } = {},
): Promise<TestProduct> {
  const slug = input.slug ?? `producto-${randomUUID()}`
  const created = await pool.query<TestProduct>(
    `insert into assessments (slug, name, type, category_id, duration_min, duration_max, base_price_clp, allow_business, min_seats,
       max_seats, status, questionnaire_id)
     values ($1, $2, 'assessment', (select id from categories order by "order" limit 1), 15, 20, $3, $4, $5, $6, $7, $8)
     returning id, slug, name`,
    [
      slug,
      `Producto ${slug}`,
      input.basePriceClp ?? 100_000,
      input.allowBusiness ?? true,
      input.minSeats ?? 1,
      input.maxSeats ?? 1000,
      input.status ?? 'active',
      input.questionnaireId ?? null,
    ],
  )
  return only(created.rows)
}

export type TestItem = {
  order_id: string
  order_number: string
  item_id: string
  owner_access_id: string
  /** As it is stored, and as its person types it. */
  owner_access_code: string
  owner_code: string
}

/**
 * A paid order of one item, with the owner's access that the database created. The price is the seats times 1000 pesos
 * unless it is given.
 */
export async function createPaidItem(
  pool: Pool,
  input: {
    userId: string
    productId: string
    seats?: number
    mode?: Mode
    totalClp?: number
    company?: string
    rut?: string
    /** Now, unless it is given. */
    paidAt?: string
    /** Records a payment by it; otherwise there is none, and so neither receipt nor tax document. */
    gateway?: string
  },
): Promise<TestItem> {
  const seats = input.seats ?? 1
  const mode = input.mode ?? (seats > 1 ? 'business' : 'self')
  const total = input.totalClp ?? seats * 1000
  const net = Math.round(total / 1.19)
  const made = await asShop(pool, async (tx, run) => {
    const order = await run<{ id: string; order_number: string }>(
      `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version, terms_accepted_at,
         company_name, billing_rut)
       values ($1, $2, $3, $3, $4, $5, gen_random_uuid(), '1', now(), $6, $7) returning id, order_number`,
      input.userId,
      newOrderNumber(new Date(), input.userId, randomBytes),
      total,
      net,
      total - net,
      input.company ?? null,
      input.rut ?? null,
    )
    const { id: orderId, order_number } = only(order)
    const item = await run(
      `insert into order_items (order_id, user_id, assessment_id, mode, seats, base_price_clp, unit_price_clp, subtotal_clp, total_clp,
         pricing_band, per_extra_rate)
       values ($1, $2, $3, $4, $5, 1000, 1000, $6, $6, $7, 0.4) returning id`,
      orderId,
      input.userId,
      input.productId,
      mode,
      seats,
      total,
      mode === 'self' ? 'self' : '1-10',
    )
    await run(
      "update orders set status = 'paid', paid_at = coalesce($2::timestamptz, now()) where id = $1",
      orderId,
      input.paidAt,
    )
    if (input.gateway)
      await run(
        `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
         select id, user_id, $2, left(id::text, 20), total_clp, 'paid' from orders where id = $1`,
        orderId,
        input.gateway,
      )
    await orderPaid(tx, orderId, new Date())
    const itemId = only(item).id
    const owner = only(
      await run<{ id: string; access_code: string }>(
        'select id, access_code from user_accesses where order_item_id = $1',
        itemId,
      ),
    )
    return {
      order_id: orderId,
      order_number,
      item_id: itemId,
      owner_access_id: owner.id,
      owner_access_code: owner.access_code,
    }
  })
  return { ...made, owner_code: await codeOf(pool, made.owner_access_code) }
}

/** Pays a pending order, with what follows from it, and without a payment unless there is one. */
export const payOrder = (pool: Pool, orderId: string, at = new Date()): Promise<void> =>
  asShop(pool, async (tx, run) => {
    await run("update orders set status = 'paid', paid_at = $2 where id = $1", orderId, at)
    await orderPaid(tx, orderId, at)
  })

/**
 * A refund of a paid order that is done, with what the shop's records follow from it. The state of the order's payment, the mail and the audit
 * log are left out: for those there is the use case `refundOrder`.
 * @param part.amount pesos; absent: what is left, which refunds the whole order
 * @param part.at when it was completed
 */
export async function createRefund(
  pool: Pool,
  orderId: string,
  part: { amount?: number; at?: string } = {},
): Promise<void> {
  const { amount, at } = part
  await asShop(pool, async (tx, run) => {
    const attempt = await run(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
       select id, user_id, 'webpay', left(gen_random_uuid()::text, 20), total_clp, 'refunded' from orders where id = $1 returning id`,
      orderId,
    )
    const refund = await run<{ id: string; amount_clp: Pesos; settled_at: Date }>(
      `insert into refunds (order_id, attempt_id, amount_clp, reason)
       select id, $2, coalesce($3, total_clp - refunded_clp), 'De prueba' from orders where id = $1
       returning id, amount_clp, coalesce($4, now()) as settled_at`,
      orderId,
      only(attempt).id,
      amount,
      at,
    )
    const { settled_at, ...done } = only(refund)
    await run("update refunds set status = 'done', settled_at = $2 where id = $1", done.id, settled_at)
    await followRefund(tx, {
      refund: { ...done, order_id: orderId, by_hand: false },
      gateway: 'webpay',
      isWhole: amount === undefined,
      now: settled_at,
    })
  })
}

/** The code as it is stored, and as its person types it. */
type TestInvitation = { id: string; access_code: string; code: string; email: string }

/** An invitation of an item, inserted as its buyer's. */
export async function createInvitation(
  pool: Pool,
  input: { itemId: string; userId: string; email?: string; name?: string },
): Promise<TestInvitation> {
  const created = await pool.query<{ id: string; access_code: string; email: string }>(
    `insert into user_accesses (order_item_id, user_id, email, invitee_name, invited_by_user_id, expires_at)
     values ($1, $2, $3, $4, $2, private.end_of_day(now(), 180)) returning id, access_code, email`,
    [input.itemId, input.userId, input.email ?? `invitada-${randomUUID()}@example.cl`, input.name ?? 'Pedro Soto'],
  )
  const invitation = only(created.rows)
  return { ...invitation, code: await codeOf(pool, invitation.access_code) }
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row || rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}`)
  return row
}
