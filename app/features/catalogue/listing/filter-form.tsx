import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { Link } from 'react-router'
import {
  countActiveFilters,
  DURATIONS,
  FILTER_FORM_ID,
  FILTER_PANEL_ID,
  type Filters,
  NO_FILTERS,
  readFilterForm,
  TYPES,
} from '#app/features/catalogue/filters.ts'
import { bandOf, isAnyPrice, type PriceRange, priceLabel } from '#app/features/catalogue/price-range.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { Facets } from './facets.ts'

type PriceFilterProps = {
  range: PriceRange
  prices: Facets['prices']
  /** Called when a typed end of the range loses focus or is submitted. */
  onTyped: (field: HTMLInputElement) => void
}

/** Price bands with their counts, and a custom range. */
export function PriceFilter({ range, prices, onTyped }: PriceFilterProps) {
  const isOwn = !isAnyPrice(range) && bandOf(range) === undefined
  const own = isOwn ? range : { min: null, max: null }
  const options = [
    { value: '', label: 'Cualquier precio' },
    ...prices.map(({ address, min, max, count }) => ({
      value: address,
      label: priceLabel({ min, max }),
      count,
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
      // The input is uncontrolled until the address changes.
      key={shown}
      id={id}
      name={name}
      label={<span className="text-sm font-normal text-muted">{label}</span>}
      aria-label={`Precio ${label.toLowerCase()}, en pesos`}
      lead="$"
      inputMode="numeric"
      autoComplete="off"
      most={12}
      defaultValue={shown}
      onBlur={event => leave(event.currentTarget)}
      onKeyDown={onKeyDown}
    />
  )
}

export type FilterFormProps = {
  path: string
  facets: Facets
  /** The pending filters. */
  filters: Filters
  total: number
  /** A search box outside belongs to the form; without one a hidden field keeps the text. */
  hasSearchBox: boolean
  addressOf: (filters: Filters) => string
  apply: (filters: Filters) => void
  onSubmitted: () => void
}

/** The filters of a list, as a GET form that works without scripts; with them every choice applies at once. */
export default function FilterForm(props: FilterFormProps) {
  const { path, facets, filters, total, hasSearchBox, addressOf, apply, onSubmitted } = props
  const active = countActiveFilters(filters)
  const unlisted = filters.tags.filter(tag => !facets.tags.some(known => known.name === tag))
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmitted()
    apply(readFilterForm(event.currentTarget, facets.categories))
  }
  return (
    <Form
      id={FILTER_FORM_ID}
      method="get"
      action={path}
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLInputElement && !isWritten(target))
          apply(readFilterForm(currentTarget, facets.categories, target.name))
      }}
      onSubmit={onSubmit}
      className="flex min-h-full flex-col lg:min-h-0"
    >
      {!hasSearchBox && filters.search !== '' && <input type="hidden" name="search" value={filters.search} />}
      {unlisted.map(tag => (
        <input key={tag} type="hidden" name="tag" value={tag} />
      ))}
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-base">
          <span>Filtros</span>
          {active > 0 && (
            <span className="ml-2 inline-block min-w-6 rounded-full bg-copper px-1.5 text-center text-sm leading-6 text-on-copper tabular-nums">
              <span>{active}</span>
              <span className="sr-only"> {active === 1 ? 'activo' : 'activos'}</span>
            </span>
          )}
        </h2>
        {active > 0 && (
          <Link
            to={addressOf({ ...NO_FILTERS, search: filters.search, sort: filters.sort })}
            preventScrollReset
            className="py-1 text-sm text-copper underline decoration-copper/40 underline-offset-4 hover:text-copper-strong lg:ml-auto"
          >
            Limpiar
          </Link>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label="Cerrar filtros"
          popoverTarget={FILTER_PANEL_ID}
          popoverTargetAction="hide"
          className="-mr-3 lg:hidden"
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="mt-2 flex flex-col gap-6 border-t border-line pt-5">
        <Fieldset legend="Categorías">
          {facets.categories.map(category => (
            <Checkbox
              key={category.slug}
              name="category"
              value={category.slug}
              label={category.name}
              count={category.count}
              checked={filters.categories.includes(category.slug)}
              onChange={ignore}
            />
          ))}
        </Fieldset>
        <RadioGroup
          legend="Duración"
          name="duration"
          value={DURATIONS.find(duration => duration.value === filters.duration)?.address ?? ''}
          options={DURATIONS.map(({ value, address, label }) => ({
            value: address,
            label,
            count: facets.durations.find(counted => counted.value === value)?.count,
          }))}
        />
        <RadioGroup
          legend="Tipo"
          name="type"
          value={TYPES.find(type => type.value === filters.type)?.address ?? ''}
          options={TYPES.map(({ value, address, label }) => ({
            value: address,
            label,
            count: facets.types.find(counted => counted.value === value)?.count,
          }))}
        />
        <PriceFilter
          range={filters.price}
          prices={facets.prices}
          onTyped={field => field.form && apply(readFilterForm(field.form, facets.categories, field.name))}
        />
        <Fieldset legend="Etiquetas">
          <div className="chips">
            {facets.tags.map(tag => (
              <label key={tag.name}>
                <input
                  type="checkbox"
                  name="tag"
                  value={tag.name}
                  checked={filters.tags.includes(tag.name)}
                  onChange={ignore}
                />
                <span>{tag.name}</span>
                <span>{tag.count}</span>
              </label>
            ))}
          </div>
        </Fieldset>
      </div>
      <div className="sticky bottom-0 mt-auto -mx-5 bg-surface px-5 py-4 lg:hidden">
        <Button type="submit" className="w-full">
          {`Ver ${countOf(total, 'resultado', 'resultados')}`}
        </Button>
      </div>
      <noscript>
        <Button type="submit" variant="secondary" className="mt-6 w-full max-lg:hidden">
          Aplicar filtros
        </Button>
      </noscript>
    </Form>
  )
}

/** The form listens to all of its fields. */
const ignore = () => {}

/** Whether a field is typed: it applies on blur or submit, not at each key. */
const isWritten = (field: HTMLInputElement): boolean => ['text', 'search'].includes(field.type)
