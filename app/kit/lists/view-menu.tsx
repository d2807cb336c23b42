import Columns3 from 'lucide-react/icons/columns-3'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { Menu, MenuSeparator } from '#app/kit/ui/menu.tsx'
import { useView } from './view-preferences.tsx'

type ViewMenuProps<Row> = {
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  choose: (key: string, shown: boolean) => void
}

/** What a list shows: the optional columns, the height of its rows, and its keys. */
export function ViewMenu<Row>({ columns, hidden, choose }: ViewMenuProps<Row>) {
  const view = useView()
  return (
    <Menu
      variant="secondary"
      size="sm"
      trigger={
        <>
          <Columns3 aria-hidden="true" />
          <span>Columnas</span>
        </>
      }
    >
      {columns
        .filter(column => !column.primary && !column.hideHeader)
        .map(({ key, header }) => (
          <li key={key} className="px-4">
            <Checkbox
              label={header}
              checked={!hidden.includes(key)}
              onChange={event => choose(key, event.currentTarget.checked)}
            />
          </li>
        ))}
      <MenuSeparator />
      <li className="px-4">
        <Checkbox
          label="Vista cómoda"
          checked={view.comfortable}
          onChange={event => view.choose({ comfortable: event.currentTarget.checked })}
        />
      </li>
      <li className="px-4">
        <Checkbox
          label="Atajos de teclado"
          hint="j y k recorren las filas, Intro abre, x marca y / busca."
          checked={view.shortcuts}
          onChange={event => view.choose({ shortcuts: event.currentTarget.checked })}
        />
      </li>
    </Menu>
  )
}
