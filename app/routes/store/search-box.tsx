import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'

export type SearchBoxProps = {
  variant: 'header' | 'hero'
  /** The text that the page's list was made for. */
  text?: string | undefined
  /** The form that the box belongs to, where it does not stand inside it. */
  form?: string | undefined
  /** Where suggestions lie: over what follows, from an edge on, or in a place of their own. */
  place?: 'over' | 'over-from-right' | 'below'
}

type SuggestionList = typeof import('./search-suggestions.tsx').SearchSuggestions

/** A search field. What it offers while somebody types comes with code of its own, at the first focus. */
export function SearchBox({ variant: look, text = '', form, place = 'over' }: SearchBoxProps) {
  const hero = look === 'hero'
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(text)
  const [List, setList] = useState<SuggestionList>()

  const bring = () => {
    if (List) return
    import('./search-suggestions.tsx').then(
      module => setList(() => module.SearchSuggestions),
      // Without a network the field goes on as a plain one.
      () => undefined,
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; somebody may have come into the field before scripts did.
  useEffect(() => {
    if (input.current === document.activeElement) bring()
  }, [])
  useEffect(() => {
    // Not at first: somebody may have typed already.
    if (shown.current !== text && input.current) input.current.value = text
    shown.current = text
  }, [text])

  return (
    // On a phone the suggestions of the hero take the whole form's width, not just the field's.
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
        onFocus={bring}
        className={classNames(
          'block w-full rounded-md border border-control bg-surface text-ink transition-colors hover:border-ink focus-visible:border-copper focus-visible:-outline-offset-1 [&::-webkit-search-cancel-button]:hidden',
          hero ? 'h-13 pr-2 pl-11 text-base sm:pl-12' : 'h-10 pr-3 pl-9.5 text-md pointer-coarse:h-11',
        )}
      />
      {List && <List input={input} place={place} />}
    </div>
  )
}
