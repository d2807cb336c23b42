import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { FILTER_PANEL_ID, readFilterForm } from '#app/features/catalogue/filters.ts'
import { whenIdle } from '#app/kit/ui/use-hydrated.ts'
import type { FilterFormProps } from './filter-form.tsx'

type LiveForm = typeof import('./filter-form.tsx').default

const loadForm = () => import('./filter-form.tsx')

/** The form's component, once loaded. */
let loaded: LiveForm | undefined

/**
 * The code of the filter form, loaded when the browser is idle or `load` requests it; undefined until then. The focus
 * stays at the same control when the form is replaced.
 */
function useFilterForm(panel: RefObject<HTMLElement | null>) {
  const [Form, setForm] = useState<LiveForm | undefined>(() => loaded)
  const focused = useRef<string>(undefined)

  const load = () => {
    if (Form) return
    loadForm().then(
      module => {
        loaded = module.default
        focused.current = controlsOf(panel.current).filter(isFocused).map(keyOf)[0]
        setForm(() => module.default)
      },
      // Without a network the server-rendered form continues to work.
      () => undefined,
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel appears.
  useEffect(() => {
    // A panel rendered by client-side navigation is still empty.
    const isSent = panel.current?.querySelector('form')
    return isSent ? whenIdle(load) : load()
  }, [])

  useEffect(() => {
    if (!Form || focused.current === undefined) return
    const requested = focused.current
    focused.current = undefined
    controlsOf(panel.current)
      .find(control => keyOf(control) === requested)
      ?.focus()
  }, [Form, panel])

  return { Form, load }
}

/** Identifies a control in both forms, whose order and ids differ. */
const keyOf = (control: HTMLElement): string =>
  control instanceof HTMLInputElement
    ? `${control.name}=${control.value}`
    : (control.ariaLabel ?? control.textContent ?? '')

const isFocused = (control: HTMLElement): boolean => control === document.activeElement

const controlsOf = (panel: HTMLElement | null): HTMLElement[] =>
  panel ? [...panel.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden])')] : []

// Marked so that the browser's bundle leaves it out.
const ServerForm = /* @__PURE__ */ lazy(loadForm)

/** Keeps the server-rendered HTML. */
const AS_SENT = { __html: '' }

/**
 * The filters: a column at the left from 1024 px, else a drawer (native popover). The server renders the whole form,
 * which works by itself; its code is loaded when the browser is idle or the visitor approaches, and replaces it.
 */
export function FilterPanel(props: Omit<FilterFormProps, 'onSubmitted'>) {
  const panel = useRef<HTMLElement>(null)
  const { Form, load } = useFilterForm(panel)
  const { apply, facets } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for choices made before hydration.
  useEffect(() => {
    const sent = panel.current?.querySelector('form')
    if (!sent) return
    const isSelected = [...sent.querySelectorAll('input')].some(field => field.checked !== field.defaultChecked)
    if (isSelected) apply(readFilterForm(sent, facets.categories))
  }, [])

  useEffect(() => {
    const sent = panel.current
    if (Form || !sent) return
    // A choice or a search before the form's code is loaded also applies at once, without loading the page again.
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.form)
        apply(readFilterForm(target.form, facets.categories, target.name))
    }
    const onSubmit = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      sent.hidePopover()
      apply(readFilterForm(event.target, facets.categories))
    }
    sent.addEventListener('change', onChange)
    sent.addEventListener('submit', onSubmit)
    return () => {
      sent.removeEventListener('change', onChange)
      sent.removeEventListener('submit', onSubmit)
    }
  }, [Form, apply, facets])

  const form = { ...props, onSubmitted: () => panel.current?.hidePopover() }
  return (
    <aside
      ref={panel}
      id={FILTER_PANEL_ID}
      popover="auto"
      aria-label="Filtros"
      onPointerEnter={load}
      onFocus={load}
      className="filter-panel"
    >
      {import.meta.env.SSR ? (
        <div className="contents">
          <Suspense>
            <ServerForm {...form} />
          </Suspense>
        </div>
      ) : Form ? (
        <Form {...form} />
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; React leaves such an element's content alone.
        <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={AS_SENT} />
      )}
    </aside>
  )
}
