import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import type { Category } from './catalogue.ts'
import { changeFilters, DURATIONS, type Filters, TYPES, toggle } from './filters.ts'
import { priceLabel } from './price-label.ts'
import { ANY_PRICE, isAnyPrice } from './price-range.ts'

type ActiveFiltersProps = {
  filters: Filters
  categories: readonly Category[]
  addressOf: (filters: Filters) => string
}

/** What the list is narrowed to; each a link that takes it away. */
export default function ActiveFilters({ filters, categories, addressOf }: ActiveFiltersProps) {
  const without = (change: Partial<Filters>) => addressOf(changeFilters(filters, change))
  const chips = [
    ...(filters.search === '' ? [] : [{ label: `«${filters.search}»`, to: without({ search: '' }) }]),
    ...filters.categories.map(slug => ({
      label: categories.find(category => category.slug === slug)?.name ?? slug,
      to: without({ categories: toggle(filters.categories, slug) }),
    })),
    ...DURATIONS.filter(({ value }) => value !== 'all' && value === filters.duration).map(({ label }) => ({
      label,
      to: without({ duration: 'all' }),
    })),
    ...TYPES.filter(({ value }) => value !== 'all' && value === filters.type).map(({ label }) => ({
      label,
      to: without({ type: 'all' }),
    })),
    ...(isAnyPrice(filters.price) ? [] : [{ label: priceLabel(filters.price), to: without({ price: ANY_PRICE }) }]),
    ...filters.tags.map(tag => ({ label: tag, to: without({ tags: toggle(filters.tags, tag) }) })),
  ]
  return (
    <ul aria-label="Filtros aplicados" className="mb-5 flex flex-wrap gap-2">
      {chips.map(chip => (
        <li key={chip.to}>
          <Link
            to={chip.to}
            preventScrollReset
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-copper-soft pr-1.5 pl-2.5 text-sm text-copper-strong hover:bg-copper hover:text-on-copper pointer-coarse:min-h-11"
          >
            <span className="sr-only">Quitar filtro </span>
            {chip.label}
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
