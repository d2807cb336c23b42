import { useEffect, useRef } from 'react'

const INVALID = '[aria-invalid=true]'

/** A field that belongs to a form without standing in it. */
const invalidElsewhere = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.elements].find(
    (control): control is HTMLElement => control instanceof HTMLElement && control.matches(INVALID),
  )

/**
 * The `ref` of a form: each answer with errors moves the focus to the first invalid field.
 * @param errors the answer's, or the answer itself; undefined or empty moves nothing.
 */
export function useFocusOnError(errors: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!form.current || !errors || Object.keys(errors).length === 0) return
    const invalid = form.current.querySelector<HTMLElement>(INVALID) ?? invalidElsewhere(form.current)
    invalid?.focus()
  }, [errors])
  return form
}

/** A `ref` for what replaces the focused element (a message for a form): it is scrolled into view and read out. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
