import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { parseTypedSeats } from '#app/features/pricing/seats.ts'
import { countOf } from '#app/kernel/format.ts'
import { QuantityField, type QuantityParse } from '#app/ui/quantity-field.tsx'
import { notify } from '#app/ui/toast.ts'
import { type CartChoice, type QuotedLine, termsOf } from './cart.ts'
import { useCart } from './cart-context.ts'

type LineSeatsProps = { choice: CartChoice; index: number; assessment: QuotedLine['assessment'] }

/** For how many people, in business mode (specification 1, sections 2 and 5; decision 8). */
export function LineSeats({ choice, index, assessment }: LineSeatsProps) {
  const { updateAt } = useCart()
  const terms = termsOf(assessment)
  const min = Math.max(1, terms.minSeats)
  const max = Math.min(terms.maxSeats, MAX_SEATS)

  const parse = (text: string): QuantityParse => {
    const typed = parseTypedSeats(text, terms)
    if (!typed.ok) return typed
    if (typed.clamped) {
      notify({
        title: `Ajustamos la cantidad a ${countOf(typed.seats, 'persona', 'personas')}`,
        description: `${assessment.name} se compra para entre ${min} y ${max} personas.`,
      })
    }
    return { ok: true, value: typed.seats }
  }
  return (
    <QuantityField
      label={`Personas para ${assessment.name}`}
      value={choice.seats}
      min={min}
      max={max}
      parse={parse}
      onCommit={seats => updateAt(index, { seats })}
      decreaseLabel={`Una persona menos para ${assessment.name}`}
      increaseLabel={`Una persona más para ${assessment.name}`}
    />
  )
}
