import { countOf, formatPesos } from '#app/kernel/format.ts'
import { MODE_LABELS, type Quote } from './cart.ts'
import { CartBreakdown, CartTotal } from './cart-totals.tsx'

/** Lines and totals of a quote, to read only. */
export function CartSummary({ quote }: { quote: Quote }) {
  return (
    <div>
      <ul aria-label="Productos" className="divide-y divide-line border-b border-line">
        {quote.lines.map(line => (
          <li
            key={`${line.product_id}/${line.mode}`}
            className="flex items-baseline justify-between gap-5 py-3.5 text-md first:pt-0"
          >
            <div className="min-w-0">
              <p className="leading-snug font-medium text-pretty">{line.assessment.name}</p>
              <p className="text-sm text-muted">
                {MODE_LABELS[line.mode]}, {countOf(line.seats, 'persona', 'personas')}
              </p>
            </div>
            <p className="tabular-nums">{formatPesos(line.total_clp)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-3">
        <CartBreakdown quote={quote} />
        <div className="border-t border-line pt-3">
          <CartTotal quote={quote} />
        </div>
      </div>
    </div>
  )
}
