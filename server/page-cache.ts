import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bestEncoding } from './accept-encoding.ts'

/** Milliseconds for which a kept page is sent without asking again. */
const FRESH_MS = 5_000
/** Milliseconds for which a kept page is still sent while a new one is being made. */
const STALE_MS = 60_000
const MAX_PAGES = 500
const MAX_KEY_LENGTH = 1_000

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** A whole answer that is the same for everybody, with its compressed copies. */
export type Page = {
  headers: readonly (readonly [string, string])[]
  etag: string
  identity: Buffer
  gzip: Buffer
  br: Buffer
  madeAt: number
}

/** Renders an address as somebody without cookies; undefined when the answer may not be kept. */
export type RenderPage = () => Promise<Page | undefined>

/**
 * Keeps whole public answers in memory; the least recently used go first. An old page is sent at once while its successor is
 * made, and only one successor of a page is made at a time.
 */
export function createPageCache(now: () => number = Date.now) {
  const pages = new Map<string, Page>()
  const underWay = new Map<string, Promise<Page | undefined>>()
  /** How often everything was forgotten: a page that was begun before then is not kept. */
  let forgotten = 0

  function put(key: string, page: Page): void {
    pages.delete(key)
    pages.set(key, page)
    const oldest = pages.keys().next().value
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest)
  }

  /** Makes a page, or waits for the one that is being made. Undefined: the answer may not be kept, or could not be made. */
  function refresh(key: string, render: RenderPage): Promise<Page | undefined> {
    const running = underWay.get(key)
    if (running) return running
    const began = forgotten
    const work = render()
      .then(page => {
        if (began !== forgotten) return page
        if (page && key.length <= MAX_KEY_LENGTH) put(key, page)
        else pages.delete(key)
        return page
      })
      // The old page stays until it is too old: a database that is away for a moment takes no public page down.
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(key) === work) underWay.delete(key)
      })
    underWay.set(key, work)
    return work
  }

  function get(key: string, render: RenderPage): Page | undefined {
    const page = pages.get(key)
    if (!page) return undefined
    const age = now() - page.madeAt
    if (age > FRESH_MS) void refresh(key, render)
    if (age > STALE_MS) return undefined
    put(key, page)
    return page
  }

  /** What pages show has changed: none that was made, or begun, before is sent again. */
  function forget(): void {
    forgotten += 1
    pages.clear()
    underWay.clear()
  }

  return { get, refresh, forget }
}

/** Makes the kept form of an answer: its bytes, their compressed copies and an entity tag. */
export async function toPage(
  body: Buffer,
  headers: readonly (readonly [string, string])[],
  madeAt: number,
): Promise<Page> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const [br, gzipped] = await Promise.all([brotli(body, quality), gzipAsync(body)])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { headers, etag, identity: body, gzip: gzipped, br, madeAt }
}

/** The answer for one request: the best encoding that it accepts, or 304 when it has this very page. */
export function sendPage(page: Page, request: Request): Response {
  const headers = new Headers([...page.headers] as [string, string][])
  headers.set('ETag', page.etag)
  headers.append('Vary', 'Accept-Encoding')
  if (request.headers.get('if-none-match')?.includes(page.etag)) return new Response(null, { status: 304, headers })
  const encoding = bestEncoding(request.headers.get('accept-encoding')) ?? 'identity'
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  const body = page[encoding]
  headers.set('Content-Length', String(body.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}
