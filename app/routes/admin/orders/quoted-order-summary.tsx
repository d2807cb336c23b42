import { BoughtLines } from '#app/features/cart/bought-lines.tsx'
import { OrderSums } from '#app/features/orders/order-sums.tsx'
import type { QuotationLine } from '#app/features/quotations/quotations.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'

type QuotedOrderSummaryProps = {
  quotation: {
    buyer_email: string
    company_name: string | null
    company_address: string | null
    reference: string | null
    total_clp: Pesos
    discount_clp: Pesos
    discount_code: string | null
    vat_text: string
  }
  lines: readonly QuotationLine[]
}

/** The lines of a quotation at their held prices. */
export const QuotedOrderSummary = ({ quotation, lines }: QuotedOrderSummaryProps) => (
  <Panel title="Lo cotizado">
    <BoughtLines
      lines={lines.map(({ product_id, name, mode, seats, total_clp }) => ({
        id: product_id,
        name,
        mode,
        seats,
        price: total_clp,
      }))}
    />
    <OrderSums order={quotation} />
    <div className="mt-5 border-t border-line pt-5">
      <Facts>
        <Fact label="Email">{quotation.buyer_email}</Fact>
        {quotation.company_name && <Fact label="Empresa">{quotation.company_name}</Fact>}
        {quotation.company_address && <Fact label="Dirección">{quotation.company_address}</Fact>}
        {quotation.reference && <Fact label="Referencia del cliente">{quotation.reference}</Fact>}
      </Facts>
    </div>
  </Panel>
)
