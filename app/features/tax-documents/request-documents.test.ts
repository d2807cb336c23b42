import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import { BOLETA } from '#tests/support/checkout.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { asShop } from '#tests/support/shop-transaction.ts'
import { FACTURA, openTaxDocuments, type TaxDocumentShop } from './tax-documents.test-support.ts'

let shop: TaxDocumentShop
beforeAll(async () => {
  shop = await openTaxDocuments(await cloneDatabase(12))
})
afterAll(async () => {
  shop.fake.close()
  await shop.database.close()
})

describe('a paid order requests its document in the same transaction', () => {
  it('a boleta without a name, a factura with its data, each with the order’s frozen sums', async () => {
    const boleta = await shop.paidOrder({ price: 680 })
    expect(await shop.documentsOf(boleta.id)).toMatchObject([
      { kind: 39, status: 'requested', net_clp: 571, vat_clp: 109, total_clp: 680, receiver_rut: '66666666-6' },
    ])
    const factura = await shop.paidOrder({ form: FACTURA })
    expect(await shop.documentsOf(factura.id)).toMatchObject([
      { kind: 33, status: 'requested', total_clp: 100_000, receiver_rut: '60803000-K' },
    ])
  })

  it('by a card too', async () => {
    const order = await shop.pendingOrder()
    await shop.payByCard(order.id, 'webpay')
    expect(await shop.statesOf(order.id)).toEqual([[39, 'requested']])
  })

  it('always: the database commits no paid order without its document', async () => {
    const order = await shop.pendingOrder()
    const forgotten = asShop(shop.database.ownerPool, async (tx, run) => {
      await run("update orders set status = 'paid', paid_at = now() where id = $1", order.id)
      await orderPaid(tx, order.id, new Date())
      await run(
        `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
         select id, user_id, 'webpay', left(id::text, 20), total_clp, 'paid' from orders where id = $1`,
        order.id,
      )
    })
    await expect(forgotten).rejects.toMatchObject({ constraint: 'orders_documented' })
  })

  it('not for simulated payments, nor before the order is paid', async () => {
    const order = await shop.pendingOrder()
    expect(await shop.statesOf(order.id)).toEqual([])
    await shop.payByCard(order.id, 'simulator')
    expect(await shop.statesOf(order.id)).toEqual([])
  })

  it('by the shop’s own means where no provider is configured', async () => {
    await shop.provideBy('none')
    const order = await shop.paidOrder()
    await shop.refund(order.id, 40_000)
    expect(await shop.statesOf(order.id)).toEqual([
      [39, 'external'],
      [61, 'external'],
    ])
    await shop.provideBy('openfactura')
    expect(await shop.issue(new Date('2027-01-01'))).not.toBe(undefined)
    expect(await shop.statesOf(order.id)).toContainEqual([39, 'external'])
  })

  it('not for a card’s boleta where the voucher is the boleta; a factura and a transfer always', async () => {
    await shop.rows(
      `insert into text_overrides (kind, key, content, updated_at) values ('setting', 'tax', '{"card_voucher":"yes"}', now())`,
    )
    const [card, transfer] = [await shop.pendingOrder(), await shop.paidOrder({ form: BOLETA })]
    await shop.payByCard(card.id, 'webpay')
    const factura = await shop.pendingOrder({ form: FACTURA })
    await shop.payByCard(factura.id, 'webpay')
    expect(await shop.statesOf(card.id)).toEqual([[39, 'card_voucher']])
    expect(await shop.statesOf(transfer.id)).toEqual([[39, 'requested']])
    expect(await shop.statesOf(factura.id)).toEqual([[33, 'requested']])
    await shop.rows("delete from text_overrides where kind = 'setting' and key = 'tax'")
  })
})

describe('a refund', () => {
  it('of everything cancels a document that nobody was sent', async () => {
    const order = await shop.paidOrder()
    await shop.refund(order.id, 30_000)
    expect(await shop.statesOf(order.id)).toEqual([
      [39, 'requested'],
      [61, 'requested'],
    ])
    await shop.refund(order.id)
    expect(await shop.documentsOf(order.id)).toMatchObject([
      { kind: 39, status: 'cancelled', cancel_reason: expect.stringContaining('antes de que se emitiera') },
      { kind: 61, status: 'cancelled' },
    ])
  })

  it('in parts requests a nota de crédito each, whose net and IVA add up to the document’s', async () => {
    const order = await shop.paidOrder({ price: 99_999, form: FACTURA })
    while ((await shop.issue(new Date('2026-12-01'))) > 0);
    for (const amount of [33_333, 1, undefined]) await shop.refund(order.id, amount)
    const [factura, ...notes] = await shop.documentsOf(order.id)
    expect(factura).toMatchObject({ kind: 33, status: 'issued' })
    expect(notes.map(({ kind, total_clp }) => [kind, total_clp])).toEqual([
      [61, 1],
      [61, 33_333],
      [61, 66_665],
    ])
    for (const sum of ['net_clp', 'vat_clp', 'total_clp'])
      expect(notes.reduce((total, note) => total + note[sum], 0)).toBe(factura[sum])
  })
})

it('an order has one boleta or factura and a refund one note, whoever writes', async () => {
  const order = await shop.paidOrder()
  await expect(
    shop.rows(
      'insert into tax_documents (order_id, order_number, kind, status, provider, receiver_rut, net_clp, vat_clp, total_clp, requested_at) select order_id, order_number, 33, status, $2, receiver_rut, net_clp, vat_clp, total_clp, now() from tax_documents where order_id = $1',
      order.id,
      'none',
    ),
  ).rejects.toThrow()
})
