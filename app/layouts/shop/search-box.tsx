import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'

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

export type SearchBoxProps = {
  variant: 'header' | 'hero'
  /** The search text of the page's list. */
  text?: string | undefined
  /** The id of the form, where the box is outside of it. */
  form?: string | undefined
  /** Position of the suggestions: over the content, or as the header's field has them. */
  placement?: 'over' | 'header'
}

type SuggestionList = typeof import('./search-suggestions.tsx').SearchSuggestions

/** A search field. The code of its suggestions is loaded at the first focus. */
export function SearchBox({ variant, text = '', form, placement = 'over' }: SearchBoxProps) {
  const hero = variant === 'hero'
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(text)
  const [List, setList] = useState<SuggestionList>()

  const loadSuggestions = () => {
    if (List) return
    import('./search-suggestions.tsx').then(
      module => setList(() => module.SearchSuggestions),
      // Without a network it remains a plain field.
      () => undefined,
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; somebody may have come into the field before scripts did.
  useEffect(() => {
    if (input.current === document.activeElement) loadSuggestions()
  }, [])
  useEffect(() => {
    // Not on mount: somebody may have typed already.
    if (shown.current !== text && input.current) input.current.value = text
    shown.current = text
  }, [text])

  return (
    // On a phone the hero's suggestions are as wide as the form, not just the field.
    <div className={hero ? 'min-w-0 flex-1 sm:relative' : 'search-field'}>
      <Search
        aria-hidden="true"
        className={hero ? 'pointer-events-none absolute top-4 left-3 size-5 text-muted sm:left-4' : undefined}
      />
      <input
        ref={input}
        type="search"
        name="search"
        form={form}
        defaultValue={text}
        aria-label="Buscar assessments..."
        placeholder="Buscar assessments..."
        autoComplete="off"
        enterKeyHint="search"
        onFocus={loadSuggestions}
        className={hero ? 'search-input h-13 pr-2 pl-11 text-base sm:pl-12' : 'search-input'}
      />
      {List && <List input={input} placement={placement} />}
    </div>
  )
}
