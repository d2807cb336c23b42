import { createContext, use, useState } from 'react'

/** The id of the request that a page is rendered for; the browser has none. */
export const RequestId = createContext<string | undefined>(undefined)

/** The name under which an answer that failed carries its id, where the browser's own records keep it. */
export const REQUEST_METRIC = 'request'

/** The id of the failed request, for support; undefined when none is known. */
export function useFailedRequestId(): string | undefined {
  const onServer = use(RequestId)
  // Read in the first render, where the browser's record holds the id that the server rendered, so hydration matches.
  const [recorded] = useState(() => (typeof window === 'undefined' ? undefined : lastFailedRequest()))
  return onServer ?? recorded
}

/** The newest answer with a failure that the browser has on record. */
function lastFailedRequest(): string | undefined {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return entries
    .filter(entry => entry instanceof PerformanceResourceTiming)
    .flatMap(entry => entry.serverTiming ?? [])
    .findLast(metric => metric.name === REQUEST_METRIC)?.description
}
