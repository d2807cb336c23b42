import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, prorate } from '#app/kernel/money.ts'
import type { Mode, TaxDocumentKind } from '#app/platform/database/values.ts'
import type { DocumentLine, DocumentTotals } from '#app/platform/tax-documents/tax-documents.ts'

/** An item of an order, as it was frozen. Pesos with IVA. */
export type DocumentItem = {
  product_name: string
  mode: Mode
  seats: number
  tops_up_item_id: string | null
  discount_clp: Pesos
  total_clp: Pesos
}

type Drawn = {
  kind: TaxDocumentKind
  items: readonly DocumentItem[]
  totals: DocumentTotals
  orderNumber: string
  isPart: boolean
}

/**
 * The lines of a document. Those of a boleta have IVA and add up to its total; those of a factura and of a nota de
 * crédito add up to its net, which is split over the items by largest remainder, because the net is defined for the
 * document and not for a line (guide of the SII: net = round(total / 1.19)). A nota de crédito of a part has one line.
 * Lines of $0 are left out.
 */
export function documentLines({ kind, items, totals, orderNumber, isPart }: Drawn): DocumentLine[] {
  if (isPart) return [{ name: `Devolución parcial, compra ${orderNumber}`, description: null, amount: totals.net }]
  const amounts =
    kind === 39
      ? items.map(item => item.total_clp)
      : prorate(
          totals.net,
          items.map(item => item.total_clp),
        )
  return items
    .map((item, index) => ({
      name: item.product_name,
      description: descriptionOf(item),
      amount: amounts[index] ?? totals.net,
    }))
    .filter(({ amount }) => amount > 0)
}

function descriptionOf({ mode, seats, tops_up_item_id, discount_clp }: DocumentItem): string {
  const seat = tops_up_item_id === null ? MODE_LABELS[mode] : 'Asientos adicionales'
  const people = countOf(seats, 'persona', 'personas')
  return `${seat}, ${people}${discount_clp > 0 ? `, con descuento de ${formatPesos(discount_clp)}` : ''}`
}
