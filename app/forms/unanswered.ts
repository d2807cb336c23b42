import { type DataStrategyResult, data } from 'react-router'
import { reloadOnce } from '#app/platform/http/reload-once.ts'
import { notify } from '#app/ui/toast.ts'
import { asked } from './asked.ts'
import { NO_ANSWER } from './keep-form.ts'
import { NOT_SAVED_STATUS, whyNotSaved } from './last-answer.ts'

/** Whether the shop answers at all: something in the browser may refuse one address alone. */
const isReached = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Where no answer comes to a form whose page has no words of its own for that, the page stays as it is, with everything typed,
 * and a message says why; where none comes to a part of a page, the part alone goes without. Else the router would replace the
 * whole page. Another page whose data a content blocker refuses is asked for as a whole, which no blocker does; without any answer its frame
 * stays. The root's middleware sees what every form and every request for data came to.
 */
export async function keepUnanswered(
  { method, url }: Pick<Request, 'method' | 'url'>,
  results: Record<string, DataStrategyResult>,
): Promise<Record<string, DataStrategyResult>> {
  const isForm = method !== 'GET'
  if (!isForm && !asked.parts.has(url)) {
    const refused = Object.keys(results).filter(route => results[route]?.result instanceof TypeError)
    const leads = url !== location.href.replace(/#.*/, '')
    const isPageRefused = refused.some(route => !asked.frames.has(route))
    if (leads && isPageRefused && (await isReached()) && reloadOnce(url)) return new Promise(() => {})
    for (const route of refused) {
      if (asked.frames.has(route)) results[route] = { type: 'data', result: asked.frames.get(route) }
    }
    return results
  }
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || whyNotSaved(result) !== 'unreached') continue
    results[route] = { type: 'data', result: data(isForm ? undefined : null, NOT_SAVED_STATUS.unreached) }
    if (isForm) notify({ title: 'Sin respuesta', description: NO_ANSWER, tone: 'error' })
  }
  return results
}
