import { type RefObject, useCallback, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { cardPath } from '#app/features/catalogue/catalogue.ts'
import { type Suggestions, searchedBeginning, suggestionText } from '#app/features/catalogue/listing/suggestions.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { useCombobox } from '#app/kit/ui/use-combobox.ts'
import { categoryAddress } from './page-frame.ts'
import type { SearchBoxProps } from './search-box.tsx'

/** Debounce in milliseconds. */
const PAUSE_MS = 120

type Suggested = { text: string; found: Suggestions }

/** The server's suggestions for a typed text. An outdated answer is never shown; undefined: none. */
function useSuggestions(typed: string): Suggested | undefined {
  const text = suggestionText(typed)
  const [last, setLast] = useState<Suggested>()

  useEffect(() => {
    if (text === undefined) return
    const asking = new AbortController()
    const pause = setTimeout(() => {
      ask(text, asking.signal).then(
        found => {
          if (!asking.signal.aborted) setLast(found && { text, found })
        },
        // Offline or outdated: the field works without.
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      asking.abort()
    }
  }, [text])

  return text === undefined ? undefined : last
}

async function ask(text: string, signal: AbortSignal): Promise<Suggestions | undefined> {
  const response = await fetch(`/suggest?q=${encodeURIComponent(text)}`, { signal })
  if (!response.ok) return undefined
  const found: Suggestions = await response.json()
  return found
}

type Option = { to: string; label: string; detail?: string; note?: string }
/** `plain`: its title is for assistive technology alone. */
type Group = { title: string; plain?: true; options: Option[] }

const searchAddress = (text: string) => `/assessments?search=${encodeURIComponent(text)}`

/** The options in groups, best first; the search itself comes last. */
function groupsOf(text: string, typed: string, { products, categories, correction }: Suggestions): Group[] {
  const cut = searchedBeginning(typed)
  const groups: Group[] = [
    {
      title: 'Quizás quisiste decir',
      options: correction === null ? [] : [{ to: searchAddress(correction), label: correction }],
    },
    {
      title: 'Productos',
      options: products.map(({ slug, name, category, price }) => ({
        to: cardPath(slug),
        label: name,
        note: category,
        detail: price,
      })),
    },
    { title: 'Categorías', options: categories.map(({ name }) => ({ to: categoryAddress(name), label: name })) },
    {
      ...(cut === undefined ? { title: 'Búsqueda', plain: true } : { title: cut }),
      options: [{ to: searchAddress(text), label: `Buscar «${text}»` }],
    },
  ]
  return groups.filter(group => group.options.length > 0)
}

const placements = {
  over: 'absolute inset-x-0 top-full z-30 mt-1.5',
  // In its panel on phones and tablets, else over the content and wider than the field.
  header: 'mt-2 lg:absolute lg:top-full lg:right-0 lg:z-30 lg:mt-1.5 lg:w-[26rem] lg:max-w-[calc(100vw-2rem)]',
} as const

type SearchSuggestionsProps = {
  input: RefObject<HTMLInputElement | null>
  placement: NonNullable<SearchBoxProps['placement']>
}

/** Products, categories and corrections for a partially typed search. */
export function SearchSuggestions({ input, placement }: SearchSuggestionsProps) {
  const id = useId()
  const [typed, setTyped] = useState(() => input.current?.value ?? '')
  const suggested = useSuggestions(typed)
  const groups = suggested ? groupsOf(suggested.text, typed, suggested.found) : []
  const count = groups.reduce((sum, group) => sum + group.options.length, 0)
  const optionId = useCallback((index: number) => `${id}option-${index}`, [id])
  const { open, active, close } = useCombobox({ input, listId: `${id}list`, count, optionId, onType: setTyped })
  let index = -1
  return (
    <>
      <p role="status" className="sr-only">
        {open &&
          `${countOf(count, 'sugerencia', 'sugerencias')}. Usa las flechas para ${inNumber(count, 'recorrerla', 'recorrerlas')}.`}
      </p>
      {open && (
        <div
          id={`${id}list`}
          role="listbox"
          aria-label="Sugerencias"
          tabIndex={-1}
          // Keeps the focus in the field: a click on an option would otherwise close the list first.
          onPointerDown={event => event.preventDefault()}
          className={classNames(
            'max-h-[min(34rem,70dvh)] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-2 text-left text-ink shadow-raised',
            placements[placement],
          )}
        >
          {groups.map(group => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these are a list's options.
            <div
              key={group.title}
              role="group"
              aria-label={group.title}
              className={classNames('not-first:mt-2', group.plain && 'border-line not-first:border-t not-first:pt-2')}
            >
              {!group.plain && (
                <p aria-hidden="true" className="px-4 pt-1 pb-1 text-xs text-muted">
                  {group.title}
                </p>
              )}
              {group.options.map(option => {
                index += 1
                return (
                  <Link
                    key={option.to}
                    id={optionId(index)}
                    role="option"
                    aria-selected={index === active}
                    tabIndex={-1}
                    to={option.to}
                    onClick={close}
                    className={classNames(
                      'flex min-h-11 items-center justify-between gap-4 px-4 py-1.5 text-md hover:bg-ink/6',
                      index === active && 'bg-copper-soft shadow-[inset_3px_0_0_var(--color-copper)]',
                    )}
                  >
                    <span className="min-w-0">
                      <span className="block text-pretty">{option.label}</span>
                      {option.note && <span className="block text-xs text-muted">{option.note}</span>}
                    </span>
                    {option.detail && <span className="flex-none text-sm tabular-nums">{option.detail}</span>}
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
