import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { followRefund } from '#app/features/payments/refunds/order-refunded.server.ts'
import { pesos } from '#app/kernel/money.ts'
import { createPaidItem } from '#tests/support/factories.ts'
import { asShop } from '#tests/support/shop-transaction.ts'

export type CardPayment = {
  id: string
  orderId: string
  orderNumber: string
  reference: string
  code: string
  amount: number
}

/** A paid order and its card payment at an instant. */
export async function createCardPayment(
  pool: Pool,
  input: {
    userId: string
    productId: string
    amount: number
    at: string
    code: string
    gateway?: 'webpay' | 'simulator'
    status?: string
  },
): Promise<CardPayment> {
  const { userId, productId, amount, at, code } = input
  const item = await createPaidItem(pool, { userId, productId, totalClp: amount, paidAt: at })
  const reference = `ALH-${randomUUID().slice(0, 18)}`.toUpperCase()
  await pool.query('update orders set created_at = $2 where id = $1', [item.order_id, at])
  const { rows } = await pool.query<{ id: string }>(
    `insert into payment_attempts (order_id, user_id, gateway, buy_order, token, amount_clp, status, authorization_code, card_last4, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '6623', $9) returning id`,
    [
      item.order_id,
      userId,
      input.gateway ?? 'webpay',
      reference,
      randomUUID(),
      amount,
      input.status ?? 'paid',
      code,
      at,
    ],
  )
  const [attempt] = rows
  if (!attempt) throw new Error('No attempt was made')
  return { id: attempt.id, orderId: item.order_id, orderNumber: item.order_number, reference, code, amount }
}

/** Gives back a part of a card payment, or all of it. */
export async function createCardRefund(
  pool: Pool,
  payment: CardPayment,
  { amount, at }: { amount: number; at: string },
): Promise<void> {
  const settledAt = new Date(at)
  await asShop(pool, async (tx, run) => {
    const [refund] = await run(
      "insert into refunds (order_id, attempt_id, amount_clp, reason) values ($1, $2, $3, 'De prueba') returning id",
      payment.orderId,
      payment.id,
      amount,
    )
    if (!refund) throw new Error('No refund was made')
    await run("update refunds set status = 'done', settled_at = $2 where id = $1", refund.id, settledAt)
    await run(
      "update payment_attempts set refunded_clp = refunded_clp + $2, status = case when refunded_clp + $2 = amount_clp then 'refunded' else 'partially_refunded' end where id = $1",
      payment.id,
      amount,
    )
    const done = { id: refund.id, order_id: payment.orderId, amount_clp: pesos(amount), by_hand: false }
    await followRefund(tx, { refund: done, gateway: 'webpay', isWhole: false, now: settledAt })
  })
}

/** A sales report with these rows: reference, code, day as `21/11/2026`, pesos. */
export const salesReport = (rows: readonly (readonly [string, string, string, number | string])[]): string =>
  [
    'Orden de compra;Código de autorización;Fecha creación;Monto;Código de respuesta',
    ...rows.map(row => `${row.join(';')};0`),
  ].join('\n')

/** A form with a report, as the upload's page sends it. */
export function reportForm(text: string | Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  form.set('file', new File([new Uint8Array(bytes)], 'reporte.csv'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
