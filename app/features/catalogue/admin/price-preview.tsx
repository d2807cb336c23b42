import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { type PriceStep, priceSteps } from '#app/features/pricing/price-steps.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'
import { Alert } from '#app/kit/ui/alert.tsx'

const NAMES = ['base_price_clp', 'allow_business', 'min_seats', 'max_seats'] as const

/** The typed fields that a product's prices follow from. */
export type PriceValues = Readonly<Record<(typeof NAMES)[number], string>>

export const priceValuesOf = (form: FormData): PriceValues => {
  const [base_price_clp = '', allow_business = '', min_seats = '', max_seats = ''] = NAMES.map(name =>
    String(form.get(name) ?? ''),
  )
  return { base_price_clp, allow_business, min_seats, max_seats }
}

/** What buyers pay for one person, and for teams of the sizes where the price per person changes, while it is typed. */
export function PricePreview({ values, minimum }: { values: PriceValues; minimum: Pesos }) {
  const steps = stepsOf(values)
  if (steps.length === 0) return null
  const small = steps.find(({ total }) => isBelowMinimum(total, minimum))
  return (
    <>
      {small && (
        <Alert tone="warning" className="mt-5">
          {smallPriceText(small, minimum)}
        </Alert>
      )}
      <table className="mt-5 w-full text-md tabular-nums">
        <caption className="mb-1 text-left text-sm text-muted">Lo que paga quien compra, IVA incluido</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-1 text-left font-normal">
              Personas
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Por persona
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ seats, each, total }) => (
            <tr key={seats} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatInteger(seats)}
              </th>
              <td className="py-1.5 text-right">{formatPesos(each)}</td>
              <td className="py-1.5 text-right">{formatPesos(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const smallPriceText = ({ seats, total }: PriceStep, minimum: Pesos): string =>
  `Con tarjeta no se cobra menos de ${formatPesos(minimum)}, y por ${countOf(seats, 'persona', 'personas')} se pagarían ${formatPesos(total)}: esa compra sola no se podría pagar con tarjeta. Sube el precio, o déjalo en $0 si es gratis.`

function stepsOf({ base_price_clp, allow_business, min_seats, max_seats }: PriceValues): PriceStep[] {
  const price = readWhole(base_price_clp)
  if (price === undefined || price < 0) return []
  return priceSteps(price, {
    allowBusiness: allow_business !== '',
    minSeats: readWhole(min_seats) ?? 1,
    maxSeats: readWhole(max_seats) ?? MAX_SEATS,
  })
}
