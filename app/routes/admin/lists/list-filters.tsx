import Search from 'lucide-react/icons/search'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { isNarrowed, listQuery, SEARCH_LENGTH } from './list-address.ts'
import { type ListAddress, type ListShape, PAGE_SIZES } from './list-shape.ts'

type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>

type ListFiltersProps = {
  shape: ListShape
  address: ListAddress
  /** What the search looks in, as its label and placeholder. */
  searchLabel: string
  /** Choices of the filters that are ids, by the filter's name. */
  references?: Choices | undefined
}

/** Search, filters, order and page size of a list. A form that sends itself on a choice; without scripts 'Filtrar' sends it. */
export function ListFilters({ shape, address, searchLabel, references = {} }: ListFiltersProps) {
  const submit = useSubmit()
  const navigation = useNavigation()
  return (
    <Form
      method="get"
      // Uncontrolled fields take up what a link has changed.
      key={listQuery(shape, address)}
      className="mb-4 flex flex-wrap items-end gap-2.5 print:hidden"
      onChange={event => {
        if (event.target instanceof HTMLSelectElement) submit(event.currentTarget, { preventScrollReset: true })
      }}
    >
      {Object.entries(address.period).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField
        label={searchLabel}
        hideLabel
        name="search"
        type="search"
        maxLength={SEARCH_LENGTH}
        defaultValue={address.search}
        placeholder={searchLabel}
        lead={<Search />}
        className="min-w-48 flex-1 basis-72"
      />
      {shape.filters.map(filter => (
        <SelectField
          key={filter.name}
          name={filter.name}
          label={filter.label}
          defaultValue={address.chosen[filter.name] ?? ''}
          className={FIELD}
          options={[
            { value: filter.choices !== 'ids' && filter.initial !== undefined ? 'all' : '', label: filter.all },
            ...(filter.choices === 'ids' ? (references[filter.name] ?? []) : filter.choices),
          ]}
        />
      ))}
      {shape.sorts.length > 1 && (
        <SelectField
          name="sort"
          label="Orden"
          defaultValue={address.sort.key}
          className={FIELD}
          options={shape.sorts.map(({ key, label }) => ({ value: key, label }))}
        />
      )}
      <SelectField
        name="size"
        label="Filas"
        defaultValue={String(address.size)}
        className={FIELD}
        options={PAGE_SIZES.map(size => ({ value: String(size), label: String(size) }))}
      />
      <Button type="submit" variant="secondary" pending={navigation.state === 'loading'}>
        Filtrar
      </Button>
      {isNarrowed(shape, address) && (
        <Link
          to="?"
          className="inline-flex min-h-11 items-center px-2 text-md text-copper underline underline-offset-4"
        >
          Limpiar
        </Link>
      )}
    </Form>
  )
}

/** Two a row on phones. */
const FIELD = 'max-sm:flex-1 max-sm:basis-32'
