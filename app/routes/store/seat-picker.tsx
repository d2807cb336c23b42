import { useId, useState } from 'react'
import type { SeatTerms } from '#app/features/pricing/pricing.ts'
import { parseTypedSeats } from '#app/features/pricing/seats.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { QuantityField, type QuantityParse } from '#app/ui/quantity-field.tsx'
import { seatStops, stopIndex } from './seat-stops.ts'

type SeatPickerProps = { terms: SeatTerms; seats: number; onChange: (seats: number) => void }

/** The number of people: a field for an exact count and a slider (decision 8 for limits and messages). */
export function SeatPicker({ terms, seats, onChange }: SeatPickerProps) {
  const id = useId()
  const [notice, setNotice] = useState<string>()
  const stops = seatStops(terms.minSeats, terms.maxSeats)
  const choose = (count: number) => {
    setNotice(undefined)
    onChange(count)
  }
  const parse = (text: string): QuantityParse => {
    const typed = parseTypedSeats(text, terms)
    if (!typed.ok) return typed
    setNotice(
      typed.clamped
        ? `Ajustamos la cantidad: este producto se compra para entre ${terms.minSeats} y ${terms.maxSeats} personas.`
        : undefined,
    )
    return { ok: true, value: typed.seats }
  }
  return (
    <div className="mt-5">
      <div className="flex items-start justify-between gap-4">
        <label htmlFor={id} className="pt-2.5 text-md font-semibold">
          ¿Cuántas personas?
        </label>
        <QuantityField
          label="Personas"
          value={seats}
          min={terms.minSeats}
          max={terms.maxSeats}
          parse={parse}
          onCommit={onChange}
          decreaseLabel="Una persona menos"
          increaseLabel="Una persona más"
        />
      </div>
      {stops.length > 1 && (
        <input
          id={id}
          type="range"
          min={0}
          max={stops.length - 1}
          value={stopIndex(stops, seats)}
          aria-valuetext={countOf(seats, 'persona', 'personas')}
          onChange={event => choose(stops[Number(event.currentTarget.value)] ?? seats)}
          className="mt-3 block h-6 w-full pointer-coarse:h-11"
        />
      )}
      <p className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{formatInteger(terms.minSeats)}</span>
        <span>{formatInteger(terms.maxSeats)}</span>
      </p>
      <p role="status" className="text-sm text-fair-ink empty:hidden">
        {notice}
      </p>
    </div>
  )
}
