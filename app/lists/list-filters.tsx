import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NativeSelect } from '#app/ui/inline-select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { listHref, SEARCH_LENGTH, selectedCount } from './list-address.ts'
import { type ListAddress, type ListShape, PAGE_SIZES } from './list-shape.ts'

type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>

type ListFiltersProps = {
  shape: ListShape
  address: ListAddress
  /** What the search covers, as its label and placeholder. */
  searchLabel: string
  /** Options of the filters by id, by the filter's name. */
  references?: Choices | undefined
  /** The headers of the table sort by everything that the list can be sorted by: only cards need a control for it. */
  sortsByHeader: boolean
}

/**
 * Search, filters and sort order of a list. The form submits itself on a choice; without scripts 'Filtrar' submits it.
 * On phones the filters are collapsed under a button with their number.
 */
export function ListFilters({ shape, address, searchLabel, references = {}, sortsByHeader }: ListFiltersProps) {
  const submit = useSubmit()
  const [open, setOpen] = useState(false)
  const id = useId()
  const foldable = shape.filters.length > 0 || shape.sorts.length > 1
  const selected = selectedCount(shape, address)
  return (
    <Form
      method="get"
      // Resets uncontrolled fields when a link has changed the address.
      key={listHref(shape, address)}
      className="mb-2 flex flex-wrap items-end gap-2.5 lg:flex-nowrap print:hidden"
      onChange={event => {
        if (event.target instanceof HTMLSelectElement) submit(event.currentTarget, { preventScrollReset: true })
      }}
    >
      {Object.entries(address.period).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {address.size !== PAGE_SIZES[0] && <input type="hidden" name="size" value={address.size} />}
      <TextField
        label={searchLabel}
        hideLabel
        name="search"
        type="search"
        maxLength={SEARCH_LENGTH}
        defaultValue={address.search}
        placeholder={searchLabel}
        lead={<Search />}
        className="min-w-40 flex-1 basis-40 sm:basis-56"
      />
      {foldable && (
        <div className="hidden scripted:max-sm:block">
          <Button variant="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <SlidersHorizontal aria-hidden="true" />
            {selected === 0 ? 'Filtros' : `Filtros (${selected})`}
          </Button>
        </div>
      )}
      <div
        id={id}
        className={classNames(
          'contents max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:items-end max-sm:gap-2.5',
          foldable && !open && 'scripted:max-sm:hidden',
        )}
      >
        {shape.filters.map(filter => (
          <FilterSelect
            key={filter.name}
            name={filter.name}
            label={filter.label}
            defaultValue={address.selected[filter.name] ?? ''}
            options={[
              {
                value: 'initial' in filter && filter.initial !== undefined ? 'all' : '',
                label: `${filter.label}: ${lowerFirst(filter.all)}`,
              },
              ...(typeof filter.choices === 'string' ? (references[filter.name] ?? []) : filter.choices),
            ]}
          />
        ))}
        {shape.sorts.length > 1 && (
          <FilterSelect
            name="sort"
            label="Orden"
            defaultValue={address.sort.key}
            className={sortsByHeader ? 'xl:hidden' : undefined}
            options={shape.sorts.map(({ key, label }) => ({ value: key, label: `Orden: ${lowerFirst(label)}` }))}
          />
        )}
        <Button type="submit" variant="secondary" className="scripted:hidden">
          Filtrar
        </Button>
      </div>
    </Form>
  )
}

/** 'Todos' within a sentence. */
const lowerFirst = (text: string): string => text.charAt(0).toLocaleLowerCase('es-CL') + text.slice(1)

type FilterSelectProps = {
  name: string
  label: string
  defaultValue: string
  className?: string | undefined
  options: readonly { value: string; label: string }[]
}

/** A select whose first option says what it filters. Two per row on phones; as wide as it needs, up to a limit, beyond. */
const FilterSelect = ({ label, className, ...select }: FilterSelectProps) => (
  <div className={classNames('max-sm:flex-1 max-sm:basis-32 sm:max-w-48 lg:min-w-28 lg:shrink', className)}>
    <NativeSelect {...select} aria-label={label} className="text-md" />
  </div>
)
