import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the first field that is wrong, each time a form comes back with errors. */
export function useFocusOnError(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [answer])
  return form
}
