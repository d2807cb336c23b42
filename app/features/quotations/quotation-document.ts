import { MEASURES_AGAIN, MODE_LABELS } from '#app/features/cart/cart.ts'
import { includedVat } from '#app/features/pricing/vat-line.tsx'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { type PdfDocument, type PdfFact, presentFacts } from '#app/platform/pdf/pdf-document.ts'
import type { Quotation, QuotationLine } from './quotations.ts'
import { conditions } from './quotations.ts'

/** What `documents/quotation.typ` lays out. */
type QuotationContent = {
  letterhead: readonly string[]
  number: string
  facts: readonly PdfFact[]
  /** For whom it is, and whom to write to. */
  parties: readonly { title: string; facts: readonly PdfFact[] }[]
  lines: readonly { name: string; note: string | null; mode: string; seats: string; perSeat: string; total: string }[]
  totals: readonly PdfFact[]
  total: string
  vat: string
  conditions: readonly string[]
}

/** The document of a quotation. */
export function quotationDocument(quotation: Quotation, brand: string): PdfDocument<QuotationContent> {
  const { number, seller, buyer } = quotation
  return {
    template: 'quotation',
    title: `Cotización ${number}`,
    subject: `Cotización ${number} de ${seller.name}`,
    brand,
    author: seller.name,
    footer: `${seller.name} · Cotización ${number}`,
    createdAt: quotation.issuedAt,
    content: {
      letterhead: [seller.name, `RUT ${seller.rut}`, seller.address, seller.email],
      number,
      facts: [
        { label: 'Fecha de emisión', value: formatDate(quotation.issuedAt) },
        { label: 'Válida hasta', value: formatDate(quotation.validUntil) },
        { label: 'Moneda', value: 'Pesos chilenos (CLP)' },
      ],
      parties: [
        {
          title: 'Preparada para',
          facts: presentFacts([
            ['Empresa', buyer.company],
            ['RUT', buyer.rut && formatRut(buyer.rut)],
            ['Dirección', buyer.address],
            ['Referencia', buyer.reference],
            // Without a company the person is the addressee.
            ['Nombre', buyer.company ? null : buyer.name],
          ]),
        },
        {
          title: 'Contacto',
          facts: presentFacts([
            ['Nombre', buyer.name],
            ['Email', buyer.email],
            ['Teléfono', buyer.phone],
          ]),
        },
      ],
      lines: quotation.lines.map(line => ({
        name: line.name,
        note: line.repeats === undefined ? BAND_NOTES[line.pricing_band] : repeatNote(line.pricing_band),
        mode: MODE_LABELS[line.mode],
        seats: formatInteger(line.seats),
        perSeat: formatPesos(pesos(Math.round(line.total_clp / line.seats))),
        total: formatPesos(line.total_clp),
      })),
      totals: presentFacts([
        ['Subtotal', formatPesos(quotation.subtotal_clp)],
        [
          `Descuento (${quotation.discount_code})`,
          quotation.discount_code === null ? null : formatPesos(pesos(-quotation.discount_clp)),
        ],
      ]),
      total: formatPesos(quotation.total_clp),
      vat: includedVat(quotation.net_clp, quotation.vat_clp),
      conditions: conditions(quotation),
    },
  }
}

const BAND_NOTES: Readonly<Record<QuotationLine['pricing_band'], string | null>> = {
  self: null,
  '1-10': 'Precio para equipos de 1 a 10 personas',
  '11-49': 'Precio para equipos de 11 a 49 personas',
  '50+': 'Precio para equipos de 50 o más personas',
}

/** The note of a line that measures again. */
const repeatNote = (band: QuotationLine['pricing_band']): string =>
  [MEASURES_AGAIN, BAND_NOTES[band]].filter(Boolean).join('. ')
