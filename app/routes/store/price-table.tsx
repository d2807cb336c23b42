import ChevronDown from 'lucide-react/icons/chevron-down'
import { priceOf, type SeatTerms } from '#app/features/pricing/pricing.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { tableSeats } from './seat-stops.ts'

/** Prices for common group sizes; it needs no script. */
export function PriceTable({ basePriceClp, terms }: { basePriceClp: Pesos; terms: SeatTerms }) {
  return (
    <details className="group mt-5 border-t border-line pt-2">
      <summary className="flex min-h-11 list-none items-center justify-between rounded-sm text-md font-medium hover:text-copper [&::-webkit-details-marker]:hidden">
        Precios por cantidad de personas
        <ChevronDown
          aria-hidden="true"
          className="size-5 text-muted transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <table className="mt-1 w-full text-md tabular-nums">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-1.5 text-left font-normal">
              Personas
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Total
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Por persona
            </th>
          </tr>
        </thead>
        <tbody>
          {tableSeats(terms.minSeats, terms.maxSeats).map(seats => {
            const { totalClp } = priceOf({ basePriceClp, mode: 'business', seats })
            return (
              <tr key={seats} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {formatInteger(seats)}
                </th>
                <td className="py-1.5 text-right">{formatPesos(totalClp)}</td>
                <td className="py-1.5 text-right text-muted">{formatPesos(pesos(Math.round(totalClp / seats)))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}
