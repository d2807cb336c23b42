import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { FACTURA, ISSUER, minutesLater, NOW, openTaxDocuments } from './tax-documents.test-support.ts'

const shop = await openTaxDocuments(await cloneDatabase(12))
afterAll(async () => {
  shop.fake.close()
  await shop.database.close()
})
beforeEach(async () => {
  await shop.forgetDue()
})

const only = async (orderId: string) => (await shop.documentsOf(orderId))[0]
const mailsOf = (orderId: string, template: string) =>
  shop.rows('select recipient, params from mails where order_id = $1 and template = $2', orderId, template)

describe('a requested document', () => {
  it('is issued once by two workers, kept with its files, and its buyer gets a mail', async () => {
    const order = await shop.paidOrder()
    const before = shop.fake.issued.length
    await Promise.all([shop.issue(), shop.issue()])
    expect(shop.fake.issued).toHaveLength(before + 1)
    const document = await only(order.id)
    expect(document).toMatchObject({ status: 'issued', folio: shop.fake.issued.at(-1)?.folio })
    const [files] = await shop.rows('select pdf, xml from tax_document_files where document_id = $1', document.id)
    expect([files.pdf.toString('latin1').slice(0, 5), files.xml.length > 0]).toEqual(['%PDF-', true])
    expect(await mailsOf(order.id, 'tax_document_issued')).toMatchObject([
      {
        recipient: order.buyer.email,
        params: {
          documento: 'Boleta electrónica',
          folio: String(document.folio),
          fecha_emision: '24-11-2026',
          enlace_orden: `/account/orders/${order.number}`,
          sin_validez: true,
        },
      },
    ])
    expect(await shop.issue()).toBe(0)
  })

  it('is asked for again after a lost answer, and is the same document', async () => {
    const order = await shop.paidOrder()
    const before = shop.fake.issued.length
    shop.fake.faults.push('lost_answer')
    await shop.issue()
    expect(await only(order.id)).toMatchObject({ status: 'requested', attempts: 1, problem_code: 'server_error' })
    expect(await shop.issue(minutesLater(0.5))).toBe(0)
    await shop.issue(minutesLater(1))
    expect(await only(order.id)).toMatchObject({ status: 'issued', folio: shop.fake.issued.at(-1)?.folio, attempts: 2 })
    expect(shop.fake.issued).toHaveLength(before + 1)
    expect(await mailsOf(order.id, 'tax_document_issued')).toHaveLength(1)
  })

  it('is asked for again with growing delays while the provider takes nothing', async () => {
    const order = await shop.paidOrder()
    let minutes = 0
    for (const wait of [1, 5, 15, 60, 180, 180, 180, 180, 180, 180, 180, 180, 180, 180]) {
      shop.fake.faults.push('too_many')
      await shop.issue(minutesLater(minutes))
      expect(await shop.issue(minutesLater(minutes + wait - 0.5))).toBe(0)
      minutes += wait
    }
    expect(await only(order.id)).toMatchObject({ status: 'requested', problem_code: 'too_many', attempts: 14 })
    await shop.issue(minutesLater(minutes))
    expect(await only(order.id)).toMatchObject({ status: 'issued' })
  })

  it('is left to a person after a day of unknown outcomes: its key would be forgotten', async () => {
    const order = await shop.paidOrder()
    for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
      shop.fake.faults.push('error_500')
      await shop.issue(minutesLater(minutes))
      shop.fake.faults.length = 0
      if ((await only(order.id)).status === 'rejected') break
    }
    expect(await only(order.id)).toMatchObject({ status: 'rejected', problem_code: 'no_answer' })
    expect(await mailsOf(order.id, 'tax_document_rejected')).not.toEqual([])
    // It may exist: a refund needs its nota de crédito.
    await shop.refund(order.id)
    expect(await shop.statesOf(order.id)).toEqual([
      [39, 'rejected'],
      [61, 'requested'],
    ])
  })

  it('waits while the shop has not said who issues it, and after a killed worker', async () => {
    const order = await shop.paidOrder()
    shop.settle({})
    await shop.issue()
    expect(await only(order.id)).toMatchObject({ status: 'requested', problem_code: 'issuer_incomplete' })
    shop.settle(ISSUER)
    await shop.rows(
      'update tax_documents set attempts = 2, next_attempt_at = $2, uncertain_since = $3 where order_id = $1',
      order.id,
      minutesLater(3),
      NOW,
    )
    expect(await shop.issue(minutesLater(2))).toBe(0)
    await shop.issue(minutesLater(3))
    expect(await only(order.id)).toMatchObject({ status: 'issued' })
  })

  it('of the sandbox is never asked for in production', async () => {
    const order = await shop.paidOrder()
    await shop.rows('update tax_documents set is_sandbox = false where order_id = $1', order.id)
    expect(await shop.issue()).toBe(0)
  })
})

