import { randomBytes, randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { MAX_FILE_BYTES } from '#app/features/accesses/invitations/invitation-list.ts'
import { UPLOAD_FAILURES } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { LIST_PARAMETERS } from '#app/features/catalogue/filters.ts'
import { COMMENTS_PARAMETER } from '#app/features/reviews/reviews.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { pageHeadContext, robotsOf } from '#app/platform/http/page-head.server.ts'
import { PUBLIC_PATH } from '#app/platform/http/public-path.ts'
import { failureContext, nonceContext } from '#app/platform/http/request-context.server.ts'
import { REQUEST_METRIC } from '#app/platform/http/request-id.ts'
import { createTurns } from '#app/platform/jobs/turns.ts'
import { describeError, withRequestId } from '#app/platform/log/log.server.ts'
import { MAX_PHOTO_BYTES } from '#app/platform/pictures/photo-limits.ts'
import { clientAddressContext, type Services, servicesContext } from '#app/platform/services/services.server.ts'
import { onTextsChanged } from '#app/platform/texts/live-texts.ts'
import { API, createApiLimit } from './api-limit.ts'
import { clientAddress } from './client-address.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { isFromThisShop } from './origin-check.ts'
import { createPageCache, type Page, sendPage, toPage } from './page-cache.ts'
import { createPictures } from './pictures.ts'
import { printingOutOfTurn } from './print-out-of-turn.ts'
import { createMissLimit, createRateLimit } from './rate-limit.ts'
import { commonHeaders, contentSecurityPolicy, hashInlineScripts } from './security-headers.ts'
import { usualPath } from './usual-path.ts'

/** Files that browsers look for at the site's root. */
const ROOT_FILES = ['/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/manifest.webmanifest']

/** Pages are read and forms are posted: nothing here answers to anything else. */
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Bytes of a request's body; forms and carts stay far below. */
const MAX_BODY = 256 * 1024
/** The forms that take a file: a list of people to invite, with what a browser puts around it. */
const LIST_PATH = /^\/(account\/items\/[0-9a-f-]{36}\/invitations|admin\/access\/import)(\.data)?$/
const MAX_LIST_BODY = MAX_FILE_BYTES + 64 * 1024
/** A product's form, with its picture. */
const PRODUCT_PATH = /^\/admin\/catalog\/assessments\/[0-9a-z-]{3,36}(\.data)?$/
const MAX_PRODUCT_BODY = MAX_PHOTO_BYTES + 256 * 1024

/** In any letters, as the router knows them: pictures of shared links, the map of the shop, and certificates. */
const LOOKS = /^\/(share\/|sitemap\.xml$|certificado\/)/i

/** Pages that are rendered at once; more would only make each of them later. */
const RENDERED_AT_ONCE = 4
/** Requests that may wait for their turn; beyond, the shop is being flooded and says so at once. */
const WAITING = 100

type Options = {
  services: Services
  build: ServerBuild
  /** Folder of the built client files; undefined in development, where Vite serves them. */
  clientDirectory: string | undefined
  proxyHops: number
  rateLimits: boolean
  /** Answers whether the database can be used now. */
  isReady: () => Promise<boolean>
  /** Calls back whenever what public pages show has changed. */
  onPublicChange: (listener: () => void) => void
}

type Env = { Bindings: HttpBindings; Variables: { address: string } }

/** The shop as an HTTP application: headers, limits, static files, health, and every page and action behind them. */
export function createHttpApp(options: Options): Hono<Env> {
  const { services } = options
  const https = services.settings.appUrl.startsWith('https://')
  const headers = commonHeaders(https)
  const limit = createRateLimit(options.rateLimits)
  const app = new Hono<Env>()

  app.get('/healthz', c => c.text('ok'))
  app.get('/readyz', async c => ((await options.isReady()) ? c.text('ready') : c.text('database unavailable', 503)))

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const id = randomUUID()
    const socket = c.env.incoming.socket.remoteAddress ?? ''
    c.set('address', clientAddress(socket, c.req.header('x-forwarded-for'), options.proxyHops))
    await withRequestId(id, next)
    const { headers: answer } = c.res
    for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value)
    // Only what says that it is public may be kept by caches and listed by search engines.
    if (!answer.has('cache-control')) answer.set('Cache-Control', 'no-store')
    if (!isForCaches(c.res) && !answer.has('x-robots-tag')) answer.set('X-Robots-Tag', 'noindex')
    answer.set('X-Request-Id', id)
    // A page can't read the headers of the answer that brought it, but it can read these.
    if (c.res.status >= 500) answer.set('Server-Timing', `${REQUEST_METRIC};desc="${id}"`)
    services.log.info('request', {
      request_id: id,
      method: c.req.method,
      // Without the query: private addresses carry ids there, and the search box whatever people type.
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })

  if (options.clientDirectory) {
    const root = options.clientDirectory
    const kept = (value: string) => (_path: string, c: { header: (name: string, value: string) => void }) =>
      c.header('Cache-Control', value)
    // File names under /assets carry a hash of their content.
    const immutable = kept('public, max-age=31536000, immutable')
    app.use('/assets/*', serveStatic({ root, precompressed: true, onFound: immutable }))
    app.use('/fonts/*', serveStatic({ root, precompressed: true, onFound: immutable }))
    const forADay = serveStatic({ root, precompressed: true, onFound: kept('public, max-age=86400') })
    for (const path of ROOT_FILES) app.use(path, forADay)
    app.get('/assets/*', c => c.text('Not found', 404))
  }

  app.use(compress())
  app.use(async (c, next) => {
    if (METHODS.has(c.req.method)) return next()
    c.header('Allow', [...METHODS].join(', '))
    return c.req.method === 'OPTIONS' ? c.body(null, 204) : c.text('Método no permitido', 405)
  })
  app.use(async (c, next) => {
    if (!isFromThisShop(c.req.raw, c.req.path, services.settings.appUrl)) return c.text('Solicitud de otro sitio', 403)
    const retryAfter = await limit(c.get('address'), c.req.method)
    if (retryAfter === undefined) return next()
    c.header('Retry-After', String(retryAfter))
    return c.text('Demasiadas solicitudes. Espera unos segundos y vuelve a intentarlo.', 429)
  })
  app.use(async (c, next) => {
    const problem = bodyProblem(c.req.raw, c.req.path)
    return problem ? c.text(problem.text, problem.status) : next()
  })

  // Each costs a look into the database, however often it is asked for; a certificate's code is not to be guessed.
  const limitLooks = createMissLimit(options.rateLimits)
  app.use(async (c, next) =>
    LOOKS.test(usualPath(c.req.path)) && (await limitLooks(c.get('address'))) ? tooBusy() : next(),
  )
  const limitKeys = createApiLimit(options.rateLimits)
  app.use(async (c, next) =>
    API.test(usualPath(c.req.path)) ? ((await limitKeys(c.req.header('authorization'))) ?? next()) : next(),
  )
  app.route('/', createPictures(services.db))
  app.route('/', createCrawlerFiles(options))
  const pages = createPages(options, https)
  app.all('*', c => pages(c.req.raw, c.get('address')))

  app.onError((error, c) => {
    if (isDatabaseOutage(error)) {
      services.log.warn('database_unavailable', { path: c.req.path })
      c.header('Retry-After', '5')
      return c.text('El servicio no está disponible por un momento. Vuelve a intentarlo.', 503)
    }
    services.log.error('request_failed', { path: c.req.path, ...describeError(error) })
    return c.text('Ocurrió un error inesperado', 500)
  })
  return app
}

