import { afterAll, describe, expect, it } from 'vitest'
import { pesos, splitVat } from '#app/kernel/money.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type ReadPdf, readPdf } from '#tests/support/read-pdf.ts'
import { quotationDocument } from './quotation-document.ts'
import type { Quotation } from './quotations.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

function quotationOf(lines: number, input: Partial<Quotation> = {}): Quotation {
  const total = pesos(lines * 1_770_000)
  const { net, vat } = splitVat(total)
  return {
    id: '0b0e7f0e-0000-4000-8000-000000000001',
    number: 'COT-2026-000123',
    issuedAt: new Date('2026-11-21T15:00:00Z'),
    validUntil: new Date('2026-12-07T02:59:59.999Z'),
    lines: Array.from({ length: lines }, (_, at) => ({
      product_id: String(at),
      mode: 'business',
      seats: 11,
      name: `Evaluación número ${at + 1}`,
      base_price_clp: pesos(590_000),
      total_clp: pesos(1_770_000),
      pricing_band: '11-49',
      per_extra_rate: 0.2,
    })),
    subtotal_clp: total,
    discount_clp: pesos(0),
    discount_code: null,
    total_clp: total,
    net_clp: net,
    vat_clp: vat,
    vatText: 'IVA incluido',
    seller: { name: 'Vendedora SpA', rut: '76.192.083-9', address: 'Calle 1', email: 'ventas@example.cl' },
    buyer: {
      name: 'Ana Rojas',
      email: 'ana@example.cl',
      phone: null,
      company: 'Compradora Ñandú Ltda.',
      rut: '12345678-5',
      address: null,
      reference: null,
    },
    isBought: false,
    ...input,
  }
}

async function rendered(quotation: Quotation): Promise<ReadPdf> {
  const answer = await renderer.render(quotationDocument(quotation, 'Alhena'), 'ana')
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return readPdf(answer.value)
}

describe('a printed quotation', () => {
  it('shows lines, buyer, prices and validity on one page', async () => {
    const { pages, title, author, language, tagged, structure } = await rendered(quotationOf(1))
    expect([title, author, language]).toEqual(['Cotización COT-2026-000123', 'Vendedora SpA', 'es-CL'])
    expect([tagged, pages.length]).toEqual([true, 1])
    expect(structure.map(({ role }) => role).filter(role => /^(H\d|TH)$/.test(role))).toEqual([
      'H1',
      ...Array(5).fill('TH'),
      'H2',
    ])
    for (const text of [
      'COT-2026-000123',
      'Válida hasta 06-12-2026',
      'Compradora Ñandú Ltda.',
      'RUT 12.345.678-5',
      'Evaluación número 1\nPrecio para equipos de 11 a 49 personas\nEmpresa 11 $160.909 $1.770.000',
      'Total $1.770.000',
      'Incluye IVA $282.605 (neto $1.487.395)',
      'hasta las 23:59 del 06-12-2026',
    ])
      expect(pages[0]).toContain(text)
    expect(pages[0]).not.toMatch(/Descuento|Teléfono|Dirección|Referencia/)
  })

  it('has room for 40 lines', async () => {
    const { pages } = await rendered(quotationOf(40))
    expect(pages).toHaveLength(3)
    expect(pages.at(-1)).toContain('$70.800.000')
    expect(pages.join('').match(/Evaluación número/g)).toHaveLength(40)
  })

  it('warns that a code may run out', async () => {
    const discounted = { discount_code: 'DEMO20', discount_clp: pesos(354_000), total_clp: pesos(1_416_000) }
    const { pages } = await rendered(quotationOf(1, discounted))
    expect(pages[0]).toContain('Descuento (DEMO20) -$354.000')
    expect(pages[0]?.replaceAll('\n', ' ')).toContain('está sujeto a disponibilidad del código')
  })

  it('prints any typed text', async () => {
    const typed = ['<script>alert(1)</script>', '{{x}} %PDF-1.7 endobj', '\u202eשלום', '🚀'.repeat(50), '\u0000\ud800']
    const [name = '', company = '', address = '', reference = '', phone = ''] = typed
    const long = 'x'.repeat(200)
    const buyer = { name, company, address, reference, phone, email: `${long}@example.cl`, rut: null }
    const { pages } = await rendered(quotationOf(1, { buyer }))
    const text = pages.join('').replaceAll('\n', '')
    for (const part of ['<script>alert(1)</script>', '{{x}} %PDF-1.7 endobj', 'Dirección שלום', `${long}@example.cl`])
      expect(text).toContain(part)
  })
})
