import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import type { Billing } from '#app/features/orders/orders.ts'
import { type StartPaymentError, startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { waitingMail } from '#app/features/payments/order-mails.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { isApproved } from '#app/features/quotations/approval/approval.server.ts'
import { type LinkFailure, openLink } from '#app/features/quotations/approval/reply-to-quotation.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { openOrderOf, quotationForStaff } from './checkout.server.ts'
import { type OrderQuotationFailure, priceQuotation } from './order-from-quotation.server.ts'
import { SHARED_RETURN_PATH } from './shared-payment.ts'
import { insertHeldOrder } from './waiting-order.server.ts'

/** Days that the order of an approved quotation waits: a rejected card or a slow transfer does not lose its prices. */
const HELD_DAYS = 10

export type PaySharedFailure =
  | LinkFailure
  | Exclude<OrderQuotationFailure, { code: 'quotation_not_found' }>
  | StartPaymentError
  | { code: 'not_approved' }
  /** There is no order yet, and its tax document is unknown. */
  | { code: 'billing_missing' }

type Input = {
  linkHash: string
  method: 'card' | 'transfer'
  /** The tax document; undefined when the quotation has an order that waits. */
  billing: Billing | undefined
  now: Date
}

/** `address`: of the bank's form. */
type Paying = { to: 'bank'; address: string } | { to: 'transfer' }

/**
 * Lets somebody with the link of an approved quotation pay it. Its order is made once, at the quotation's prices, and
 * belongs to the quotation's owner; an order that waits already, whoever made it, is the one that is paid.
 */
export async function paySharedQuotation(
  services: Pick<Services, 'db' | 'gateways' | 'settings' | 'log'>,
  input: Input,
): Promise<Result<Paying, PaySharedFailure>> {
  const placed = await asActor(services.db, SYSTEM, tx => placeOrder(tx, input, services.gateways.current.minimumClp))
  if (!placed.ok) return placed
  if (input.method === 'transfer') return ok({ to: 'transfer' })
  const started = await startPayment(services, placed.value, input.now, SHARED_RETURN_PATH)
  return started.ok ? ok({ to: 'bank', address: started.value }) : started
}

async function placeOrder(
  tx: Transaction<DB>,
  { linkHash, method, billing, now }: Input,
  minimum: Pesos,
): Promise<Result<{ id: string; userId: string }, PaySharedFailure>> {
  const opened = await openLink(tx, linkHash, now)
  if (!opened.ok) return opened
  const { id: quotationId, user_id: userId } = opened.value
  if (!(await isApproved(tx, quotationId))) return err({ code: 'not_approved' })
  const open = await openOrderOf(tx, quotationId)
  if (open) return ok({ id: open.id, userId })
  if (!billing) return err({ code: 'billing_missing' })
  const quotation = await quotationForStaff(tx, quotationId)
  if (!quotation) return err({ code: 'not_found' })
  const priced = await priceQuotation(tx, quotation, now)
  if (!priced.ok) {
    const { error } = priced
    return err(error.code === 'quotation_not_found' ? { code: 'not_found' } : error)
  }
  if (method === 'card' && isBelowMinimum(priced.value.quote.total_clp, minimum)) {
    return err({ code: 'below_minimum', minimum })
  }
  const heldUntil = endOfDay(now, HELD_DAYS)
  const document = { billing, companyName: quotation.company_name, companyUrl: null }
  const order = { ...priced.value, userId, key: randomUUID(), quotation, billing: document, heldUntil, now }
  const placed = await insertHeldOrder(tx, order)
  if (!placed.ok) return placed
  const { orderId } = placed.value
  if (method === 'transfer') await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), heldUntil))
  return ok({ id: orderId, userId })
}
