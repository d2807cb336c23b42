import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import type { Billing } from '#app/features/orders/orders.ts'
import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import { type StartPaymentError, startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { waitingMail } from '#app/features/payments/order-mails.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { isApproved } from '#app/features/quotations/approval/approval.server.ts'
import { type LinkTexts, openLink } from '#app/features/quotations/approval/reply-to-quotation.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { findOpenOrder, quotationForStaff } from './checkout.server.ts'
import { priceQuotation } from './order-from-quotation.server.ts'
import { SHARED_RETURN_PATH } from './shared-payment.ts'
import { HELD_DAYS, insertHeldOrder } from './waiting-order.server.ts'

/** Why a link pays nothing any more. */
const LINK_REFUSALS: LinkTexts = {
  not_found: 'Este enlace ya no vale: pide uno nuevo a quien te lo envió.',
  withdrawn: 'Quien pidió esta cotización retiró el enlace.',
  expired: 'Esta cotización venció y sus precios ya no valen.',
  bought: 'Esta cotización ya se pagó.',
}

const FOR_APPROVER = {
  expired: LINK_REFUSALS.expired,
  noLongerHolds:
    'La cotización ya no se puede cumplir: un producto cambió, dejó de venderse o hoy cuesta menos. Pide una nueva a quien te la envió.',
  nothingToPay: 'Esta cotización no tiene costo: quien la pidió puede terminar la compra en su cuenta.',
}

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
 * @returns a failure where the gateway shows no form: the order stays. @throws Refusal where there is no order
 */
export async function paySharedQuotation(
  services: Pick<Services, 'db' | 'gateways' | 'settings' | 'log'>,
  input: Input,
): Promise<Result<Paying, StartPaymentError>> {
  const { minimumClp } = services.gateways.current
  const order = await asActor(services.db, SYSTEM, tx => placeOrder(tx, input, minimumClp))
  if (input.method === 'transfer') return ok({ to: 'transfer' })
  const started = await startPayment(services, order, input.now, SHARED_RETURN_PATH)
  return started.ok ? ok({ to: 'bank', address: started.value }) : started
}

async function placeOrder(
  tx: Transaction<DB>,
  { linkHash, method, billing, now }: Input,
  minimum: Pesos,
): Promise<{ id: string; userId: string }> {
  const { id: quotationId, user_id: userId } = await openLink(tx, linkHash, LINK_REFUSALS, now)
  if (!(await isApproved(tx, quotationId))) refuse('Antes de pagar, la cotización debe ser aprobada.')
  const open = await findOpenOrder(tx, quotationId)
  if (open) return { id: open.id, userId }
  if (!billing) return refuse('La orden que esperaba su pago se canceló. Elige el documento y paga de nuevo.')
  const quotation = (await quotationForStaff(tx, quotationId)) ?? refuse(LINK_REFUSALS.not_found)
  const priced = await priceQuotation(tx, quotation, FOR_APPROVER, now)
  if (method === 'card' && isBelowMinimum(priced.quote.total_clp, minimum)) refuse(belowMinimumText(minimum))
  const heldUntil = endOfDay(now, HELD_DAYS)
  const document = { billing, companyName: quotation.company_name, companyUrl: null }
  const order = { ...priced, userId, key: randomUUID(), quotation, billing: document, heldUntil, now }
  const { orderId } = await insertHeldOrder(tx, order)
  if (method === 'transfer') await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), heldUntil))
  return { id: orderId, userId }
}
