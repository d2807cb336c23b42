import type { ReactNode } from 'react'
import { type CartChoice, MEASURES_AGAIN, MODE_LABELS } from '#app/features/cart/cart.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'

type BoughtLine = Pick<CartChoice, 'mode' | 'seats'> & {
  id: string
  name: ReactNode
  /** Seats added to an earlier purchase: its number, or true when the number is not shown. */
  addedTo?: string | true | undefined
  /** The item of an earlier order that it measures again. */
  repeats?: string | undefined
  /** Pesos of the line, VAT included. */
  price: Pesos
}

/** The lines of an order or quotation: products, mode, and their prices at that time. */
export const BoughtLines = ({ lines }: { lines: readonly BoughtLine[] }) => (
  <ul className="divide-y divide-line">
    {lines.map(({ id, name, mode, seats, addedTo, repeats, price }) => (
      <li key={`${id}/${mode}`} className="flex items-baseline justify-between gap-6 py-3 first:pt-0">
        <span className="min-w-0">
          <span className="block font-medium text-pretty">{name}</span>
          <span className="block text-sm text-muted">
            <span>{`${addedTo ? 'Asientos adicionales' : MODE_LABELS[mode]}, ${countOf(seats, 'persona', 'personas')}`}</span>
            {repeats !== undefined && <span className="block">{MEASURES_AGAIN}</span>}
            {typeof addedTo === 'string' && <span className="block break-all">{`Para la orden ${addedTo}`}</span>}
          </span>
        </span>
        <span className="tabular-nums">{formatPesos(price)}</span>
      </li>
    ))}
  </ul>
)
