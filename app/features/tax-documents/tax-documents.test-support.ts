import { randomUUID } from 'node:crypto'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { pesos } from '#app/kernel/money.ts'
import { createOpenFactura } from '#app/platform/tax-documents/openfactura.server.ts'
import { storeTaxDocumentProvider } from '#app/platform/tax-documents/provider.server.ts'
import { replaceLiveTexts } from '#app/platform/texts/live-texts.ts'
import { openFakeOpenFactura } from '#tests/fake-openfactura/server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { paymentServices } from '#tests/support/payments.ts'
import { asShop } from '#tests/support/shop-transaction.ts'
import { checkDocuments } from './check-documents.server.ts'
import { issueDocuments } from './issue-documents.server.ts'

export const NOW = new Date('2026-11-24T15:00:00Z')
export const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

export const FACTURA: CheckoutForm = {
  billing: {
    document: 'factura',
    rut: '60803000-K',
    name: 'Viña Ñuble SpA',
    activity: 'Vinos',
    address: 'Camino Real 45',
    commune: 'Chillán',
  },
  companyName: null,
  companyUrl: null,
}

const ISSUER = { activity: 'Consultoría', activity_code: '620200', address: 'Camino Real 45', commune: 'Ñuñoa' }

/** A shop on a test's database whose documents a fake OpenFactura issues; close it with `fake.close()`. */
export async function openTaxDocuments(database: TestDatabase) {
  const fake = await openFakeOpenFactura()
  const services = paymentServices(database, () => NOW)
  const limits = { issue: 20_000, read: 20_000 }
  const provider = createOpenFactura({ apiKey: fake.apiKey, environment: 'sandbox', url: fake.url, limits })
  const deps = { db: database.db, provider, log: services.log }
  const actor = { kind: 'admin' as const, userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

  const settle = (setting: Record<string, string>) =>
    replaceLiveTexts({ shop: undefined, mails: new Map(), legal: new Map(), settings: new Map([['tax', setting]]) })
  const provideBy = (name: 'openfactura' | 'none') =>
    storeTaxDocumentProvider(
      database.ownerPool,
      name === 'none' ? undefined : { provider: name, apiKey: fake.apiKey, environment: 'sandbox', url: fake.url },
    )
  settle(ISSUER)
  await provideBy('openfactura')

  /** A pending order of one product. */
  async function pendingOrder({ price = 100_000, form = BOLETA }: { price?: number; form?: CheckoutForm } = {}) {
    const buyer = asSessionUser(await createProfile(database.ownerPool))
    const product = { ...(await createProduct(database.ownerPool, { basePriceClp: price })), basePriceClp: price }
    const placed = await checkOut(database.db, buyer, cartOf(product), form, NOW)
    if (!placed.ok) throw new Error(placed.error.code)
    return { id: placed.value.id, number: placed.value.order_number, buyer, price }
  }

  /** An order paid by transfer. */
  async function paidOrder(input: Parameters<typeof pendingOrder>[0] = {}) {
    const order = await pendingOrder(input)
    const paid = await registerPayment(database, {
      actor,
      orderId: order.id,
      amount: pesos(order.price),
      seen: { method: 'transfer', reference: randomUUID(), paidOn: '2026-11-24', note: null },
      now: NOW,
    })
    if (!paid.ok) throw new Error(paid.error.code)
    return order
  }

  /** Pays an order by a gateway's card, as the shop records it. */
  const payByCard = (orderId: string, gateway: string) =>
    asShop(database.ownerPool, async (tx, run) => {
      await run("update orders set status = 'paid', paid_at = $2 where id = $1", orderId, NOW)
      await run(
        `insert into payment_attempts (order_id, user_id, gateway, buy_order, token, amount_clp, status)
         select id, user_id, $2, left(id::text, 20), id::text, total_clp, 'paid' from orders where id = $1`,
        orderId,
        gateway,
      )
      await orderPaid(tx, orderId, NOW)
    })

  async function refund(orderId: string, amount?: number, reason = 'Compra duplicada') {
    const { state } = await refundOrder(services, {
      actor,
      orderId,
      ...(amount !== undefined && { amount }),
      reason,
      confirmed: { password: true, loss: true },
      now: NOW,
    })
    if (state === 'declined') throw new Error(state)
  }

  const documentsOf = (orderId: string) =>
    rows(
      `select id, kind, status, total_clp, net_clp, vat_clp, folio, receiver_rut, attempts, generation, problem_code, problem, cancel_reason
       from tax_documents where order_id = $1 order by requested_at, kind, total_clp, id`,
      orderId,
    )
  const statesOf = async (orderId: string) => (await documentsOf(orderId)).map(({ kind, status }) => [kind, status])

  /** Leaves nothing due, so that a test issues its own documents alone. */
  async function forgetDue() {
    settle(ISSUER)
    fake.faults.length = 0
    await rows(
      "update tax_documents set status = 'cancelled', cancel_reason = 'x', next_attempt_at = null where status = 'requested'",
    )
    await rows("update tax_documents set next_attempt_at = null where status = 'issued'")
  }

  return {
    database,
    forgetDue,
    fake,
    deps,
    actor,
    rows,
    settle,
    provideBy,
    pendingOrder,
    paidOrder,
    payByCard,
    refund,
    documentsOf,
    statesOf,
    issue: (now = NOW) => issueDocuments(deps, now),
    check: (now = NOW) => checkDocuments(deps, now),
  }
}

export type TaxDocumentShop = Awaited<ReturnType<typeof openTaxDocuments>>
export { ISSUER }
