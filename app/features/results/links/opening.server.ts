/** What browsers and proxies send with a page that nobody asked to see yet. */
const PREFETCH = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether a request opens a page, as a person does: a document that is asked for, from outside of the shop. Another view of the same visit is
 * none, whether scripts fetch it or the browser follows its link; nor is HEAD, nor what is fetched in advance (Fetch Metadata, W3C, 2.1 to 2.3;
 * `Sec-Purpose: prefetch`). Programs that look at links of messages ask for no document (`Accept: text/html`), most of them.
 */
export function isOpening({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET' || PREFETCH.some(name => /prefetch|preview/i.test(headers.get(name) ?? ''))) return false
  if (!headers.get('accept')?.includes('text/html')) return false
  return ['document', null].includes(headers.get('sec-fetch-dest')) && headers.get('sec-fetch-site') !== 'same-origin'
}
