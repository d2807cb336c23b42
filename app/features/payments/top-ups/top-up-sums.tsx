import { VatLine } from '#app/features/pricing/vat-line.tsx'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { Sum, Sums } from '#app/kit/ui/facts.tsx'
import type { TopUpQuote } from './top-up.ts'

/** How the price of more seats is calculated, with the tax included (spec D7). */
export function TopUpSums({ quote, vatText }: { quote: TopUpQuote; vatText: string }) {
  const { larger_clp, charged_clp, total_clp, net_clp, vat_clp, seats } = quote
  // Above 0 where the seats alone would cost less than the difference; below 0 where more was paid than the larger
  // count costs.
  const left = larger_clp - charged_clp - total_clp
  return (
    <>
      <Sums>
        <Sum label={`Precio de ${countOf(seats, 'persona', 'personas')} hoy`} value={formatPesos(larger_clp)} />
        <Sum label="Precio de lista de lo que ya compraste" value={formatPesos(pesos(-charged_clp))} />
        {left > 0 && <Sum label="Tope: no pagas más que comprándolos aparte" value={formatPesos(pesos(-left))} />}
        {left < 0 && <Sum label="Diferencia que no se devuelve" value={formatPesos(pesos(-left))} variant="muted" />}
        <Sum label={`Total a pagar (${vatText})`} value={formatPesos(total_clp)} variant="total" />
      </Sums>
      <VatLine net={net_clp} vat={vat_clp} className="mt-1.5" />
    </>
  )
}
