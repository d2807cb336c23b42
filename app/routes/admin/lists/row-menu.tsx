import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ReactNode } from 'react'
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

type RowActionProps = {
  /** Id of the list's form: `listFormId(shape)`. */
  form: string
  intent: string
  row: { id: string }
  danger?: boolean | undefined
  children: ReactNode
}

/** Does to one row what the bulk bar does to many: the page's action reads both with `readListPost`. */
export const RowAction = ({ form, intent, row, danger, children }: RowActionProps) => (
  <MenuButton type="submit" form={form} name="one" value={`${intent} ${row.id}`} danger={danger}>
    {children}
  </MenuButton>
)
