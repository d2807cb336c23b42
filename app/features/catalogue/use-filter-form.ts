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
  const focused = useRef(-1)

  const bring = () => {
    if (Form) return
    loadForm().then(
      module => {
        loaded = module.default
        focused.current = controlsOf(panel.current).findIndex(isFocused)
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
    if (!Form || focused.current < 0) return
    controlsOf(panel.current)[focused.current]?.focus()
    focused.current = -1
  }, [Form, panel])

  return { Form, bring }
}

const isFocused = (control: HTMLElement): boolean => control === document.activeElement

const controlsOf = (panel: HTMLElement | null): HTMLElement[] =>
  panel ? [...panel.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden])')] : []
