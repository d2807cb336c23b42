import { useEffect, useRef } from 'react'

/** Takes the focus to the first field that is wrong, when an answer says that some are. */
export function useFocusOnError(errors: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return form
}

/** As `ref` of what replaces the thing that had the focus (a message for a form): it is scrolled to and read out. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
