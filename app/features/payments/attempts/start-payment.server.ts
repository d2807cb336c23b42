import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { payableTotal } from '#app/features/orders/orders.server.ts'
import { insertAttempt, moveAttempt } from '#app/features/payments/payments.server.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { hrefOf, newBuyOrder } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { bankFormPath, FORM_LIMIT_MS } from './attempts.ts'

const storedForm = z.object({ url: z.url(), fields: z.record(z.string(), z.string()) })

type OpenForm =
  | { state: 'open'; gateway: string; form: z.output<typeof storedForm> }
  /** The gateway has answered about this attempt, or it was given up. */
  | { state: 'closed' }

/** The form that sends a buyer to the gateway. Undefined: there is no such attempt, or it is opened by an address. */
export async function openForm({ db }: Pick<Services, 'db'>, attemptId: string): Promise<OpenForm | undefined> {
  const id = z.uuid().safeParse(attemptId)
  if (!id.success) return undefined
  const attempt = await asActor(db, SYSTEM, tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['gateway', 'status', 'form'])
      .where('id', '=', id.data)
      .where('form', 'is not', null)
      .executeTakeFirst(),
  )
  if (!attempt) return undefined
  const { gateway, status, form } = attempt
  return status === 'initiated' ? { state: 'open', gateway, form: storedForm.parse(form) } : { state: 'closed' }
}

export type StartPaymentError =
  /** The order is paid, failed or somebody else's, or an earlier attempt's outcome is still open. */
  | { code: 'not_payable' }
  /** The gateway charges no amount below its minimum. */
  | { code: 'below_minimum'; minimum: Pesos }
  | { code: 'gateway_unavailable' }

/**
 * Opens a payment attempt and requests the gateway's form. The attempt is stored before the gateway is called, so that
 * the recovery can finish it after a crash.
 * @param returnPath where the gateway sends the browser back
 * @returns the address of the form: the gateway's, or that of the shop's page that posts to it.
 */
export async function startPayment(
  services: Pick<Services, 'db' | 'gateways' | 'settings' | 'log'>,
  order: { id: string; userId: string },
  now: Date,
  returnPath = '/payment/return',
): Promise<Result<string, StartPaymentError>> {
  const { db, settings, log } = services
  const gateway = services.gateways.current
  const checkAt = new Date(now.getTime() + FORM_LIMIT_MS)
  const opened = await asActor(db, { kind: 'user', userId: order.userId }, async tx => {
    const total = await payableTotal(tx, order)
    if (total !== undefined && total < gateway.minimumClp) return 'below_minimum'
    const buyOrder = newBuyOrder(now, randomBytes)
    return insertAttempt(tx, { orderId: order.id, userId: order.userId, gateway: gateway.id, buyOrder, checkAt, now })
  })
  if (opened === 'below_minimum') return err({ code: opened, minimum: gateway.minimumClp })
  if (!opened) return err({ code: 'not_payable' })
  const started = await gateway.start({
    buyOrder: opened.buy_order,
    sessionId: opened.id,
    amountClp: opened.amount_clp,
    returnUrl: `${settings.appUrl}${returnPath}`,
  })
  if (!started.ok) {
    log.warn('payment_start_failed', { attempt: opened.id, ...started.error })
    await asActor(db, SYSTEM, tx =>
      moveAttempt(tx, opened.id, 'expired', { nextCheckAt: null, detail: `start: ${started.error.code}` }),
    )
    return err({ code: 'gateway_unavailable' })
  }
  const { token, redirect } = started.value
  const isForm = redirect.method === 'POST'
  await asActor(db, SYSTEM, tx =>
    moveAttempt(tx, opened.id, 'initiated', { token, nextCheckAt: checkAt, ...(isForm && { form: redirect }) }),
  )
  return ok(isForm ? bankFormPath(opened.id) : hrefOf(redirect))
}