const mostBytes = (path: string): number =>
  LIST_PATH.test(path) ? MAX_LIST_BODY : PRODUCT_PATH.test(path) ? MAX_PRODUCT_BODY : MAX_BODY

/** A body must tell its length beforehand, as browsers do; Node itself cuts one that is longer than it told. */
function bodyProblem(request: Request, path: string): { status: 411 | 413; text: string } | undefined {
  const length = request.headers.get('content-length')
  const tooLarge = LIST_PATH.test(path) ? UPLOAD_FAILURES.too_large : 'La solicitud es demasiado grande'
  if (length !== null && Number(length) > mostBytes(path)) return { status: 413, text: tooLarge }
  const isUntold = length === null && request.headers.has('transfer-encoding')
  return isUntold ? { status: 411, text: 'La solicitud debe indicar su tamaño' } : undefined
}

/** The same pages as data, for browsers that are in the shop already: made anew for each request. */
const PUBLIC_DATA_PATH = /^\/(assessments|assessment\/[^/]+)?\.data$/
/** What search boxes offer: alike for everybody, too, but asked with every few letters, so it has a place and a share of its own. */
const SUGGESTIONS_PATH = '/suggest'

/** Answers pages and actions: through the router, or from the pages that are kept for everybody. */
function createPages(options: Options, https: boolean) {
  const handle = createRequestHandler(options.build, process.env.NODE_ENV)
  const kept = { pages: createPageCache(), suggestions: createPageCache() }
  options.onPublicChange(() => {
    kept.pages.forget()
    kept.suggestions.forget()
  })
  onTextsChanged(() => kept.pages.forget())
  const inTurn = createTurns(RENDERED_AT_ONCE, WAITING)
  const limitMisses = {
    pages: createMissLimit(options.rateLimits),
    suggestions: createMissLimit(options.rateLimits),
    data: createMissLimit(options.rateLimits),
  }
  const { appUrl } = options.services.settings

  async function render(request: Request, address: string): Promise<Rendered> {
    const nonce = randomBytes(16).toString('base64url')
    const failure: { current?: { outage: boolean } } = {}
    const context = new RouterContextProvider()
    context.set(clientAddressContext, address)
    context.set(nonceContext, nonce)
    context.set(failureContext, failure)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const answer = (leave: () => void) => {
      context.set(servicesContext, printingOutOfTurn(options.services, leave))
      return handle(request, context)
    }
    const answered = isRead ? await inTurn(answer) : await answer(() => {})
    const response = answered ?? tooBusy()
    const robots = robotsOf(response.status === 200 && isHtml(response) ? context.get(pageHeadContext) : null)
    if (robots !== undefined && !response.headers.has('x-robots-tag')) response.headers.set('X-Robots-Tag', robots)
    if (!failure.current?.outage || response.status !== 500) return { response, nonce }
    const headers = new Headers(response.headers)
    headers.set('Retry-After', '5')
    return { response: new Response(response.body, { status: 503, headers }), nonce }
  }

  async function keptForm(response: Response, nonce: string): Promise<Page> {
    const headers = [...response.headers].filter(([name]) => name !== 'content-length')
    const text = await response.text()
    if (!isHtml(response)) return toPage(Buffer.from(text), headers, Date.now())
    const { html, sources } = hashInlineScripts(text, nonce)
    const policy = ['Content-Security-Policy', contentSecurityPolicy(sources, https)] as const
    return toPage(Buffer.from(html), [...headers, policy], Date.now())
  }

  function send({ response, nonce }: Rendered): Response {
    if (isHtml(response) && options.clientDirectory) {
      response.headers.set('Content-Security-Policy', contentSecurityPolicy([`'nonce-${nonce}'`], https))
    }
    return response
  }

  /** A page for everybody, rendered for somebody without cookies at the shop's own address, so that nothing of a visitor gets in. */
  async function sendPublic(request: Request, url: URL, address: string): Promise<Response> {
    const key = publicAddress(url)
    const kind = url.pathname === SUGGESTIONS_PATH ? 'suggestions' : 'pages'
    const cache = kept[kind]
    let unkept: Rendered | undefined
    const renderForAll = async () => {
      const rendered = await render(new Request(appUrl + key), address)
      if (isPublic(rendered.response) && isKept(rendered.response)) return keptForm(rendered.response, rendered.nonce)
      unkept = rendered
      return undefined
    }
    const page = cache.get(key, renderForAll)
    if (page) return sendPage(page, request)
    if (await limitMisses[kind](address)) return tooBusy()
    const made = await cache.refresh(key, renderForAll)
    if (made) return sendPage(made, request)
    return send(unkept ?? (await render(request, address)))
  }

  return async (request: Request, address: string): Promise<Response> => {
    const url = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // Not in development: Vite's own scripts come without hashes, and a page under work must not be an old one.
    const isForAll = isKeptPath(url.pathname)
    const usual = usualPath(url.pathname)
    // The router knows an address in any letters: another spelling of a kept page would be made anew for whoever asks, without limit.
    if (isRead && usual !== url.pathname && (isKeptPath(usual) || PUBLIC_DATA_PATH.test(usual))) {
      return new Response(null, { status: 308, headers: { Location: usual + url.search, 'Cache-Control': 'no-store' } })
    }
    if (isRead && options.clientDirectory && isForAll) return sendPublic(request, url, address)
    if (isRead && PUBLIC_DATA_PATH.test(url.pathname) && (await limitMisses.data(address))) return tooBusy()
    return send(await render(request, address))
  }
}

