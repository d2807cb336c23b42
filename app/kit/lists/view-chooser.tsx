import Bookmark from 'lucide-react/icons/bookmark'
import Columns3 from 'lucide-react/icons/columns-3'
import { createContext, type ReactNode, use, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { controlProps } from '#app/kit/forms/fields.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { Menu, MenuSeparator } from '#app/kit/ui/menu.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { isNarrowed, listHref } from './list-address.ts'
import type { ListAddress, ListShape } from './list-shape.ts'
import { isShown, readPreferences, remember, type SavedView, viewFields, viewHref } from './saved-views.ts'

/** How the staff see every list: rows of 44 px or of 64 px, and whether letters are shortcuts. */
type ViewPreferences = { comfortable: boolean; shortcuts: boolean }

const COMFORTABLE = 'comoda'
const OFF = 'no'

/** The stored preferences: compact rows and shortcuts unless somebody changed it. */
export function viewPreferences(request: Request): ViewPreferences {
  const stored = readPreferences(request.headers.get('cookie'))
  return { comfortable: stored.get('densidad') === COMFORTABLE, shortcuts: stored.get('atajos') !== OFF }
}

type View = ViewPreferences & { choose: (change: Partial<ViewPreferences>) => void }

const ViewContext = createContext<View>({ comfortable: false, shortcuts: true, choose: () => {} })

/** The preferences and how to change them. */
export const useView = (): View => use(ViewContext)

/** Stores the preferences in this browser, for all lists below. */
export function ViewProvider({ stored, children }: { stored: ViewPreferences; children: ReactNode }) {
  const [view, setView] = useState(stored)
  const choose = (change: Partial<ViewPreferences>) => {
    const next = { ...view, ...change }
    setView(next)
    remember('densidad', next.comfortable ? COMFORTABLE : '')
    remember('atajos', next.shortcuts ? '' : OFF)
  }
  return <ViewContext value={{ ...view, choose }}>{children}</ViewContext>
}

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

type ViewChooserProps = { shape: ListShape; address: ListAddress; views: readonly SavedView[] }

/** One's own views of the list as links, and a form that saves the list as it is shown. */
export function ViewChooser({ shape, address, views }: ViewChooserProps) {
  const { pathname } = useLocation()
  const current = views.find(view => isShown(shape, address, view))
  const isChanged = isNarrowed(shape, address) || address.sort.key !== shape.sorts[0].key
  if (views.length === 0 && !isChanged) return null
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm print:hidden">
      {views.length > 0 && (
        <nav aria-label="Vistas guardadas">
          <ul className="flex flex-wrap items-center gap-1">
            {views.map(view => (
              <li key={view.id}>
                <Link
                  to={viewHref(shape, view)}
                  aria-current={view === current || undefined}
                  className="inline-flex min-h-8 items-center rounded-sm px-2.5 hover:bg-ink/6 aria-[current=true]:bg-ink/8 aria-[current=true]:font-semibold pointer-coarse:min-h-11"
                >
                  {view.name}
                </Link>
              </li>
            ))}
            <li>
              <Link
                to="/admin/views"
                className="inline-flex min-h-8 items-center px-2 text-copper underline underline-offset-4 pointer-coarse:min-h-11"
              >
                Editar vistas
              </Link>
            </li>
          </ul>
        </nav>
      )}
      {isChanged && !current && (
        <details className="group/save">
          <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 text-copper underline underline-offset-4 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            <Bookmark aria-hidden="true" className="size-4" />
            Guardar vista
          </summary>
          <Form method="post" action="/admin/views" className="my-2 flex flex-wrap items-end gap-2.5">
            <input type="hidden" name="intent" value="save" />
            <input type="hidden" name="path" value={pathname} />
            <input type="hidden" name="query" value={listHref(shape, address)} />
            <TextField {...controlProps('name', viewFields.name)} hint="Con el mismo nombre se reemplaza." />
            <Button type="submit" size="sm" variant="secondary">
              Guardar
            </Button>
          </Form>
        </details>
      )}
    </div>
  )
}
