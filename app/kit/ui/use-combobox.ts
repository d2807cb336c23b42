import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Combobox = {
  input: RefObject<HTMLInputElement | null>
  listId: string
  /** Number of options; 0 keeps the list closed. */
  count: number
  /** Id of an option's element. */
  optionId: (index: number) => string
  onType: (text: string) => void
}

/**
 * Makes a text field the combobox of a list (ARIA Authoring Practices: editable, list autocomplete). The focus stays in
 * the field; arrows move through the list, Enter takes the marked option or else submits the form, Escape and Tab close
 * it.
 */
export function useCombobox({ input, listId, count, optionId, onType }: Combobox) {
  const [requested, setRequested] = useState(() => isBeingTyped(input.current))
  const [marked, setMarked] = useState(-1)
  const open = requested && count > 0
  const active = open && marked < count ? marked : -1
  const onTyped = useEffectEvent(onType)

  useEffect(() => {
    const field = input.current
    if (!field) return
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-expanded', String(open))
    if (open) field.setAttribute('aria-controls', listId)
    else field.removeAttribute('aria-controls')
    if (active >= 0) field.setAttribute('aria-activedescendant', optionId(active))
    else field.removeAttribute('aria-activedescendant')
  })

  useEffect(() => {
    const field = input.current
    // Keys of a fast typist between the first render and the listeners below.
    if (!field || !isBeingTyped(field)) return
    setRequested(true)
    onTyped(field.value)
  }, [input])

  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active, optionId])

  useEffect(() => {
    const field = input.current
    if (!field) return
    const listening = new AbortController()
    const { signal } = listening
    const close = () => {
      setRequested(false)
      setMarked(-1)
    }
    const move = (event: KeyboardEvent, step: 1 | -1) => {
      if (count === 0) return
      event.preventDefault()
      setRequested(true)
      // The field itself, -1, comes between the last option and the first.
      setMarked(open ? ((active + 1 + step + count + 1) % (count + 1)) - 1 : step === 1 ? 0 : count - 1)
    }
    const onInput = () => {
      setRequested(true)
      setMarked(-1)
      onTyped(field.value)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // During IME composition these keys belong to the input method.
      if (event.isComposing) return
      if (event.key === 'ArrowDown') move(event, 1)
      else if (event.key === 'ArrowUp') move(event, -1)
      else if (event.key === 'Escape' && open) {
        event.preventDefault()
        close()
      } else if (event.key === 'Enter') {
        if (active >= 0) {
          event.preventDefault()
          document.getElementById(optionId(active))?.click()
        }
        close()
      }
    }
    field.addEventListener('input', onInput, { signal })
    field.addEventListener('keydown', onKeyDown, { signal })
    field.addEventListener('blur', close, { signal })
    return () => listening.abort()
  }, [input, open, active, count, optionId])

  return { open, active, show: () => setRequested(true), close: () => setRequested(false) }
}

/** Whether somebody typed before this code was loaded. */
const isBeingTyped = (field: HTMLInputElement | null): boolean =>
  field !== null && field === document.activeElement && field.value !== field.defaultValue
