import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'

type SearchFormProps = {
  look: 'header' | 'hero'
  className?: string | undefined
}

/** Leads to /assessments?search={text}, with and without scripts. */
export function SearchForm({ look, className }: SearchFormProps) {
  const hero = look === 'hero'
  return (
    <search className={className}>
      <Form action="/assessments" className={hero ? 'flex gap-2 sm:gap-2.5' : undefined}>
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className={classNames(
              'pointer-events-none absolute top-1/2 -translate-y-1/2 text-muted',
              hero ? 'left-3.5 size-5 sm:left-4' : 'left-3 size-[1.125rem]',
            )}
          />
          <input
            type="search"
            name="search"
            maxLength={100}
            aria-label="Buscar assessments"
            placeholder="Buscar assessments..."
            autoComplete="off"
            enterKeyHint="search"
            className={classNames(
              'block w-full rounded-md border border-control bg-surface text-ink transition-colors hover:border-ink focus-visible:border-copper focus-visible:-outline-offset-1 [&::-webkit-search-cancel-button]:hidden',
              hero ? 'h-13 pr-2 pl-11 text-base sm:pl-12' : 'h-10 pr-3 pl-9.5 text-md pointer-coarse:h-11',
            )}
          />
        </div>
        {hero && (
          <Button type="submit" size="lg" className="max-sm:px-4">
            Explorar
          </Button>
        )}
      </Form>
    </search>
  )
}
