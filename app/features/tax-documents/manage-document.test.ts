import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { documentsOfOrders } from '#app/features/orders/order-documents.server.ts'
import { organisationsOf } from '#app/features/organisations/organisations.test-support.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { askAgain, attachDocument, cancelDocument } from './manage-document.server.ts'
import { findFile } from './staff-documents.server.ts'
import { FACTURA, minutesLater, NOW, openTaxDocuments } from './tax-documents.test-support.ts'

const shop = await openTaxDocuments(await cloneDatabase(12))
const { db } = shop.database
afterAll(async () => {
  shop.fake.close()
  await shop.database.close()
})

beforeEach(() => shop.forgetDue())

const RECEIVER = {
  rut: '76192083-9',
  name: 'Viña Ñuble Ltda.',
  activity: 'Viñas',
  address: 'Calle 2',
  commune: 'Chillán',
}
const PDF = Buffer.from('%PDF-1.4 de prueba')

async function rejected(form = FACTURA) {
  const order = await shop.paidOrder({ form })
  shop.fake.faults.push({ code: 'OF-10', details: [{ field: 'RUTRecep', issue: 'No existe' }] })
  await shop.issue()
  const [document] = await shop.documentsOf(order.id)
  return { ...order, documentId: document.id, input: { actor: shop.actor, documentId: document.id, now: NOW } }
}

const auditOf = (orderId: string, action: string) =>
  shop.rows('select before, after, actor_user_id from audit_log where entity_id = $1 and action = $2', orderId, action)

describe('a rejected document', () => {
  it('is issued with the receiver that the staff corrected; the order keeps its own data', async () => {
    const { id, input, documentId } = await rejected()
    await shop.refund(id, 10_000)
    const before = shop.fake.received.at(-1)?.key
    await askAgain(db, { ...input, receiver: RECEIVER })
    await expect(askAgain(db, { ...input, receiver: RECEIVER })).rejects.toThrow('No se hizo: el documento cambió')
    await shop.issue()
    const [factura, note] = await shop.documentsOf(id)
    expect(factura).toMatchObject({ status: 'issued', receiver_rut: '76192083-9', generation: 2 })
    expect(note).toMatchObject({ kind: 61, status: 'issued', receiver_rut: '76192083-9' })
    const keys = shop.fake.received.slice(-2).map(({ key }) => key)
    expect(new Set([before, ...keys]).size).toBe(3)
    expect(await shop.rows('select billing_rut from orders where id = $1', id)).toEqual([{ billing_rut: '60803000-K' }])
    expect(await auditOf(id, 'tax_document_asked_again')).toMatchObject([
      {
        actor_user_id: shop.actor.userId,
        before: { receiver_rut: '60803000-K', receiver_name: 'Viña Ñuble SpA' },
        after: { document_id: documentId, receiver_rut: '76192083-9', receiver_name: 'Viña Ñuble Ltda.' },
      },
    ])
  })

  it('is cancelled with a reason, and the notes that wait for it', async () => {
    const { id, input } = await rejected()
    await shop.refund(id, 10_000)
    await cancelDocument(db, { ...input, reason: 'Se emitió en papel' })
    expect(await shop.documentsOf(id)).toMatchObject([
      { status: 'cancelled', cancel_reason: 'Se emitió en papel' },
      { status: 'cancelled' },
    ])
    expect(await shop.issue(minutesLater(60))).toBe(0)
    await expect(cancelDocument(db, { ...input, reason: 'x' })).rejects.toThrow('No se hizo: el documento cambió')
    expect(await auditOf(id, 'tax_document_cancelled')).toMatchObject([{ after: { reason: 'Se emitió en papel' } }])
  })
})

it('a request that the provider may have is not cancelled', async () => {
  const order = await shop.paidOrder()
  const [document] = await shop.documentsOf(order.id)
  shop.fake.faults.push('lost_answer')
  await shop.issue()
  const input = { actor: shop.actor, documentId: document.id, now: NOW }
  await expect(cancelDocument(db, { ...input, reason: 'x' })).rejects.toThrow('No se hizo: el documento cambió')
  await shop.issue(minutesLater(1))
  await expect(cancelDocument(db, { ...input, reason: 'x' })).rejects.toThrow('No se hizo: el documento cambió')
  await expect(attachDocument(db, { ...input, folio: 1, issuedOn: '2026-11-24', pdf: PDF })).rejects.toThrow(
    'No se hizo: el documento cambió',
  )
})

