import type { DataStrategyResult } from 'react-router'
import { keepRefusedForms } from '#app/kit/forms/refused-forms.tsx'
import { shownPage } from '#app/kit/forms/shown-page.ts'
import { keepUnanswered, leadToPage, OPENS_LATER } from '#app/kit/forms/unanswered.ts'
import { dismissToast, notify } from '#app/kit/ui/toast.ts'
import { isReached } from '#app/platform/http/reload-once.ts'

const KEPT = 'Lo que escribiste sigue aquí. Inténtalo otra vez cuando vuelva la red.'

/** Changes what requests came to so that the page stays: where a form was refused, and where no answer came. */
export const keepPage = (
  request: Pick<Request, 'method' | 'url'>,
  results: Record<string, DataStrategyResult>,
): Promise<Record<string, DataStrategyResult>> => keepUnanswered(request, keepRefusedForms(results))

/** Navigations that wait for an answer, by what ends them. */
const waiting = new Set<(end: Response) => void>()

/** Whether a script could not be fetched. The router asks for each script once, and waits for it for ever. */
let isScriptLost = false

/**
 * The results of a navigation. Where a page's script can't be fetched the router loads the whole page anew, because a new release may have
 * replaced it, and never answers; where that is prevented (`reloadWhenReached`) the navigation ends here, and each later one to another page
 * asks for the whole page.
 * @throws Response that leads to the page on the screen.
 */
export async function orUnreached<Results>(
  { method, url }: Pick<Request, 'method' | 'url'>,
  next: () => Promise<Results>,
): Promise<Results> {
  const { page, parts } = shownPage
  if (isScriptLost && method === 'GET' && url !== page.url.replace(/#.*/, '') && !parts.has(url)) {
    if (!(await isReached())) throw leadToKeptPage()
    location.assign(url)
    return new Promise(() => {})
  }
  let end = (_response: Response): void => {}
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject
  })
  waiting.add(end)
  return Promise.race([next(), ended]).finally(() => waiting.delete(end))
}

/** Says that the page stays, and leads to it. */
function leadToKeptPage(): Response {
  notify({ title: 'Sin conexión', description: OPENS_LATER, tone: 'error' })
  return leadToPage()
}

/**
 * The router's reload while the shop can't be reached would end at the browser's own error page: then the page stays. Visitors may always
 * reload, by the browser or by a button, while no navigation waits.
 */
function reloadWhenReached(): void {
  let isAllowed = false
  // A browser without the Navigation API shows its error page.
  window.navigation?.addEventListener('navigate', event => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable) return
    if (waiting.size === 0 || isAllowed) return
    event.preventDefault()
    void isReached().then(reached => {
      if (reached) {
        isAllowed = true
        location.reload()
        return
      }
      isScriptLost = true
      const kept = leadToKeptPage()
      for (const end of waiting) end(kept)
    })
  })
}

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
    if (leaves && !link.target && !link.download) stop(event, OPENS_LATER)
  }
  const onLeave = (event: SubmitEvent) => {
    if (navigator.onLine || !(event.target instanceof HTMLFormElement) || !event.target.hasAttribute('action')) return
    const action = event.target.getAttribute('action') ?? ''
    if (event.target.getAttribute('method')?.toLowerCase() !== 'post') stop(event, OPENS_LATER)
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
reloadWhenReached()
