import { priceOf, type SeatTerms } from '#app/features/pricing/pricing.ts'
import { cheaperSeats } from '#app/features/pricing/seats.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { tableSeats } from './seat-stops.ts'

type PriceTableProps = { basePriceClp: Pesos; terms: SeatTerms; vatText: string }

/** Prices for common group sizes; works without scripts. */
export const PriceTable = ({ basePriceClp, terms, vatText }: PriceTableProps) => (
  <table className="w-full max-w-2xl text-md tabular-nums">
    <caption className="sr-only">Precios por cantidad de personas, en pesos, {vatText}</caption>
    <thead>
      <tr className="text-sm text-muted">
        <th scope="col" className="py-2 text-left font-normal">
          Personas
        </th>
        <th scope="col" className="py-2 text-right font-normal">
          Total
        </th>
        <th scope="col" className="py-2 text-right font-normal">
          Por persona
        </th>
      </tr>
    </thead>
    <tbody>
      {tableSeats(terms.minSeats, terms.maxSeats).map(seats => {
        const { totalClp } = priceOf({ basePriceClp, mode: 'business', seats })
        const cheaper = cheaperSeats(basePriceClp, seats, terms.maxSeats)
        return (
          <tr key={seats} className="border-t border-line align-top">
            <th scope="row" className="py-2 text-left font-normal">
              {formatInteger(seats)}
            </th>
            <td className="py-2 text-right font-medium">
              {formatPesos(totalClp)}
              {cheaper && (
                <span className="block text-sm font-normal text-copper">Con {cheaper.seats} pagas menos</span>
              )}
            </td>
            <td className="py-2 text-right text-muted">{formatPesos(pesos(Math.round(totalClp / seats)))}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
