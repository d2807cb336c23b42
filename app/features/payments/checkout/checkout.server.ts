import type { Transaction } from 'kysely'
import { releaseDiscountUse } from '#app/features/discounts/discounts.server.ts'
import type { ValidDiscount } from '#app/features/discounts/discounts.ts'
import { withdrawOrder } from '#app/features/orders/orders.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Maximum number of unpaid orders per buyer that may hold a use of the same code. */
const MAX_HELD = 2

/**
 * Makes room for one more order of a buyer with a code: the oldest unpaid orders beyond the limit are withdrawn and
 * release their uses. Otherwise one account could hold every use of a code without paying until its orders expire. An
 * order whose payment may be under way keeps its use.
 * @returns false when the code is once per customer and such an order keeps the use.
 */
export async function makeRoomForUse(
  tx: Transaction<DB>,
  {
    userId,
    discount,
    now,
  }: { userId: string; discount: Pick<ValidDiscount, 'discountCodeId' | 'oncePerCustomer'>; now: Date },
): Promise<boolean> {
  const held = await tx
    .selectFrom('discount_redemptions as redemption')
    .innerJoin('orders', 'orders.id', 'redemption.order_id')
    .select('orders.id')
    .where('redemption.user_id', '=', userId)
    .where('redemption.discount_code_id', '=', discount.discountCodeId)
    .where('redemption.released_at', 'is', null)
    .where('orders.status', '=', 'pending')
    .orderBy('orders.created_at')
    .execute()
  const max = discount.oncePerCustomer ? 1 : MAX_HELD
  let excess = held.length + 1 - max
  for (const { id } of held) {
    if (excess <= 0) break
    if (!(await withdrawOrder(tx, id))) continue
    await releaseDiscountUse(tx, id, now)
    excess -= 1
  }
  return !discount.oncePerCustomer || excess <= 0
}

/** A quotation with its owner. For administrators: row-level security shows other users their own only. */
export const quotationForStaff = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('quotations')
    .innerJoin('profiles', 'profiles.id', 'quotations.user_id')
    .select([
      'quotations.id',
      'quotations.user_id',
      'quotations.number',
      'quotations.valid_until',
      'quotations.subtotal_clp',
      'quotations.discount_clp',
      'quotations.discount_code',
      'quotations.total_clp',
      'quotations.vat_text',
      'quotations.buyer_name',
      'quotations.buyer_email',
      'quotations.company_name',
      'quotations.company_rut',
      'quotations.company_address',
      'quotations.reference',
    ])
    .where('quotations.id', '=', id)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()

/** The pending or paid order of a quotation. */
export const findOpenOrder = (tx: Transaction<DB>, quotationId: string) =>
  tx
    .selectFrom('orders')
    .select(['id', 'status', 'order_number'])
    .where('quotation_id', '=', quotationId)
    .where('status', 'in', ['pending', 'paid'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
