import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'

export type SearchBoxProps = {
  variant: 'header' | 'hero'
  /** The search text of the page's list. */
  text?: string | undefined
  /** The id of the form, where the box is outside of it. */
  form?: string | undefined
  /** Position of the suggestions: over the content, aligned to the right, or below in the flow. */
  placement?: 'over' | 'over-from-right' | 'below'
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
    <div className={classNames('min-w-0 flex-1', hero ? 'sm:relative' : 'relative')}>
      <Search
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute left-3',
          hero ? 'top-4 size-5 text-muted sm:left-4' : 'top-2.75 size-[1.125rem] text-muted pointer-coarse:top-3.25',
        )}
      />
      <input
        ref={input}
        type="search"
        name="search"
        form={form}
        defaultValue={text}
        maxLength={100}
        aria-label="Buscar assessments..."
        placeholder="Buscar assessments..."
        autoComplete="off"
        enterKeyHint="search"
        onFocus={loadSuggestions}
        className={classNames(
          'search-input',
          hero ? 'h-13 pr-2 pl-11 text-base sm:pl-12' : 'h-10 pr-3 pl-9.5 text-md pointer-coarse:h-11',
        )}
      />
      {List && <List input={input} placement={placement} />}
    </div>
  )
}
