import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useId, useRef, useState } from 'react'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useSubmit } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { NativeSelect } from '#app/kit/ui/inline-select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { listHref, SEARCH_LENGTH, selectedCount } from './list-address.ts'
import { type ListAddress, type ListShape, PAGE_SIZES } from './list-shape.ts'
import { SearchSelect } from './search-select.tsx'

type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>

type ListFiltersProps = {
  shape: ListShape
  address: ListAddress
  /** What the search covers, as its label and placeholder. */
  searchLabel: string
  /** Options of the filters by id, by the filter's name. */
  references?: Choices | undefined
}

/**
 * Search, filters and sort order of a list. The form submits itself on a choice; without scripts 'Filtrar' submits it.
 * On phones the filters are collapsed under a button with their number.
 */
export function ListFilters({ shape, address, searchLabel, references = {} }: ListFiltersProps) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const foldable = shape.filters.length > 0 || shape.sorts.length > 1
  const selected = selectedCount(shape, address)
  const href = listHref(shape, address)
  const held = useRef(href)
  // A link may have changed the address. The fields stay mounted, so that the one in use keeps the focus. What was typed before the page
  // worked stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says what they hold.
  useEffect(() => {
    if (held.current === href) return
    held.current = href
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLSelectElement) {
        field.value = field.name === 'sort' ? address.sort.key : (address.selected[field.name] ?? '')
      } else if (field instanceof HTMLInputElement && field.type === 'search') {
        field.value = address.search
      }
    }
  }, [href])
  return (
    <Form
      ref={form}
      method="get"
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
        most={SEARCH_LENGTH}
        defaultValue={address.search}
        placeholder={searchLabel}
        lead={<Search />}
        className="min-w-40 flex-1 basis-40 sm:basis-56"
      />
      {foldable && (
        <div className="hidden scripted:max-sm:block">
          <Button variant="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <SlidersHorizontal aria-hidden="true" />
            <span>{selected === 0 ? 'Filtros' : `Filtros (${selected})`}</span>
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
        {shape.filters.map(filter => {
          const { name, label, all } = filter
          const allLabel = `${label}: ${lowerFirst(all)}`
          const defaultValue = address.selected[name] ?? ''
          const options = typeof filter.choices === 'string' ? (references[name] ?? []) : filter.choices
          return 'optionsFrom' in filter && filter.optionsFrom !== undefined ? (
            <div key={name} className={filterClass}>
              <SearchSelect
                {...{ name, label, all, defaultValue, options }}
                placeholder={allLabel}
                from={filter.optionsFrom}
                className="text-md"
                onSelect={({ form }) => submit(form, { preventScrollReset: true })}
              />
            </div>
          ) : (
            <FilterSelect
              key={name}
              {...{ name, label, defaultValue }}
              options={[
                { value: 'initial' in filter && filter.initial !== undefined ? 'all' : '', label: allLabel },
                ...options,
              ]}
            />
          )
        })}
        {shape.sorts.length > 1 && (
          <FilterSelect
            name="sort"
            label="Ordenar"
            defaultValue={address.sort.key}
            // Where rows are a table its heads sort, also without scripts.
            className="sm:max-w-64 xl:hidden"
            options={shape.sorts.map(({ key, label }) => ({ value: key, label: `Ordenar: ${lowerFirst(label)}` }))}
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

/** Two per row on phones; as wide as it needs, up to a limit, beyond. */
const filterClass = 'max-sm:flex-1 max-sm:basis-32 sm:max-w-48 lg:min-w-28 lg:shrink'

/** A select whose first option says what it filters. */
const FilterSelect = ({ label, className, ...select }: FilterSelectProps) => (
  <div className={classNames(filterClass, className)}>
    <NativeSelect {...select} aria-label={label} className="text-md" />
  </div>
)
