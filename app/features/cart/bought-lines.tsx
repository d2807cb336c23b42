import type { ReactNode } from 'react'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { type CartChoice, MODE_LABELS } from './cart.ts'

type BoughtLine = Pick<CartChoice, 'mode' | 'seats'> & {
  id: string
  name: ReactNode
  /** Pesos of the line, VAT included. */
  price: Pesos
}

/** What was bought or quoted: products, for whom, and their prices as they were then. */
export const BoughtLines = ({ lines }: { lines: readonly BoughtLine[] }) => (
  <ul className="divide-y divide-line">
    {lines.map(({ id, name, mode, seats, price }) => (
      <li key={`${id}/${mode}`} className="flex items-baseline justify-between gap-6 py-3 first:pt-0">
        <span className="min-w-0">
          <span className="block font-medium text-pretty">{name}</span>
          <span className="block text-sm text-muted">
            {MODE_LABELS[mode]}, {countOf(seats, 'persona', 'personas')}
          </span>
        </span>
        <span className="tabular-nums">{formatPesos(price)}</span>
      </li>
    ))}
  </ul>
)