type Rendered = { response: Response; nonce: string }

const isKeptPath = (pathname: string): boolean => PUBLIC_PATH.test(pathname) || pathname === SUGGESTIONS_PATH

/** The parameters that the page of an address knows. */
const parametersOf = (pathname: string): readonly string[] => {
  if (pathname === SUGGESTIONS_PATH) return ['q']
  return pathname.startsWith('/assessment/') ? [COMMENTS_PARAMETER] : LIST_PARAMETERS
}

/** The path with the parameters that its page knows, in one order: whatever else stands in an address changes nothing. */
function publicAddress({ pathname, searchParams }: URL): string {
  const names = parametersOf(pathname)
  const known = names.flatMap(name => searchParams.getAll(name).map(value => [name, value]))
  return known.length === 0 ? pathname : `${pathname}?${new URLSearchParams(known)}`
}

const tooBusy = (): Response =>
  new Response('Hay muchas visitas en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { 'Retry-After': '2', 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

const isHtml = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/html') ?? false

const isKept = (response: Response): boolean =>
  isHtml(response) || (response.headers.get('content-type')?.startsWith('application/json') ?? false)

const isForCaches = ({ headers }: Response): boolean => headers.get('cache-control')?.startsWith('public') ?? false

const isPublic = (response: Response): boolean =>
  response.status === 200 && isForCaches(response) && !response.headers.has('set-cookie')
