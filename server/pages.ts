import { randomBytes, randomUUID } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ReadReplica } from '#app/platform/database/read-replica.server.ts'
import { hasTooManyParameters } from '#app/platform/http/body-size.server.ts'
import { pageHeadContext, robotsOf } from '#app/platform/http/page-head.server.ts'
import { failureContext, nonceContext } from '#app/platform/http/request-context.server.ts'
import type { SharedLimits } from '#app/platform/http/shared-limits.server.ts'
import { createSemaphore } from '#app/platform/jobs/semaphore.ts'
import { currentRequestId, withRequestId } from '#app/platform/log/log.server.ts'
import {
  clientAddressContext,
  readsContext,
  type Services,
  servicesContext,
} from '#app/platform/services/services.server.ts'
import { onTextsChanged } from '#app/platform/texts/live-texts.ts'
import routes from '#app/routes.ts'
import { hasJustWritten } from './origin-check.ts'
import { createPageCache, type Page, sendPage, toPage } from './page-cache.ts'
import { createMissLimit } from './rate-limit.ts'
import { createRouteRules, isDataPath } from './route-rules.ts'
import {
  commonHeaders,
  contentSecurityPolicy,
  hashInlineScripts,
  NO_CONTENT_POLICY,
  secretAddressHeaders,
} from './security-headers.ts'
import { withRefusals } from './with-refusals.ts'

/**
 * The services of one request, which releases its rendering slot as soon as it waits for a document: a separate process
 * renders documents one at a time, and four people waiting for long ones must not block every page.
 */
const withoutSlot = (services: Services, leave: () => void): Services => ({
  ...services,
  pdf: {
    ...services.pdf,
    render(document, owner) {
      leave()
      return services.pdf.render(document, owner)
    },
  },
})

