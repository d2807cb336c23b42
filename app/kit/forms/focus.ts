import { useEffect, useRef } from 'react'

/**
 * The `ref` of a form: each answer with errors moves the focus to the first invalid field.
 * @param errors the answer's, or the answer itself; undefined or empty moves nothing.
 */
export function useFocusOnError(errors: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (errors && Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return form
}

/** A `ref` for what replaces the focused element (a message for a form): it is scrolled into view and read out. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
