import { afterAll, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { OwnReceipt } from './own-receipt.server.ts'
import { receiptDocument } from './receipt-document.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const ORDER: OwnReceipt = {
  id: 'o',
  mine: true,
  buyer: { name: 'Ana Rojas', email: 'ana@example.cl' },
  organisation_id: null,
  order_number: 'ALH-1700000000000-abcdef-2345',
  status: 'paid',
  created_at: new Date('2026-11-20T15:00:00Z'),
  paid_at: new Date('2026-11-20T15:05:00Z'),
  held_until: null,
  idempotency_key: '00000000-0000-4000-8000-000000000001',
  subtotal_clp: pesos(1_770_000),
  discount_clp: pesos(354_000),
  discount_code: 'DEMO20',
  total_clp: pesos(1_416_000),
  net_clp: pesos(1_189_916),
  vat_clp: pesos(226_084),
  document_type: 'factura',
  billing_rut: '76192083-9',
  billing_name: 'Viña Ñuble SpA',
  billing_activity: 'Vinos',
  billing_address: 'Camino Real 45',
  billing_commune: 'Chillán',
  company_name: 'Viña Ñuble',
  purchase_order: null,
  company_url: null,
  refunded_clp: pesos(0),
  charged_back_clp: pesos(0),
  seller: {
    razon_social: 'Vendedora SpA',
    rut_empresa: '77.1-1',
    direccion: 'Calle 1',
    correo_soporte: 'a@example.cl',
  },
  access_days: 180,
  vat_text: 'IVA incluido',
  quotation: { id: 'q', number: 'COT-2026-000123' },
  items: [
    {
      name: 'Agilidad',
      slug: 'agilidad',
      mode: 'business',
      seats: 11,
      unit_price_clp: pesos(128_727),
      subtotal_clp: pesos(1_770_000),
      added_to: null,
    },
  ],
  payment: {
    gateway: 'webpay',
    status: 'paid',
    payment_type_code: 'VN',
    card_last4: '6623',
    installments_amount_clp: null,
    transaction_date: new Date('2026-11-21T15:05:00Z'),
    installments: 0,
    authorization_code: '1213',
  },
  documents: [],
}
const BUYER = { name: 'Ana Rojas', email: 'ana@example.cl' }

async function rendered(order: OwnReceipt) {
  const answer = await renderer.render(receiptDocument(order, BUYER, 'Alhena'), 'ana')
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return readPdf(answer.value)
}

it('a receipt says what was paid, by whom and how, on one tagged page', async () => {
  const { pages, title, tagged } = await rendered(ORDER)
  expect([title, tagged, pages.length]).toEqual(['Comprobante ALH-1700000000000-abcdef-2345', true, 1])
  for (const text of [
    'Comprobante de compra',
    'Estado Pagada',
    'COT-2026-000123',
    'Viña Ñuble SpA',
    'RUT 76.192.083-9',
    'tarjeta de crédito',
    'Descuento (DEMO20) -$354.000',
    'Total $1.416.000',
    'Incluye IVA $226.084 (neto $1.189.916)',
    'no es un documento tributario',
  ])
    expect(pages[0]?.replaceAll(' \n', '\n')).toContain(text)
  expect(pages[0]).not.toMatch(/Reembolsado|Ana Rojas/)
})

it('a refunded receipt says so, and a boleta names the person', async () => {
  const { pages } = await rendered({
    ...ORDER,
    status: 'refunded',
    refunded_clp: ORDER.total_clp,
    document_type: 'boleta',
    billing_rut: null,
    billing_name: null,
    billing_activity: null,
    billing_address: null,
    billing_commune: null,
  })
  expect(pages[0]).toContain('Reembolsada')
  expect(pages[0]).toContain('Reembolsado $1.416.000')
  expect(pages[0]).toContain('Ana Rojas')
})
