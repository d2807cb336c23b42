import { randomBytes } from 'node:crypto'
import { insertAttempt, moveAttempt } from '#app/features/payments/payments.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { type BrowserRequest, newBuyOrder } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { FORM_LIMIT_MS } from './attempts.ts'

export type StartPaymentError =
  /** The order is paid, failed or somebody else's, or an earlier attempt's outcome is still open. */
  { code: 'not_payable' } | { code: 'gateway_unavailable' }

/**
 * Opens a payment attempt and requests the gateway's form. The attempt is stored before the gateway is called, so that
 * the recovery can finish it after a crash.
 * @param returnPath where the gateway sends the browser back
 */
export async function startPayment(
  services: Pick<Services, 'db' | 'gateways' | 'settings' | 'log'>,
  order: { id: string; userId: string },
  now: Date,
  returnPath = '/payment/return',
): Promise<Result<BrowserRequest, StartPaymentError>> {
  const { db, settings, log } = services
  const gateway = services.gateways.current
  const checkAt = new Date(now.getTime() + FORM_LIMIT_MS)
  const attempt = await asActor(db, { kind: 'user', userId: order.userId }, tx =>
    insertAttempt(tx, {
      orderId: order.id,
      userId: order.userId,
      gateway: gateway.id,
      buyOrder: newBuyOrder(now, randomBytes),
      checkAt,
      now,
    }),
  )
  if (!attempt) return err({ code: 'not_payable' })
  const started = await gateway.start({
    buyOrder: attempt.buy_order,
    sessionId: attempt.id,
    amountClp: attempt.amount_clp,
    returnUrl: `${settings.appUrl}${returnPath}`,
  })
  if (!started.ok) {
    log.warn('payment_start_failed', { attempt: attempt.id, ...started.error })
    await asActor(db, SYSTEM, tx =>
      moveAttempt(tx, attempt.id, 'expired', { nextCheckAt: null, detail: `start: ${started.error.code}` }),
    )
    return err({ code: 'gateway_unavailable' })
  }
  await asActor(db, SYSTEM, tx =>
    moveAttempt(tx, attempt.id, 'initiated', { token: started.value.token, nextCheckAt: checkAt }),
  )
  return ok(started.value.redirect)
}