describe('a rejected document', () => {
  it('says why, and tells the owner', async () => {
    const order = await shop.paidOrder({ form: FACTURA })
    shop.fake.faults.push({ code: 'OF-10', details: [{ field: 'GiroRecep', issue: 'No registrado' }] })
    await shop.issue()
    expect(await only(order.id)).toMatchObject({
      status: 'rejected',
      problem_code: 'OF-10',
      problem: { details: [{ field: 'GiroRecep', issue: 'No registrado' }] },
    })
    const [mail] = await mailsOf(order.id, 'tax_document_rejected')
    expect(mail.params.motivo_rechazo).toBe('Un dato no es correcto. Giro de quien recibe: No registrado.')
    expect(await shop.issue(minutesLater(10_000))).toBe(0)
  })

  it('by the SII after it was issued is shown like one that was refused', async () => {
    const order = await shop.paidOrder()
    await shop.issue()
    expect(await shop.check(minutesLater(2))).toBe(0)
    await shop.check(minutesLater(3))
    const issued = shop.fake.issued.at(-1)
    if (issued) issued.state = 'Rechazado'
    expect(await shop.check(minutesLater(10))).toBe(0)
    await shop.check(minutesLater(20))
    expect(await only(order.id)).toMatchObject({
      status: 'rejected',
      problem_code: 'sii_rejected',
      folio: issued?.folio,
    })
    expect(await mailsOf(order.id, 'tax_document_rejected')).not.toEqual([])
  })
})

describe('a nota de crédito', () => {
  it('waits for the document that it corrects, and refers to it', async () => {
    const order = await shop.paidOrder({ form: FACTURA })
    shop.fake.faults.push('lost_answer')
    await shop.issue()
    await shop.refund(order.id, undefined, 'Se arrepintió')
    expect(await shop.issue()).toBe(0)
    await shop.issue(minutesLater(1))
    const [factura, note] = await shop.documentsOf(order.id)
    expect([factura.status, note.status]).toEqual(['issued', 'issued'])
    expect(shop.fake.issued.at(-1)?.dte).toMatchObject({
      Encabezado: { IdDoc: { TipoDTE: 61 }, Receptor: { RUTRecep: '60803000-K', GiroRecep: 'Vinos' } },
      Referencia: [
        {
          TpoDocRef: '33',
          FolioRef: String(factura.folio),
          FchRef: '2026-11-24',
          CodRef: '1',
          RazonRef: 'Se arrepintió',
        },
      ],
    })
  })

  it('of a part corrects the amounts in one line', async () => {
    const order = await shop.paidOrder()
    await shop.issue()
    await shop.refund(order.id, 40_000)
    await shop.issue()
    expect(shop.fake.issued.at(-1)?.dte).toMatchObject({
      Encabezado: { Totales: { MntNeto: 33_614, IVA: 6_386, MntTotal: 40_000 } },
      Detalle: [{ NmbItem: `Devolución parcial, compra ${order.number}`, MontoItem: 33_614 }],
      Referencia: [{ TpoDocRef: '39', CodRef: '3' }],
    })
  })
})
