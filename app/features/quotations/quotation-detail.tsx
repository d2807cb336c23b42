import { BoughtLines } from '#app/features/cart/drawer/bought-lines.tsx'
import { VatLine } from '#app/features/pricing/vat-line.tsx'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Fact, Facts, Sum, Sums } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { Quotation } from './quotations.ts'
import { conditions } from './quotations.ts'

type QuotationDetailProps = {
  quotation: Quotation
  /** In one column, beside something else. */
  stacked?: boolean
}

/** The lines, the buyer and the conditions of a quotation. */
export function QuotationDetail({ quotation, stacked = false }: QuotationDetailProps) {
  return (
    <div className={classNames('grid items-start gap-6', !stacked && 'lg:grid-cols-[minmax(0,1fr)_19rem]')}>
      <div className="grid gap-6">
        <Panel title="Detalle">
          <BoughtLines lines={quotation.lines.map(line => ({ ...line, id: line.product_id, price: line.total_clp }))} />
          <Sums>
            <Sum label="Subtotal" value={formatPesos(quotation.subtotal_clp)} />
            {quotation.discount_code !== null && (
              <Sum
                label={`Descuento (${quotation.discount_code})`}
                value={formatPesos(pesos(-quotation.discount_clp))}
                variant="good"
              />
            )}
            <Sum label="Total" value={formatPesos(quotation.total_clp)} variant="total" />
          </Sums>
          <VatLine net={quotation.net_clp} vat={quotation.vat_clp} className="mt-1.5" />
        </Panel>
        <Panel title="Condiciones">
          <ul className="grid gap-2.5 text-md text-muted">
            {conditions(quotation).map(condition => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        </Panel>
      </div>
      <BuyerPanel quotation={quotation} />
    </div>
  )
}

function BuyerPanel({ quotation: { buyer } }: { quotation: Quotation }) {
  const facts = [
    ['Empresa', buyer.company],
    ['RUT', buyer.rut && formatRut(buyer.rut)],
    ['Dirección', buyer.address],
    ['Referencia', buyer.reference],
    ['Contacto', buyer.name],
    ['Email', buyer.email],
    ['Teléfono', buyer.phone],
  ] as const
  return (
    <Panel title="Preparada para">
      <Facts>
        {facts.map(
          ([label, value]) =>
            value && (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ),
        )}
      </Facts>
    </Panel>
  )
}
