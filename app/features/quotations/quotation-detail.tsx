import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { Panel } from '#app/ui/panel.tsx'
import { conditions } from './conditions.ts'
import type { Quotation } from './quotations.ts'

/** What was quoted, to whom, and what holds. */
export function QuotationDetail({ quotation }: { quotation: Quotation }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="grid gap-6">
        <Panel title="Detalle">
          <ul className="divide-y divide-line">
            {quotation.lines.map(line => (
              <li
                key={`${line.product_id}/${line.mode}`}
                className="flex items-baseline justify-between gap-6 py-3.5 first:pt-0"
              >
                <span className="min-w-0">
                  <span className="block font-medium text-pretty">{line.name}</span>
                  <span className="block text-sm text-muted">
                    {MODE_LABELS[line.mode]}, {countOf(line.seats, 'persona', 'personas')}
                  </span>
                </span>
                <span className="tabular-nums">{formatPesos(line.total_clp)}</span>
              </li>
            ))}
          </ul>
          <dl className="mt-2 grid gap-1.5 border-t border-line pt-4 text-md tabular-nums">
            <Amount label="Subtotal" value={formatPesos(quotation.subtotal_clp)} />
            {quotation.discount_code !== null && (
              <Amount
                label={`Descuento (${quotation.discount_code})`}
                value={`−${formatPesos(quotation.discount_clp)}`}
                look="text-good-ink"
              />
            )}
            <Amount label="Neto" value={formatPesos(quotation.net_clp)} look="text-muted" />
            <Amount label="IVA (19 %)" value={formatPesos(quotation.vat_clp)} look="text-muted" />
            <Amount
              label="Total"
              value={formatPesos(quotation.total_clp)}
              look="mt-2 items-baseline border-t border-line pt-3 text-xl font-semibold text-ink"
            />
          </dl>
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
    ['Correo', buyer.email],
    ['Teléfono', buyer.phone],
  ] as const
  return (
    <Panel title="Preparada para">
      <dl className="grid gap-3 text-md">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  )
}

function Amount({ label, value, look = '' }: { label: string; value: string; look?: string }) {
  return (
    <div className={`flex justify-between gap-6 ${look}`}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
