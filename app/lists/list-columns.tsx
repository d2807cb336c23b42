import Columns3 from 'lucide-react/icons/columns-3'
import { useState } from 'react'
import { Checkbox } from '#app/ui/checkbox.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { listHref } from './list-address.ts'
import type { ListAddress, ListShape } from './list-shape.ts'
import { remember } from './preferences.ts'

/** Which columns are shown, as stored in this browser. The column with the row's name always is. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[], hidden: readonly string[]) {
  const [left, setLeft] = useState<readonly string[]>(hidden)
  const choose = (key: string, shown: boolean) => {
    const next = shown ? left.filter(other => other !== key) : [...left, key]
    setLeft(next)
    remember(`columnas-${list}`, next.join('.'))
  }
  return { shown: columns.filter(({ key, primary }) => primary || !left.includes(key)), left, choose }
}

type ColumnChoiceProps<Row> = {
  columns: readonly Column<Row>[]
  left: readonly string[]
  choose: (key: string, shown: boolean) => void
}

/** The optional columns. */
export const ColumnChoice = <Row,>({ columns, left, choose }: ColumnChoiceProps<Row>) => (
  <Menu
    variant="secondary"
    size="sm"
    trigger={
      <>
        <Columns3 aria-hidden="true" />
        Columnas
      </>
    }
  >
    {columns
      .filter(column => !column.primary && !column.hideHeader)
      .map(({ key, header }) => (
        <li key={key} className="px-4">
          <Checkbox
            label={header}
            checked={!left.includes(key)}
            onChange={event => choose(key, event.currentTarget.checked)}
          />
        </li>
      ))}
  </Menu>
)

/**
 * Columns with headers that sort, where the list has a matching order. A header toggles the direction where there are
 * two.
 */
export function sortable<Row>(columns: readonly Column<Row>[], shape: ListShape, address: ListAddress): Column<Row>[] {
  return columns.map(column => {
    const sorts = shape.sorts.filter(sort => sort.column === column.key)
    const [first] = sorts
    if (!first) return column
    const current = sorts.find(sort => sort.key === address.sort.key)
    const next = sorts.find(sort => sort.key !== address.sort.key) ?? first
    return {
      ...column,
      sort: {
        to: listHref(shape, address, { sort: (current ? next : first).key }),
        ...(current && { direction: current.direction }),
      },
    }
  })
}
