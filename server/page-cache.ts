import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { bestEncoding, type Encoding } from './accept-encoding.ts'

/** Milliseconds for which a cached page is sent without asking again. */
const FRESH_MS = 5_000
/** Milliseconds for which a cached page is still sent while a new one is being made. */
const STALE_MS = 60_000
const MAX_PAGES = 500
const MAX_KEY_LENGTH = 1_000

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

type HeaderPair = readonly [name: string, value: string]

/** A whole answer: its status, its headers as names and values in turn, and its bytes. */
export type PageAnswer = { status: 200 | 304; headers: readonly string[]; body: Buffer<ArrayBuffer> | undefined }

/** A public page with an answer ready for each encoding. */
export type Page = {
  etag: string
  madeAt: number
  answers: Readonly<Record<Encoding | 'identity', PageAnswer>>
  notModified: PageAnswer
}

/** Renders an address as somebody without cookies; undefined when the answer may not be cached. */
export type RenderPage = () => Promise<Page | undefined>

/**
 * Caches whole public answers in memory; the least recently used go first. An old page is sent at once while its successor is
 * made, and only one successor of a page is made at a time.
 */
export function createPageCache(now: () => number = Date.now) {
  const pages = new LRUCache<string, Page>({ max: MAX_PAGES })
  const underWay = new Map<string, Promise<Page | undefined>>()
  /** How often everything was forgotten: a page that was begun before then is not cached. */
  let forgotten = 0

  /** Makes a page, or waits for the one that is being made. Undefined: the answer may not be cached, or could not be made. */
  function refresh(key: string, render: RenderPage): Promise<Page | undefined> {
    const running = underWay.get(key)
    if (running) return running
    const began = forgotten
    const work = render()
      .then(page => {
        if (began !== forgotten) return page
        if (page && key.length <= MAX_KEY_LENGTH) pages.set(key, page)
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
    return age > STALE_MS ? undefined : page
  }

  /** What pages show has changed: none that was made, or begun, before is sent again. */
  function forget(): void {
    forgotten += 1
    pages.clear()
    underWay.clear()
  }

  return { get, refresh, forget }
}

/** Makes the cached form of an answer: its bytes in each encoding and an entity tag, with all headers that it is sent with. */
export async function toPage(body: Buffer, headers: readonly HeaderPair[], madeAt: number): Promise<Page> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const [br, gzipped] = await Promise.all([brotli(body, quality), gzipAsync(body)])
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

/** The answer for one request: the best encoding that it accepts, or 304 when it has this very page. */
export function answerOf(page: Page, ifNoneMatch: string | undefined, acceptEncoding: string | undefined): PageAnswer {
  if (ifNoneMatch?.includes(page.etag)) return page.notModified
  return page.answers[bestEncoding(acceptEncoding) ?? 'identity']
}

/** The same for a request that has come through the framework. */
export function sendPage(page: Page, { method, headers: requested }: Request): Response {
  const { status, headers, body } = answerOf(
    page,
    requested.get('if-none-match') ?? undefined,
    requested.get('accept-encoding') ?? undefined,
  )
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : []))
  return new Response(method === 'HEAD' ? null : (body ?? null), { status, headers: pairs })
}