/** The canonical form of a path: lower case, single slashes, none at the end, nothing escaped unnecessarily. */
function canonicalPath(pathname: string): string {
  try {
    const decoded = decodeURIComponent(pathname).replaceAll(/[\\/]+/g, '/')
    const plain = /[?#]/.test(decoded) ? pathname : new URL(decoded, 'http://shop').pathname.toLowerCase()
    return plain === '/' ? plain : plain.replace(/\/$/, '')
  } catch {
    return pathname
  }
}

/** Maximum concurrent renderings; more would only delay each other. */
const RENDERED_AT_ONCE = 4
/** Maximum requests waiting to be rendered; beyond it the server answers at once that it is overloaded. */
const WAITING = 100

export type PageOptions = {
  services: Services
  /** In development it changes while the server runs. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Folder of the built client files; undefined in development, where Vite serves them. */
  clientDirectory: string | undefined
  rateLimits: boolean
  limits: SharedLimits
  /** Undefined: everything is read from the primary. */
  replica: Pick<ReadReplica, 'current'> | undefined
  /** Subscribes to changes of what public pages show. */
  onPublicChange: (listener: () => void) => void
}

type Rendered = { response: Response; nonce: string }

/** The rules that app/routes.ts declares beside each address. */
export const rulesOf = createRouteRules(routes)

/** Answers pages and actions: through the router, or from the page cache. */
export function createPages(options: PageOptions) {
  const { build } = options
  const handle = createRequestHandler(
    typeof build === 'function' ? async () => withRefusals(await build()) : withRefusals(build),
    process.env.NODE_ENV,
  )
  const caches = { pages: createPageCache(), suggestions: createPageCache() }
  options.onPublicChange(() => {
    caches.pages.forget()
    caches.suggestions.forget()
  })
  onTextsChanged(() => caches.pages.forget())
  const withSlot = createSemaphore(RENDERED_AT_ONCE, WAITING)
  const limitMisses = {
    pages: createMissLimit(options.limits, 'pages', options.rateLimits),
    suggestions: createMissLimit(options.limits, 'suggestions', options.rateLimits),
    data: createMissLimit(options.limits, 'data', options.rateLimits),
  }
  const { appUrl } = options.services.settings
  const https = appUrl.startsWith('https://')
  const bankOrigins = options.services.gateways.all.flatMap(({ formOrigin }) => formOrigin ?? [])

  /** A replica that fails is no reason for a visitor to wait: the page is then read from the primary. */
  async function render(request: Request, address: string): Promise<Rendered> {
    const replica = isRead(request) ? options.replica?.current() : undefined
    if (!replica || hasJustWritten(request, appUrl)) return renderFrom(() => options.services.db, request, address)
    let wasUsed = false
    const reads = () => {
      wasUsed = true
      return replica
    }
    const rendered = await renderFrom(reads, request, address)
    if (!wasUsed || rendered.response.status < 500) return rendered
    options.services.log.warn('read_replica_failed', { path: new URL(request.url).pathname })
    return renderFrom(() => options.services.db, request, address)
  }

  async function renderFrom(reads: () => Services['db'], request: Request, address: string): Promise<Rendered> {
    const nonce = randomBytes(16).toString('base64url')
    const failure: { current?: { outage: boolean } } = {}
    const context = new RouterContextProvider()
    context.set(clientAddressContext, address)
    context.set(nonceContext, nonce)
    context.set(failureContext, failure)
    const answer = (leave: () => void) => {
      context.set(servicesContext, withoutSlot(options.services, leave))
      context.set(readsContext, reads)
      return handle(request, context)
    }
    const answered = isRead(request) ? await withSlot(answer) : await answer(() => {})
    const response = answered ?? tooBusy()
    const { headers } = response
    if (rulesOf(new URL(request.url).pathname).secretAddress) {
      for (const [name, value] of secretAddressHeaders) headers.set(name, value)
    }
    const robots = robotsOf(response.status === 200 && isHtml(response) ? context.get(pageHeadContext) : null)
    if (robots !== undefined && !headers.has('x-robots-tag')) headers.set('X-Robots-Tag', robots)
    if (!failure.current?.outage || response.status !== 500) return { response, nonce }
    const unavailable = new Headers(headers)
    unavailable.set('Retry-After', '5')
    return { response: new Response(response.body, { status: 503, headers: unavailable }), nonce }
  }

  async function toCachedForm({ response, nonce }: Rendered): Promise<Page> {
    const own = [...response.headers].filter(([name]) => name !== 'content-length')
    const headers = [...own, ...commonHeaders(https).filter(([name]) => !response.headers.has(name))]
    const text = await response.text()
    if (!isHtml(response)) {
      const policy = ['Content-Security-Policy', NO_CONTENT_POLICY] as const
      return toPage(Buffer.from(text), [...headers, policy], Date.now())
    }
    const { html, sources } = hashInlineScripts(text, nonce)
    const policy = ['Content-Security-Policy', contentSecurityPolicy(sources, https)] as const
    return toPage(Buffer.from(html), [...headers, policy], Date.now())
  }

  function send({ response, nonce }: Rendered, path: string): Response {
    if (isHtml(response) && options.clientDirectory) {
      const policy = contentSecurityPolicy([`'nonce-${nonce}'`], https, rulesOf(path).bankForm && bankOrigins)
      response.headers.set('Content-Security-Policy', policy)
    }
    return response
  }

  /**
   * Renders a page without cookies at the shop's own address, so that it contains no visitor's data.
   * @param unfit receives the answer when it may not be cached.
   */
  async function renderForAll(key: string, address: string, unfit?: (rendered: Rendered) => void) {
    const rendered = await withRequestId(currentRequestId() ?? randomUUID(), () =>
      render(new Request(appUrl + key), address),
    )
    if (isPublic(rendered.response) && isCacheable(rendered.response)) return toCachedForm(rendered)
    unfit?.(rendered)
    return rendered.response.status >= 500 ? 'failed' : undefined
  }

  /**
   * The target is the cache key of its page, unless its query has parameters that the page does not read, or in another
   * order.
   */
  function findCached(target: string, address: string): Page | undefined {
    const find = (key: string) =>
      caches.pages.get(key, () => renderForAll(key, address)) ??
      caches.suggestions.get(key, () => renderForAll(key, address))
    const page = find(target)
    if (page || !target.includes('?') || hasTooManyParameters(target) || !URL.canParse(target, appUrl)) return page
    const key = cacheKey(new URL(target, appUrl))
    return key === undefined || key === target ? undefined : find(key)
  }

  async function sendPublic(request: Request, key: string, share: 'pages' | 'suggestions', address: string) {
    const cache = caches[share]
    let unfit: Rendered | undefined
    const make = () =>
      renderForAll(key, address, rendered => {
        unfit = rendered
      })
    const cached = cache.get(key, make)
    if (cached) return sendPage(cached, request)
    if (limitMisses[share](address)) return tooBusy()
    const page = await cache.refresh(key, make)
    return page
      ? sendPage(page, request)
      : send(unfit ?? (await render(request, address)), new URL(request.url).pathname)
  }

  async function answer(request: Request, address: string): Promise<Response> {
    const url = new URL(request.url)
    const { cache } = rulesOf(url.pathname)
    if (isRead(request)) {
      // The router matches an address in any spelling: without this check, other spellings of a cached page would each
      // be rendered.
      const canonical = canonicalPath(url.pathname)
      if (canonical !== url.pathname && rulesOf(canonical).cache) {
        return new Response(null, { status: 308, headers: { Location: canonical + url.search } })
      }
      if (cache && isDataPath(url.pathname)) {
        if (limitMisses.data(address)) return tooBusy()
      } else if (cache && options.clientDirectory) {
        // Not in development: Vite's own scripts have no hashes, and a page being edited must not be stale.
        const key = cacheKey(url)
        if (key !== undefined) return sendPublic(request, key, cache.share, address)
      }
    }
    return send(await render(request, address), url.pathname)
  }

  const cacheFigures = () => ({ pages: caches.pages.figures(), suggestions: caches.suggestions.figures() })
  return { answer, findCached, cacheFigures }
}

/**
 * The path with the parameters that its page reads, in a fixed order; other parameters are ignored. Undefined for what
 * is not cached.
 */
function cacheKey({ pathname, searchParams }: URL): string | undefined {
  const { cache } = rulesOf(pathname)
  if (!cache || isDataPath(pathname) || cache.unless?.some(name => searchParams.has(name))) return undefined
  const read = cache.parameters.flatMap(name => searchParams.getAll(name).map(value => [name, value]))
  return read.length === 0 ? pathname : `${pathname}?${new URLSearchParams(read)}`
}

export const tooBusy = (): Response =>
  new Response('Hay muchas visitas en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { 'Retry-After': '2', 'Content-Type': 'text/plain; charset=utf-8' },
  })

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const isHtml = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/html') ?? false

const isCacheable = (response: Response): boolean =>
  isHtml(response) || (response.headers.get('content-type')?.startsWith('application/json') ?? false)

/** Whether a response is public for caches. */
export const isForCaches = ({ headers }: Response): boolean =>
  headers.get('cache-control')?.startsWith('public') ?? false

const isPublic = (response: Response): boolean =>
  response.status === 200 && isForCaches(response) && !response.headers.has('set-cookie')
