import Ellipsis from 'lucide-react/icons/ellipsis'
import { createContext, type ReactNode, use } from 'react'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { Menu, MenuButton } from '#app/kit/ui/menu.tsx'
import type { List } from './define-list.ts'

/** The column of what can be done with one row, where a list has that. */
export function menuColumn<Row>({ menu, rowName }: List<Row>): Column<Row>[] {
  if (!menu) return []
  const cell = (row: Row) => {
    const items = menu(row)
    return (
      items && (
        <Menu trigger={<Ellipsis aria-hidden="true" />} label={`Acciones de ${rowName(row)}`} size="icon-sm">
          {items}
        </Menu>
      )
    )
  }
  return [{ key: 'menu', header: 'Acciones', hideHeader: true, align: 'end', cell }]
}

/** Id of the form that the menus and boxes of the list around send. */
export const ListForm = createContext('')

type RowActionProps = {
  intent: string
  row: { id: string }
  danger?: boolean | undefined
  children: ReactNode
}

/** A row's action, the same as in the bulk bar: the page's action reads both with `readListPost`. */
export const RowAction = ({ intent, row, danger, children }: RowActionProps) => (
  <MenuButton type="submit" form={use(ListForm)} name="one" value={`${intent} ${row.id}`} danger={danger}>
    {children}
  </MenuButton>
)
