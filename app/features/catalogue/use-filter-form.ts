import { type RefObject, useEffect, useRef, useState } from 'react'
import { whenIdle } from '#app/ui/when-idle.ts'

type LiveForm = typeof import('./filter-form.tsx').default

const loadForm = () => import('./filter-form.tsx')

/** The form's code, once it is here. */
let loaded: LiveForm | undefined

/**
 * The code of the filters' form, fetched when the browser is idle or `bring` asks for it; undefined until then. Whoever is in the
 * form when it is replaced stays at the same control.
 */
export function useFilterForm(panel: RefObject<HTMLElement | null>) {
  const [Form, setForm] = useState<LiveForm | undefined>(() => loaded)
  const focused = useRef<string>(undefined)

  const bring = () => {
    if (Form) return
    loadForm().then(
      module => {
        loaded = module.default
        focused.current = controlsOf(panel.current).filter(isFocused).map(keyOf)[0]
        setForm(() => module.default)
      },
      // Without a network the form as the server sent it goes on working.
      () => undefined,
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel appears.
  useEffect(() => {
    // A panel that came by a click inside the shop holds nothing yet.
    const isSent = panel.current?.querySelector('form')
    return isSent ? whenIdle(bring) : bring()
  }, [])

  useEffect(() => {
    if (!Form || focused.current === undefined) return
    const wanted = focused.current
    focused.current = undefined
    controlsOf(panel.current)
      .find(control => keyOf(control) === wanted)
      ?.focus()
  }, [Form, panel])

  return { Form, bring }
}

/** Tells a control apart from the others in both forms; their order and their ids differ. */
const keyOf = (control: HTMLElement): string =>
  control instanceof HTMLInputElement
    ? `${control.name}=${control.value}`
    : (control.ariaLabel ?? control.textContent ?? '')

const isFocused = (control: HTMLElement): boolean => control === document.activeElement

const controlsOf = (panel: HTMLElement | null): HTMLElement[] =>
  panel ? [...panel.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden])')] : []
