import { useEffect, useState } from 'react'
import { type Suggestions, suggestionText } from '#app/features/catalogue/listing/suggestions.ts'

/** Debounce in milliseconds. */
const PAUSE_MS = 120

export type Suggested = { text: string; found: Suggestions }

/** The server's suggestions for a typed text. An outdated answer is never shown; undefined: none. */
export function useSuggestions(typed: string): Suggested | undefined {
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
