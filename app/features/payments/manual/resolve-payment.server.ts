import type { Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { releaseDiscountUse } from '#app/features/discounts/discounts.server.ts'
import { failOrder, lockOrder, orderForReceipt } from '#app/features/orders/orders.server.ts'
import { markOrderPaid, withdrawIfQuotationPaid } from '#app/features/orders/paid-orders.server.ts'
import { surplusCancelled, surplusReceived, surplusReturned } from '#app/features/payments/attempts/surplus.server.ts'
import { meansOf, refundMail } from '#app/features/payments/order-mails.ts'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import { markRefunded, moveAttempt } from '#app/features/payments/payments.server.ts'
import { leftAtGateway, orderRefunded } from '#app/features/payments/refunds/order-refunded.server.ts'
import {
  findOpenRefund,
  lockPaidAttempt,
  type OpenRefund,
  settleUnresolvedRefund,
} from '#app/features/payments/refunds/refunds.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  isApproved,
  isWholeBack,
  type QueryError,
  refundableClp,
  type Snapshot,
} from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { lockUnresolvedAttempt, type UnresolvedAttempt } from './manual-payments.server.ts'
import { FINDINGS_OF, type Finding, resolutionKind } from './resolution.ts'

export type GatewayReport = {
  snapshot: Snapshot
  /** The finding that the answer supports; undefined when it supports none. */
  supportedFinding: Extract<Finding, 'went_back' | 'not_back' | 'paid' | 'not_paid'> | undefined
}

/** Why the gateway says nothing about a payment. */
const SILENCE: Readonly<Record<QueryError['code'], string>> = {
  too_old:
    'La pasarela solo informa de un pago durante 7 días: búscalo en su portal por la referencia y la autorización.',
  not_found: 'La pasarela dice que no conoce este pago.',
  unavailable: 'La pasarela no responde. Prueba en unos minutos.',
}

/**
 * Queries the gateway about a payment that waits for manual resolution. It changes nothing: a person decides what the
 * answer means.
 * @throws Refusal where there is nothing to ask, or no answer
 */
export async function queryUnresolved(
  { db, gateways }: Pick<Services, 'db' | 'gateways'>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; orderId: string; attemptId: string },
): Promise<GatewayReport> {
  const found = await asActor(db, input.actor, async tx => {
    const order = await lockOrder(tx, input.orderId)
    const attempt = order && (await lockUnresolvedAttempt(tx, input.orderId, input.attemptId))
    if (!attempt || attempt.token === null) return undefined
    const refund = await findOpenRefund(tx, attempt.id, 'manual_resolution')
    const paid = refund && (await lockPaidAttempt(tx, input.orderId))
    return { token: attempt.token, kind: resolutionKind(order, refund !== undefined), refund, paid, attempt }
  })
  if (!found) return refuse('Este pago ya no está por revisar, o nunca pasó por una pasarela.')
  if (!gateways.has(found.attempt.gateway))
    refuse('La tienda ya no tiene conectada la pasarela de este pago: búscalo en su portal.')
  const answer = await gateways.of(found.attempt.gateway).query(found.token)
  if (!answer.ok) return refuse(SILENCE[answer.error.code])
  const snapshot = answer.value
  const left = refundableClp(snapshot)
  const supportedFinding = (): GatewayReport['supportedFinding'] => {
    const { kind, refund, paid, attempt } = found
    if (kind === 'refund') {
      // The answer is about a payment that was made, so it settles neither question.
      if (!refund || !paid || snapshot.status === 'INITIALIZED' || snapshot.status === 'FAILED') return undefined
      const before = leftAtGateway(paid)
      if (left === before) return 'not_back'
      return left === before - refund.amount_clp ? 'went_back' : undefined
    }
    const isOurs = snapshot.amountClp === attempt.amount_clp && snapshot.buyOrder === attempt.buy_order
    if (!isOurs) return undefined
    if (snapshot.status === 'FAILED') return 'not_paid'
    // Money that came and went back leaves the order without a payment.
    if (isWholeBack(snapshot)) return kind === 'payment' ? 'not_paid' : 'went_back'
    return kind === 'payment' && isApproved(snapshot) ? 'paid' : undefined
  }
  return { snapshot, supportedFinding: supportedFinding() }
}

export type Resolution = {
  actor: Extract<Actor, { kind: 'admin' }>
  orderId: string
  attemptId: string
  finding: Finding
  /** What the person found, for the staff; 1 to 300 characters. */
  note: string
  now: Date
}

