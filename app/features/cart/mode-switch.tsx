import { useId } from 'react'
import { allowsMode, type Mode } from '#app/features/pricing/pricing.ts'
import { notify } from '#app/ui/toast.ts'
import { type CartChoice, MODE_LABELS, type QuotedLine, termsOf } from './cart.ts'
import { useCart } from './cart-context.ts'

const MODES: readonly Mode[] = ['self', 'business']

type ModeSwitchProps = { choice: CartChoice; index: number; assessment: QuotedLine['assessment'] }

/** For one person or for several: a switch where the product allows both, else the word. */
export function ModeSwitch({ choice, index, assessment }: ModeSwitchProps) {
  const { choices, updateAt } = useCart()
  const name = useId()
  const terms = termsOf(assessment)
  if (!MODES.every(mode => allowsMode(terms, mode))) {
    return <p className="text-md text-muted">{MODE_LABELS[choice.mode]}</p>
  }
  const change = (mode: Mode) => {
    if (choices.some(other => other.product_id === choice.product_id && other.mode === mode)) {
      notify({
        title: 'Ahora es una sola línea',
        description: `${assessment.name} ya estaba en tu carrito en modo ${MODE_LABELS[mode]}.`,
      })
    }
    updateAt(index, { mode, seats: terms.minSeats })
  }
  return (
    <fieldset>
      <legend className="sr-only">Modo de compra de {assessment.name}</legend>
      <div className="inline-grid grid-cols-2 rounded-md bg-ink/6 p-1">
        {MODES.map(mode => (
          <label
            key={mode}
            className="flex min-h-9 cursor-pointer items-center justify-center rounded-sm px-3.5 text-md text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-control)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-copper pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={mode}
              checked={choice.mode === mode}
              onChange={() => change(mode)}
              className="sr-only"
            />
            {MODE_LABELS[mode]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
