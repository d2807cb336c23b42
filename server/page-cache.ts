import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '#app/platform/metrics/metrics.server.ts'
import { bestEncoding, brotli, type Encoding } from './compression.ts'

/** Milliseconds for which a cached page is fresh. */
const FRESH_MS = 5_000
/** Milliseconds for which a stale page is still sent while it is revalidated. */
const STALE_MS = 60_000
/** Milliseconds for which the last good page is sent while its rendering fails (RFC 5861, stale-if-error). */
const STALE_IF_ERROR_MS = 60 * 60_000
const MAX_PAGES = 500
/** Values of Accept-Encoding whose best encoding is kept: browsers send a handful. */
const MAX_ACCEPTED = 100
const MAX_KEY_LENGTH = 1_000

const gzipAsync = promisify(gzip)

type HeaderPair = readonly [name: string, value: string]

/** A whole answer: its status, its headers as alternating names and values, and its bytes. */
export type PageAnswer = { status: 200 | 304; headers: readonly string[]; body: Buffer<ArrayBuffer> | undefined }

/** A public page with an answer ready for each encoding. */
export type Page = {
  etag: string
  madeAt: number
  answers: Readonly<Record<Encoding | 'identity', PageAnswer>>
  notModified: PageAnswer
}

/** Renders an address without cookies; undefined when the answer may not be cached, 'failed' when it was a 5xx. */
export type RenderPage = () => Promise<Page | 'failed' | undefined>

type Entry = { page: Page; isFailing: boolean }

/**
 * An in-memory cache of whole public answers (LRU, stale-while-revalidate, stale-if-error), with one revalidation per
 * page at a time.
 */
export function createPageCache(now: () => number = Date.now) {
  const pages = new LRUCache<string, Entry>({ max: MAX_PAGES })
  const underWay = new Map<string, Promise<Page | undefined>>()
  const counts = { hits: 0, stale: 0, misses: 0 }
  /** Number of invalidations: a page whose rendering began before the last one is not cached. */
  let forgotten = 0

  /**
   * Renders a page, or waits for a rendering under way; where that fails, the last good page. Undefined: there is none,
   * or the answer may not be cached.
   */
  function refresh(key: string, render: RenderPage): Promise<Page | undefined> {
    const running = underWay.get(key)
    if (running) return running
    const began = forgotten
    const work = render()
      .catch(() => 'failed' as const)
      .then(page => {
        // A short outage of the database does not take public pages down.
        if (page === 'failed') return fallBack(key)
        if (began !== forgotten) return page
        if (page && key.length <= MAX_KEY_LENGTH) pages.set(key, { page, isFailing: false })
        else pages.delete(key)
        return page
      })
      .finally(() => {
        if (underWay.get(key) === work) underWay.delete(key)
      })
    underWay.set(key, work)
    return work
  }

  function fallBack(key: string): Page | undefined {
    const entry = pages.get(key)
    if (!entry) return undefined
    entry.isFailing = true
    return usable(entry)
  }

  function usable({ page, isFailing }: Entry): Page | undefined {
    return now() - page.madeAt > (isFailing ? STALE_IF_ERROR_MS : STALE_MS) ? undefined : page
  }

  function get(key: string, render: RenderPage): Page | undefined {
    const entry = pages.get(key)
    if (!entry) return undefined
    const isFresh = now() - entry.page.madeAt <= FRESH_MS
    if (!isFresh) void refresh(key, render)
    const page = usable(entry)
    if (page && isFresh) counts.hits += 1
    else if (page) counts.stale += 1
    return page
  }

  /** Invalidates all pages, including those being rendered. */
  function forget(): void {
    forgotten += 1
    pages.clear()
    underWay.clear()
  }

  /** Renders the page that a visitor waits for, as `refresh`. */
  function miss(key: string, render: RenderPage): Promise<Page | undefined> {
    counts.misses += 1
    return refresh(key, render)
  }

  function figures(): CacheFigures {
    let bytes = 0
    for (const { page } of pages.values()) {
      for (const { body } of Object.values(page.answers)) bytes += body?.length ?? 0
    }
    return { ...counts, entries: pages.size, bytes }
  }

  return { get, refresh: miss, forget, figures }
}

/** The cached form of an answer: its bytes in each encoding and an entity tag, with all response headers. */
export async function toPage(body: Buffer, headers: readonly HeaderPair[], madeAt: number): Promise<Page> {
  const [br, gzipped] = await Promise.all([brotli(body, 5), gzipAsync(body)])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const vary = headers.filter(([name]) => isVary(name)).map(([, value]) => value)
  const common: HeaderPair[] = [
    ...headers.filter(([name]) => !isVary(name)),
    ['ETag', etag],
    ['Vary', [...vary, 'Accept-Encoding'].join(', ')],
  ]
  const answer = (bytes: Buffer, encoding: readonly HeaderPair[]): PageAnswer => ({
    status: 200,
    headers: [...common, ...encoding, ['Content-Length', String(bytes.length)] as const].flat(),
    body: Buffer.from(bytes),
  })
  return {
    etag,
    madeAt,
    answers: {
      identity: answer(body, []),
      gzip: answer(gzipped, [['Content-Encoding', 'gzip']]),
      br: answer(br, [['Content-Encoding', 'br']]),
    },
    notModified: { status: 304, headers: common.flat(), body: undefined },
  }
}

const isVary = (name: string): boolean => name.toLowerCase() === 'vary'

/** The answer for one request: the best accepted encoding, or 304 when the entity tag matches. */
export function answerOf(page: Page, ifNoneMatch: string | undefined, acceptEncoding: string | undefined): PageAnswer {
  if (ifNoneMatch?.includes(page.etag)) return page.notModified
  return page.answers[encodingFor(acceptEncoding ?? '')]
}

const encodings = new LRUCache<string, Encoding | 'identity'>({ max: MAX_ACCEPTED })

function encodingFor(accepted: string): Encoding | 'identity' {
  const kept = encodings.get(accepted)
  if (kept !== undefined) return kept
  const best = bestEncoding(accepted) ?? 'identity'
  if (accepted.length <= MAX_KEY_LENGTH) encodings.set(accepted, best)
  return best
}

/** The same for a request that came through the framework. */
export function sendPage(page: Page, { method, headers: requested }: Request): Response {
  const { status, headers, body } = answerOf(
    page,
    requested.get('if-none-match') ?? undefined,
    requested.get('accept-encoding') ?? undefined,
  )
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : []))
  return new Response(method === 'HEAD' ? null : (body ?? null), { status, headers: pairs })
}
