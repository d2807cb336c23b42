import { type KeyboardEvent, useId } from 'react'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CountedLabel } from './counted-label.tsx'
import type { Facets } from './facets.ts'
import { priceLabel } from './price-label.ts'
import { bandOf, isAnyPrice, type PriceRange } from './price-range.ts'

type PriceFilterProps = {
  range: PriceRange
  prices: Facets['prices']
  /** A typed end was left or sent. */
  onTyped: (field: HTMLInputElement) => void
}

/** Price bands with their counts, and a range of one's own. */
export function PriceFilter({ range, prices, onTyped }: PriceFilterProps) {
  const isOwn = !isAnyPrice(range) && bandOf(range) === undefined
  const own = isOwn ? range : { min: null, max: null }
  const options = [
    { value: '', label: 'Cualquier precio' },
    ...prices.map(({ address, min, max, count }) => ({
      value: address,
      label: <CountedLabel label={priceLabel({ min, max })} count={count} />,
    })),
    ...(isOwn ? [{ value: 'otro', label: 'Otro rango' }] : []),
  ]
  return (
    <div>
      <RadioGroup
        legend="Precio"
        name="price"
        value={isOwn ? 'otro' : (bandOf(range)?.address ?? '')}
        options={options}
      />
      <div className="mt-2 grid grid-cols-2 gap-2.5">
        <PriceEnd name="min" label="Desde" value={own.min} onTyped={onTyped} />
        <PriceEnd name="max" label="Hasta" value={own.max} onTyped={onTyped} />
      </div>
    </div>
  )
}

type PriceEndProps = {
  name: 'min' | 'max'
  label: string
  value: number | null
  onTyped: PriceFilterProps['onTyped']
}

function PriceEnd({ name, label, value, onTyped }: PriceEndProps) {
  const shown = value === null ? '' : String(value)
  const id = useId()
  const leave = (field: HTMLInputElement) => {
    if (field.value.trim() !== shown) onTyped(field)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    leave(event.currentTarget)
  }
  return (
    <TextField
      // What is typed is the field's own until the address says otherwise.
      key={shown}
      id={id}
      name={name}
      label={<span className="text-sm font-normal text-muted">{label}</span>}
      aria-label={`Precio ${label.toLowerCase()}, en pesos`}
      lead="$"
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      defaultValue={shown}
      onBlur={event => leave(event.currentTarget)}
      onKeyDown={onKeyDown}
    />
  )
}
