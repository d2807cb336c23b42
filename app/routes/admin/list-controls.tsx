import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'

/** The search of a list. It lives in the address and works without scripts. */
export function ListSearch({ label, search }: { label: string; search: string }) {
  return (
    <Form method="get" className="mb-6 flex max-w-xl gap-2.5">
      <TextField
        key={search}
        label={label}
        hideLabel
        name="search"
        type="search"
        maxLength={100}
        defaultValue={search}
        placeholder={label}
        lead={<Search />}
        className="flex-1"
      />
      <Button type="submit" variant="secondary">
        Buscar
      </Button>
    </Form>
  )
}

type ListPagesProps = { search: string; after: string | undefined; next: string | undefined }

/** The way on, and back to the start. */
export function ListPages({ search, after, next }: ListPagesProps) {
  const address = (cursor?: string) => {
    const query = new URLSearchParams()
    if (search !== '') query.set('search', search)
    if (cursor !== undefined) query.set('after', cursor)
    return `?${query}`
  }
  if (after === undefined && next === undefined) return null
  return (
    <nav aria-label="Páginas" className="mt-6 flex flex-wrap gap-2.5">
      {after !== undefined && (
        <ButtonLink variant="secondary" size="sm" to={address()}>
          Volver al inicio de la lista
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink variant="secondary" size="sm" to={address(next)}>
          Siguientes
        </ButtonLink>
      )}
    </nav>
  )
}
