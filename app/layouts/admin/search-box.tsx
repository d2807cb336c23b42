import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { readSearch, searchedBeginning } from '#app/kit/lists/list-address.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { useCombobox } from '#app/kit/ui/use-combobox.ts'
import type { loader } from './search.tsx'
import { SearchResult } from './search-result.tsx'

/** Debounce in milliseconds. */
const PAUSE_MS = 120

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** 'Buscar...' of the top bar: over everything, with the keyboard; '/' or Ctrl+K lead to it. Without scripts it leads to a page of results. */
export function AdminSearchBox() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [dismissed, setDismissed] = useState(false)
  const results = useResults(typed)
  const found = (results?.groups ?? []).flatMap(({ rows }) => rows)
  const foundNothing = !dismissed && results !== undefined && found.length === 0 && results.search === readSearch(typed)
  const cut = results && searchedBeginning(typed)
  const optionId = useCallback((index: number) => `${id}option-${index}`, [id])
  const { open, active, close } = useCombobox({
    input,
    listId: `${id}list`,
    count: found.length,
    optionId,
    onType: text => {
      setTyped(text)
      setDismissed(false)
    },
  })

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        (event.key === '/' && !isTyping(event.target)) ||
        ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')
      if (!isShortcut || event.isComposing || document.querySelector('dialog:modal')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <Form role="search" action="/admin/search" className="relative min-w-0 flex-1 sm:max-w-md">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-2.75 left-3 size-[1.125rem] text-muted pointer-coarse:top-3.25"
      />
      <input
        ref={input}
        type="search"
        name="search"
        aria-label="Buscar..."
        aria-keyshortcuts="/ Control+K"
        placeholder="Buscar..."
        autoComplete="off"
        enterKeyHint="search"
        onBlur={() => setDismissed(true)}
        onKeyDown={event => (event.key === 'Escape' || event.key === 'Enter') && setDismissed(true)}
        className="peer block h-10 w-full rounded-md border border-control bg-surface pr-3 pl-9.5 text-md text-ink transition-colors hover:border-ink focus-visible:border-copper focus-visible:-outline-offset-1 pointer-coarse:h-11"
      />
      {/* The field says it to assistive technology; gone where the results or what was typed need its place. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-2.5 peer-focus:hidden peer-not-placeholder-shown:hidden max-lg:hidden pointer-coarse:hidden"
      >
        <kbd className="block rounded-sm border border-line bg-paper px-1.5 font-sans text-xs leading-5.5 text-muted">
          Ctrl+K
        </kbd>
      </span>
      <p role="status" className="sr-only">
        {`${cut ? `${cut} ` : ''}${open ? `${countOf(found.length, 'resultado', 'resultados')}. Usa las flechas para ${inNumber(found.length, 'recorrerlo', 'recorrerlos')}.` : ''}${foundNothing ? 'Sin coincidencias.' : ''}`}
      </p>
      {foundNothing && (
        <p
          aria-hidden="true"
          className="absolute top-full left-0 z-30 mt-1.5 w-full rounded-md border border-line bg-surface px-4 py-3 text-md text-muted shadow-raised"
        >
          {`Sin coincidencias con «${results.search}».${cut ? ` ${cut}` : ''}`}
        </p>
      )}
      {open && (
        <div
          id={`${id}list`}
          role="listbox"
          aria-label="Resultados"
          tabIndex={-1}
          // Keeps the focus in the field: a click on an option would otherwise close the list first.
          onPointerDown={event => event.preventDefault()}
          className="absolute top-full left-0 z-30 mt-1.5 max-h-[min(36rem,75dvh)] w-[30rem] max-w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-2 shadow-raised max-sm:fixed max-sm:inset-x-4 max-sm:top-16 max-sm:w-auto"
        >
          {cut && (
            <p aria-hidden="true" className="px-4 pt-1 pb-2 text-xs text-muted">
              {cut}
            </p>
          )}
          {results?.groups.map(({ kind, title, rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these are a list's options.
            <div key={kind} role="group" aria-label={title} className="not-first:mt-2">
              <p aria-hidden="true" className="px-4 pt-1 pb-1 text-xs text-muted">
                {title}
              </p>
              {rows.map(row => {
                const index = found.indexOf(row)
                return (
                  <Link
                    key={row.id}
                    id={optionId(index)}
                    role="option"
                    aria-selected={index === active}
                    tabIndex={-1}
                    to={row.to}
                    onClick={close}
                    className={classNames(
                      'block min-h-11 px-4 py-1.5 text-md hover:bg-ink/6',
                      index === active && 'bg-copper-soft shadow-[inset_3px_0_0_var(--color-copper)]',
                    )}
                  >
                    <SearchResult row={row} />
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </Form>
  )
}

/** The server's results for a typed text; none while it is too short, and never for an older text. */
function useResults(typed: string) {
  const { load, data } = useFetcher<typeof loader>()
  const text = typed.trim()
  useEffect(() => {
    if (text.length < 2) return
    const pause = setTimeout(
      () => void load(`/admin/search?box=1&search=${encodeURIComponent(readSearch(text))}`),
      PAUSE_MS,
    )
    return () => clearTimeout(pause)
  }, [text, load])
  // Null where the shop did not answer.
  return text.length < 2 ? undefined : (data ?? undefined)
}