describe('a document that the shop issued by its own means', () => {
  it('is attached with folio and PDF, corrected, and found by its buyer', async () => {
    await shop.provideBy('none')
    const order = await shop.paidOrder()
    await shop.provideBy('openfactura')
    const [document] = await shop.documentsOf(order.id)
    const input = { actor: shop.actor, documentId: document.id, now: NOW }
    await expect(attachDocument(db, { ...input, folio: 7, issuedOn: '2026-11-25', pdf: PDF })).rejects.toMatchObject({
      field: 'issued_on',
    })
    await attachDocument(db, { ...input, folio: 7, issuedOn: '2026-11-23', pdf: PDF })
    await attachDocument(db, { ...input, folio: 8, issuedOn: '2026-11-23', pdf: undefined })
    const own = await asActor(db, { kind: 'user', userId: order.buyer.id }, async tx => ({
      documents: await documentsOfOrders(tx, [order.id]),
      file: await findFile(tx, { id: document.id, orderNumber: order.number, format: 'pdf' }),
      xml: await findFile(tx, { id: document.id, orderNumber: order.number, format: 'xml' }),
    }))
    expect(own.documents).toMatchObject([
      { status: 'issued', folio: 8, issued_on: '23-11-2026', has_pdf: true, has_xml: false },
    ])
    expect(own.file?.location).toEqual({ bytes: PDF })
    expect(own.xml).toBeUndefined()
    const mails = await shop.rows(
      "select params from mails where order_id = $1 and template = 'tax_document_issued'",
      order.id,
    )
    expect(mails.map(mail => mail.params.folio)).toEqual(['7', '8'])
  })
})

describe('a document and its files', () => {
  it('are seen by whoever may see the receipt, and by nobody else', async () => {
    const { person, organisation, join } = organisationsOf(shop.database)
    const order = await shop.paidOrder()
    await shop.issue()
    const [document] = await shop.documentsOf(order.id)
    const [stranger, coordinator, colleague] = [await person('Eva'), await person('Leo'), await person('Mia')]
    const company = await organisation(order.buyer)
    await join(order.buyer, company, coordinator, 'coordinator')
    await join(order.buyer, company, colleague, 'buyer')
    await shop.rows('update orders set organisation_id = $2 where id = $1', order.id, company)
    const found = (actor: Parameters<typeof asActor>[1]) =>
      asActor(db, actor, async tx => [
        (await documentsOfOrders(tx, [order.id])).length,
        (await findFile(tx, { id: document.id, orderNumber: order.number, format: 'pdf' })) !== undefined,
        (await tx.selectFrom('tax_document_files').select('document_id').execute()).length > 0,
      ])
    const user = (userId: string) => ({ kind: 'user', userId }) as const
    expect(await found(user(order.buyer.id))).toEqual([1, true, true])
    expect(await found(user(colleague.id))).toEqual([1, true, true])
    for (const actor of [user(coordinator.id), user(stranger.id), { kind: 'visitor' } as const])
      expect(await found(actor)).toEqual([0, false, false])
    expect(await found(SYSTEM)).toEqual([1, true, true])
  })

  it('are changed by the shop and administrators alone', async () => {
    const order = await shop.paidOrder()
    const [document] = await shop.documentsOf(order.id)
    const buyer = { kind: 'user', userId: order.buyer.id } as const
    const client = await createProfile(shop.database.ownerPool)
    for (const actor of [buyer, { kind: 'user', userId: client.id } as const]) {
      const changed = await asActor(db, actor, tx =>
        tx.updateTable('tax_documents').set({ warning: 'x' }).where('id', '=', document.id).executeTakeFirst(),
      )
      expect(changed.numUpdatedRows).toBe(0n)
      await expect(
        asActor(db, actor, tx =>
          tx.insertInto('tax_document_files').values({ document_id: document.id, pdf: PDF, xml: null }).execute(),
        ),
      ).rejects.toThrow(/row-level security/)
    }
  })
})
