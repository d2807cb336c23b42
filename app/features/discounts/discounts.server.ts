import { type Kysely, sql, type Transaction } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText, storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { networkOf } from '#app/platform/http/request-context.server.ts'
import {
  type DiscountableLine,
  type DiscountRefusal,
  type DiscountRefusalCode,
  isCode,
  UNKNOWN_REASON,
  type ValidDiscount,
} from './discounts.ts'
import { normalizeCode } from './typed-code.ts'

/**
 * The key under which attempts at codes are counted: a signed-in buyer, or a network address whoever is signed in
 * there. A simulation is not counted; it is for a customer or for a new one.
 */
export type DiscountClient =
  | { userId: string }
  | { address: string; buyerId?: string | undefined }
  | { simulatedBuyerId: string | undefined }

/** The customer whose uses of a code count; undefined while nobody is signed in. */
function buyerOf(client: DiscountClient | undefined): string | undefined {
  if (!client) return undefined
  if ('userId' in client) return client.userId
  return 'address' in client ? client.buyerId : client.simulatedBuyerId
}

/** The key under which attempts are counted, at most 68 characters; undefined where they are not counted. */
export function clientKey(client: DiscountClient | undefined): string | undefined {
  if (!client || 'simulatedBuyerId' in client) return undefined
  return 'userId' in client ? `user:${client.userId}` : `address:${cutText(networkOf(client.address), 60)}`
}

type Validation = {
  is_valid: boolean
  discount_amount: Pesos
  error_message: string | null
  error_code: DiscountRefusalCode | null
  discount_code_id: string | null
  once: boolean
  product_ids: string[] | null
}

/** The lines of a cart in the format of the database's rules. */
export const linesForRules = (lines: readonly DiscountableLine[]): string =>
  storableJson(lines.map(({ product_id, total_clp }) => ({ product_id, total: total_clp })))

/**
 * Checks in the database whether a code may be used at `now` on an order of these lines, and how many pesos it
 * discounts (spec D10). The answer reserves nothing: claim a use inside the checkout's transaction.
 * @param client whose attempts are counted against guessing, and who the customer is.
 */
export async function validateDiscount(
  db: Kysely<DB>,
  typed: string,
  lines: readonly DiscountableLine[],
  now: Date,
  client?: DiscountClient,
): Promise<Result<ValidDiscount, DiscountRefusal>> {
  const code = normalizeCode(typed)
  // Also filters text that the database can't store, such as a null character.
  if (!isCode(code)) return err({ code: 'unknown', reason: UNKNOWN_REASON })
  const input = sql`${code}, ${linesForRules(lines)}::jsonb, ${now}, ${buyerOf(client) ?? null}::uuid`
  const name = clientKey(client)
  const verdict =
    name !== undefined
      ? sql`private.check_discount_code(${input}, ${name})`
      : sql`private.evaluate_discount_code(${input})`
  const { rows } = await sql<Validation>`select * from ${verdict}`.execute(db)
  const [answer] = rows
  if (answer?.is_valid && answer.discount_code_id) {
    return ok({
      discountCodeId: answer.discount_code_id,
      code,
      amount: answer.discount_amount,
      oncePerCustomer: answer.once,
      productIds: answer.product_ids,
    })
  }
  return err({ code: answer?.error_code ?? 'unknown', reason: answer?.error_message ?? UNKNOWN_REASON })
}

/**
 * Claims one use of a code for a buyer: the acting user, or a client of the acting staff. False: the last use was taken,
 * the code was paused meanwhile, or this customer has used a once-per-customer code.
 */
export async function claimDiscountUse(tx: Transaction<DB>, discountCodeId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select private.claim_discount_use(${discountCodeId}::uuid, ${userId}::uuid) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}

/** Records the order of the use that was claimed in the same transaction, with its discount in pesos. */
export async function insertRedemption(
  tx: Transaction<DB>,
  redemption: { orderId: string; userId: string; discountCodeId: string; amount: Pesos; now: Date },
): Promise<void> {
  await tx
    .insertInto('discount_redemptions')
    .values({
      order_id: redemption.orderId,
      user_id: redemption.userId,
      discount_code_id: redemption.discountCodeId,
      amount_clp: redemption.amount,
      created_at: redemption.now,
    })
    .execute()
}

/**
 * Releases the use of an order that failed or expired (a trigger counts it). False: the order had none, or it was
 * released before.
 */
export async function releaseDiscountUse(tx: Transaction<DB>, orderId: string, now: Date): Promise<boolean> {
  const released = await tx
    .updateTable('discount_redemptions')
    .set({ released_at: now })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return released !== undefined
}
