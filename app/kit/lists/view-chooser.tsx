import Bookmark from 'lucide-react/icons/bookmark'
import { Link, useLocation } from 'react-router'
import { controlProps } from '#app/kit/forms/fields.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { isNarrowed, listHref } from './list-address.ts'
import type { ListAddress, ListShape } from './list-shape.ts'
import { isShown, type SavedView, viewFields, viewHref } from './saved-views.ts'

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