/** The money arrived, but its seats can't be added any more: the order has failed and the money is refunded. */
type SeatsGone = { code: 'seats_gone' }

type Found = { tx: Transaction<DB>; attempt: UnresolvedAttempt; refund: OpenRefund | undefined; input: Resolution }

/**
 * Settles an unclear payment once with what a person found in the gateway's books: the refund, payment or surplus
 * continues as if the gateway had said so, with the same mails. The audit log records who decided and why.
 * @returns a failure where the order was cancelled, which stays. @throws Refusal
 */
export async function resolvePayment(
  { db }: Pick<Services, 'db'>,
  input: Resolution,
): Promise<Result<void, SeatsGone>> {
  const { actor, orderId, attemptId, finding, note } = input
  return asActorThenSystem(db, actor, async tx => {
    const order = await lockOrder(tx, orderId)
    const attempt = order && (await lockUnresolvedAttempt(tx, orderId, attemptId))
    if (!attempt) return refuse('Ya no hay nada que resolver: otra persona lo hizo. Mira abajo cómo quedó.')
    const refund = await findOpenRefund(tx, attempt.id, 'manual_resolution')
    const kind = resolutionKind(order, refund !== undefined)
    if (!FINDINGS_OF[kind].some(choice => choice.value === finding)) refuse('Elige qué pasó', { field: 'finding' })
    await writeAudit(tx, {
      action: kind === 'payment' ? 'payment_settled_by_hand' : 'refund_settled_by_hand',
      entity: 'orders',
      entity_id: orderId,
      before: { payment: attempt.buy_order, status: 'manual_resolution' },
      after: { finding, reason: note, amount_clp: refund?.amount_clp ?? attempt.amount_clp },
    })
    const found = { tx, attempt, refund, input }
    if (kind === 'payment') return resolveUnclearPayment(found)
    await (refund ? resolveRefund(found, refund) : resolveSurplus(found))
    return ok(undefined)
  })
}

async function resolveRefund({ tx, attempt, input: values }: Found, refund: OpenRefund): Promise<void> {
  const { finding, note, now, actor } = values
  const isBack = finding !== 'not_back'
  const byHand = finding === 'by_hand'
  const status = isBack ? 'done' : 'declined'
  const reason = await settleUnresolvedRefund(tx, refund.id, { status, byHand, by: actor.userId, note, now })
  if (reason === undefined) throw new Error(`Refund ${refund.id} left its manual resolution under our lock`)
  if (isBack) await orderRefunded(tx, { ...refund, by_hand: byHand }, reason, now)
  else {
    const back = attempt.refunded_clp > 0 ? 'partially_refunded' : 'paid'
    await moveAttempt(tx, attempt.id, back, { nextCheckAt: null }, ['manual_resolution'])
  }
}

async function resolveUnclearPayment({ tx, attempt, input: values }: Found): Promise<Result<void, SeatsGone>> {
  const { finding, now, orderId } = values
  if (finding === 'not_paid') {
    await moveAttempt(tx, attempt.id, 'rejected', { nextCheckAt: null }, ['manual_resolution'])
    if (await failOrder(tx, orderId, now)) await releaseDiscountUse(tx, orderId, now)
    return ok(undefined)
  }
  if (!(await markOrderPaid(tx, orderId, now))) {
    await moveAttempt(tx, attempt.id, 'refund_pending', { nextCheckAt: now, checks: 0 }, ['manual_resolution'])
    await surplusReceived(tx, { ...attempt, order_id: orderId }, now)
    await withdrawIfQuotationPaid(tx, orderId, now)
    return err({ code: 'seats_gone' })
  }
  await moveAttempt(tx, attempt.id, 'paid', { nextCheckAt: null }, ['manual_resolution'])
  await orderPaid(tx, orderId, now)
  return ok(undefined)
}

async function resolveSurplus({ tx, attempt, input: values }: Found): Promise<void> {
  const surplus = { ...attempt, order_id: values.orderId }
  if (values.finding === 'not_paid') {
    await moveAttempt(tx, attempt.id, 'rejected', { nextCheckAt: null }, ['manual_resolution'])
    await surplusCancelled(tx, surplus, values.now)
    return
  }
  const byHand = values.finding === 'by_hand'
  await markRefunded(tx, attempt.id, attempt.amount_clp, byHand)
  await surplusReturned(tx, surplus, byHand, values.now)
  const order = await orderForReceipt(tx, values.orderId)
  const payment = meansOf(attempt)
  await queueMail(tx, refundMail(order, { amount: attempt.amount_clp, payment, kind: 'surplus', byHand }))
}
