import { type DataStrategyResult, data, replace } from 'react-router'
import { notify } from '#app/kit/ui/toast.ts'
import { refusalFrom } from '#app/platform/http/other-account.ts'
import { isReached, reloadOnce } from '#app/platform/http/reload-once.ts'
import { isTooLong, NO_ANSWER, NOT_SAVED_STATUS, TOO_LONG_STATUS, whyNotSaved } from './keep-typed-input.ts'
import { shownPage } from './shown-page.ts'

/** What is said of a page that can't be opened without a network. */
export const OPENS_LATER = 'Esa página se abre cuando vuelva la red. Inténtalo otra vez entonces.'

/**
 * Where no answer comes to a form whose page has no words of its own for that, the page stays as it is, with everything typed,
 * and a message says why; where none comes to a part of a page, the part alone goes without. Else the router would replace the
 * whole page. Nor does a page go where another one that was asked for does not come, by a link, a filter or a form: what is asked for in its
 * stead is the page itself, which keeps its data. Another page whose data a content blocker refuses is asked for as a whole, which no blocker
 * does. Going back has left the page already: there the frame stays. The root's middleware sees what every form and every request for data came to.
 */
export async function keepUnanswered(
  { method, url }: Pick<Request, 'method' | 'url'>,
  results: Results,
): Promise<Results> {
  if (method !== 'GET') return keepForm(url, results)
  if (shownPage.parts.has(url)) {
    return replaced(results, unansweredOf(results), () => data(null, NOT_SAVED_STATUS.unreached))
  }
  const refused = Object.keys(results).filter(route => results[route]?.result instanceof TypeError)
  const page = pageOnScreen()
  const frames = new Map([...page.data].filter(([route]) => FRAMES.has(route)))
  if (refused.length === 0) return results
  if (url === page.url) {
    return replaced(
      results,
      refused.filter(route => page.data.has(route)),
      route => page.data.get(route),
    )
  }
  const leads = url !== location.href.replace(/#.*/, '')
  const isPageRefused = refused.some(route => !frames.has(route))
  if (leads && isPageRefused && (await isReached()) && reloadOnce(url)) return new Promise(() => {})
  if (leads && page.url !== '') {
    notify({ title: 'Sin conexión', description: OPENS_LATER, tone: 'error' })
    return replaced(results, refused, leadToPage)
  }
  return replaced(
    results,
    refused.filter(route => frames.has(route)),
    route => frames.get(route),
  )
}

/** Of a form that was refused without an answer of its own; pages that load again after a conflict do so (`revalidateOnConflict`). */
const REFUSED_STATUS = 409

/** A form of another page would lead there, so that its own page is asked for instead. */
function keepForm(url: string, results: Results): Results {
  const unanswered = unansweredOf(results)
  if (unanswered.length > 0) notify({ title: 'Sin respuesta', description: NO_ANSWER, tone: 'error' })
  for (const [route, { result }] of Object.entries(results)) {
    const refusal = isTooLong(result) ? String(result.data) : refusalFrom(result)
    if (refusal === undefined) continue
    notify({ title: 'No se guardó', description: refusal, tone: 'error' })
    return replaced(results, [route], () => data(undefined, isTooLong(result) ? TOO_LONG_STATUS : REFUSED_STATUS))
  }
  const { url: here } = pageOnScreen()
  const leads = here !== '' && new URL(url).pathname !== new URL(here).pathname
  return replaced(results, unanswered, leads ? leadToPage : () => data(undefined, NOT_SAVED_STATUS.unreached))
}

/** Routes of the frames round pages: they stay when a page within them gets no answer. */
const FRAMES = new Set(['root', 'layouts/admin/layout'])

/** Its address without a fragment, and its data by the ids of its routes. */
const pageOnScreen = () => ({
  url: shownPage.page.url.replace(/#.*/, ''),
  data: new Map(shownPage.page.matches.map(({ id, loaderData }) => [id, loaderData])),
})

type Results = Record<string, DataStrategyResult>

/** Routes to which no answer came that says anything. */
const unansweredOf = (results: Results): string[] =>
  Object.keys(results).filter(
    route => results[route]?.type === 'error' && whyNotSaved(results[route].result) === 'unreached',
  )

/** Leads to the page on the screen in the place of another one. */
export const leadToPage = (): Response => replace(pageOnScreen().url.slice(location.origin.length))

const replaced = (results: Results, routes: readonly string[], result: (route: string) => unknown): Results => ({
  ...results,
  ...Object.fromEntries(routes.map(route => [route, { type: 'data' as const, result: result(route) }])),
})
