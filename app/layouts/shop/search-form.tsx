import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { SearchBox, type SearchBoxProps } from './search-box.tsx'

type SearchFormProps = Omit<SearchBoxProps, 'form'> & { className?: string | undefined }

/** Submits to /assessments?search={text}, with and without scripts. */
export function SearchForm({ className, ...box }: SearchFormProps) {
  return (
    <search className={className}>
      <Form action="/assessments" className={box.variant === 'hero' ? 'relative flex gap-2 sm:gap-2.5' : undefined}>
        <SearchBox {...box} />
        {box.variant === 'hero' && (
          <Button type="submit" size="lg" className="max-sm:px-4">
            Explorar
          </Button>
        )}
      </Form>
    </search>
  )
}
