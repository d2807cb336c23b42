import { useState } from 'react'
import { countOf } from '#app/kernel/format.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type ProductPickerProps = {
  products: readonly { id: string; name: string }[]
  selected: readonly string[]
  error?: string | undefined
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Selects the products that a code applies to. A search box filters a long list; ticked products stay ticked while
 * hidden.
 */
export function ProductPicker({ products, selected, error }: ProductPickerProps) {
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(selected))
  const tick = (id: string, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const listed = new Set(products.map(product => product.id))
  const gone = [...ticked].filter(id => !listed.has(id))
  return (
    <Fieldset legend="Productos" hideLegend error={error} hint={`${countOf(ticked.size, 'elegido', 'elegidos')}.`}>
      {products.length > 8 && (
        <TextField
          label="Buscar producto"
          hideLabel
          type="search"
          placeholder="Buscar producto..."
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          className="mb-2"
        />
      )}
      {/* Products that are no longer offered stay selected. */}
      {gone.map(id => (
        <input key={id} type="hidden" name={`product:${id}`} value="on" />
      ))}
      <ul className="grid max-h-64 gap-x-6 overflow-y-auto rounded-md border border-line px-3 py-1 sm:grid-cols-2">
        {products.map(({ id, name }) => (
          <li key={id} hidden={!plain(name).includes(plain(search.trim()))}>
            <Checkbox
              label={name}
              name={`product:${id}`}
              checked={ticked.has(id)}
              onChange={event => tick(id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Fieldset>
  )
}
