import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import type { PdfDocument, PdfFact } from '#app/platform/pdf/pdf-document.ts'
import type { Quotation, QuotationLine } from './quotations.ts'
import { conditions } from './quotations.ts'

/** The document of a quotation. */
export function quotationDocument(quotation: Quotation, brand: string): PdfDocument {
  const { number, seller, buyer } = quotation
  return {
    title: `Cotización ${number}`,
    subject: `Cotización ${number} de ${seller.name}`,
    brand,
    author: seller.name,
    letterhead: [seller.name, `RUT ${seller.rut}`, seller.address, seller.email],
    heading: { kind: 'Cotización', name: number },
    facts: [
      { label: 'Fecha de emisión', value: formatDate(quotation.issuedAt) },
      { label: 'Válida hasta', value: formatDate(quotation.validUntil) },
      { label: 'Moneda', value: 'Pesos chilenos (CLP)' },
    ],
    blocks: [
      {
        kind: 'facts',
        groups: [
          {
            title: 'Preparada para',
            facts: input([
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
            facts: input([
              ['Nombre', buyer.name],
              ['Correo', buyer.email],
              ['Teléfono', buyer.phone],
            ]),
          },
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: 'Producto', share: 46, align: 'left' },
          { label: 'Modalidad', share: 14, align: 'left' },
          { label: 'Personas', share: 12, align: 'right' },
          { label: 'Por persona', share: 14, align: 'right' },
          { label: 'Total', share: 14, align: 'right' },
        ],
        rows: quotation.lines.map(line => ({
          cells: [
            line.name,
            MODE_LABELS[line.mode],
            formatInteger(line.seats),
            formatPesos(pesos(Math.round(line.total_clp / line.seats))),
            formatPesos(line.total_clp),
          ],
          note: bandNote(line),
        })),
      },
      {
        kind: 'totals',
        rows: input([
          ['Subtotal', formatPesos(quotation.subtotal_clp)],
          [
            `Descuento (${quotation.discount_code})`,
            quotation.discount_code === null ? null : `−${formatPesos(quotation.discount_clp)}`,
          ],
          ['Neto', formatPesos(quotation.net_clp)],
          ['IVA (19 %)', formatPesos(quotation.vat_clp)],
        ]),
        total: { label: 'Total', value: formatPesos(quotation.total_clp) },
      },
      { kind: 'text', title: 'Condiciones', paragraphs: conditions(quotation) },
    ],
    footer: `${seller.name} · Cotización ${number}`,
    createdAt: quotation.issuedAt,
  }
}

const BAND_NOTES: Readonly<Record<QuotationLine['pricing_band'], string | undefined>> = {
  self: undefined,
  '1-10': 'Precio para equipos de 1 a 10 personas',
  '11-49': 'Precio para equipos de 11 a 49 personas',
  '50+': 'Precio para equipos de 50 o más personas',
}

const bandNote = (line: QuotationLine): string | undefined => BAND_NOTES[line.pricing_band]

/** The facts that are not empty. */
const input = (facts: readonly (readonly [label: string, value: string | null])[]): PdfFact[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))
