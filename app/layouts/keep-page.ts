import type { DataStrategyResult } from 'react-router'
import { keepRefusedForms } from '#app/kit/forms/refused-forms.tsx'
import { keepUnanswered } from '#app/kit/forms/unanswered.ts'
import { dismissToast, notify } from '#app/kit/ui/toast.ts'

const LATER = 'Esa página se abre cuando vuelva la red. Inténtalo otra vez entonces.'
const KEPT = 'Lo que escribiste sigue aquí. Inténtalo otra vez cuando vuelva la red.'

/** Changes what requests came to so that the page stays: where a form was refused, and where no answer came. */
export const keepPage = (
  request: Pick<Request, 'method' | 'url'>,
  results: Record<string, DataStrategyResult>,
): Promise<Record<string, DataStrategyResult>> => keepUnanswered(request, keepRefusedForms(results))

/**
 * Prevents that a page is left without a network, in every shell: the browser's own error page would replace it, with all
 * typed input.
 */
function stayWithoutNetwork(): void {
  const stop = (event: Event, description: string) => {
    event.preventDefault()
    event.stopPropagation()
    notify({ title: 'Sin conexión', description, tone: 'error' })
  }
  const onClick = (event: MouseEvent) => {
    if (navigator.onLine || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const leaves =
      link?.origin === location.origin && link.pathname + link.search !== location.pathname + location.search
    if (leaves && !link.target && !link.download) stop(event, LATER)
  }
  const onLeave = (event: SubmitEvent) => {
    if (navigator.onLine || !(event.target instanceof HTMLFormElement) || !event.target.hasAttribute('action')) return
    const action = event.target.getAttribute('action') ?? ''
    if (event.target.getAttribute('method')?.toLowerCase() !== 'post') stop(event, LATER)
    else if (new URL(action, location.href).pathname !== location.pathname) stop(event, KEPT)
  }
  // After React: what it handles is prevented by then.
  const onSubmit = (event: SubmitEvent) => {
    if (!navigator.onLine && !event.defaultPrevented) stop(event, KEPT)
  }
  window.addEventListener('click', onClick, true)
  window.addEventListener('submit', onLeave, true)
  window.addEventListener('submit', onSubmit)
  window.addEventListener('online', () => dismissToast())
}

// Once: a module runs once.
stayWithoutNetwork()
