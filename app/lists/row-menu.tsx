import Ellipsis from 'lucide-react/icons/ellipsis'
import { createContext, type ReactNode, use } from 'react'
import { Menu, MenuButton } from '#app/ui/menu.tsx'

type RowMenuProps = {
  /** What the row is called, for whoever hears the button alone. */
  name: string
  /** `MenuLink`, `RowAction`. */
  children: ReactNode
}

/** What can be done with one row. */
export const RowMenu = ({ name, children }: RowMenuProps) => (
  <Menu trigger={<Ellipsis aria-hidden="true" />} label={`Acciones de ${name}`} size="icon-sm">
    {children}
  </Menu>
)

/** Id of the form that the menus and boxes of the list around send. */
export const ListForm = createContext('')

type RowActionProps = {
  intent: string
  row: { id: string }
  danger?: boolean | undefined
  children: ReactNode
}

/** Does to one row what the bulk bar does to many: the page's action reads both with `readListPost`. */
export const RowAction = ({ intent, row, danger, children }: RowActionProps) => (
  <MenuButton type="submit" form={use(ListForm)} name="one" value={`${intent} ${row.id}`} danger={danger}>
    {children}
  </MenuButton>
)
