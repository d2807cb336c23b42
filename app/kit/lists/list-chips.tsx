import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import { listHref } from './list-address.ts'
import type { ListAddress, ListFilter, ListReference, ListShape } from './list-shape.ts'

type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>

type ListChipsProps = { shape: ListShape; address: ListAddress; references: Choices }

/** The search and the filters that are set, each as a link that removes it, and a link that removes all. */
export function ListChips({ shape, address, references }: ListChipsProps) {
  const { search, selected } = address
  const chips = [
    ...(search === '' ? [] : [{ key: 'search', label: `«${search}»`, to: listHref(shape, address, { search: '' }) }]),
    ...shape.filters.flatMap(filter => {
      const value = selected[filter.name]
      const { initial } = { initial: undefined, ...filter }
      if (value === undefined || value === initial) return []
      const rest = { ...selected, [filter.name]: initial ?? '' }
      return [
        {
          key: filter.name,
          label: `${filter.label}: ${labelOf(filter, value, references)}`,
          to: listHref(shape, address, { selected: rest }),
        },
      ]
    }),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filtros aplicados" className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
      {chips.map(chip => (
        <li key={chip.key}>
          <Link
            to={chip.to}
            preventScrollReset
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-copper-soft pr-1.5 pl-2.5 text-sm text-copper-strong hover:bg-copper hover:text-on-copper pointer-coarse:min-h-11"
          >
            <span className="sr-only">Quitar filtro </span>
            <span>{chip.label}</span>
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="?"
          preventScrollReset
          className="inline-flex min-h-8 items-center px-2 text-sm text-copper underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Limpiar
        </Link>
      </li>
    </ul>
  )
}

function labelOf(filter: ListFilter | ListReference, value: string, references: Choices): string {
  const choices = typeof filter.choices === 'string' ? (references[filter.name] ?? []) : filter.choices
  const known = choices.find(choice => choice.value === value)
  if (known) return known.label
  return 'initial' in filter && value === 'all' ? filter.all : value
}
