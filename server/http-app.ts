import { randomBytes, randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { failureContext, nonceContext } from '#app/platform/http/request-context.server.ts'
import { describeError, withRequestId } from '#app/platform/log/log.server.ts'
import { clientAddressContext, type Services, servicesContext } from '#app/platform/services/services.server.ts'
import { clientAddress } from './client-address.ts'
import { isFromThisShop } from './origin-check.ts'
import { createPageCache, type Page, sendPage, toPage } from './page-cache.ts'
import { createRateLimit } from './rate-limit.ts'
import { commonHeaders, contentSecurityPolicy, hashInlineScripts } from './security-headers.ts'

/** Bytes of a request's body; forms and carts stay far below. */
const MAX_BODY = 256 * 1024

type Options = {
  services: Services
  build: ServerBuild
  /** Folder of the built client files; undefined in development, where Vite serves them. */
  clientDirectory: string | undefined
  proxyHops: number
  rateLimits: boolean
  /** Answers whether the database can be used now. */
  isReady: () => Promise<boolean>
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
    const address = clientAddress(
      c.env.incoming.socket.remoteAddress ?? '',
      c.req.header('x-forwarded-for'),
      options.proxyHops,
    )
    c.set('address', address)
    await withRequestId(id, next)
    const { headers: answer } = c.res
    for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value)
    answer.set('X-Request-Id', id)
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
    app.use('/favicon.svg', serveStatic({ root, precompressed: true, onFound: kept('public, max-age=86400') }))
    app.get('/assets/*', c => c.text('Not found', 404))
  }

  app.use(compress())
  app.use(async (c, next) => {
    if (!isFromThisShop(c.req.raw, c.req.path, services.settings.appUrl)) return c.text('Solicitud de otro sitio', 403)
    const retryAfter = await limit(c.get('address'), c.req.method)
    if (retryAfter === undefined) return next()
    c.header('Retry-After', String(retryAfter))
    return c.text('Demasiadas solicitudes. Espera unos segundos y vuelve a intentarlo.', 429)
  })
  app.use(async (c, next) => {
    const problem = bodyProblem(c.req.raw)
    return problem ? c.text(problem.text, problem.status) : next()
  })

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

/** A body must tell its length beforehand, as browsers do; Node itself cuts one that is longer than it told. */
function bodyProblem(request: Request): { status: 411 | 413; text: string } | undefined {
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > MAX_BODY) return { status: 413, text: 'La solicitud es demasiado grande' }
  if (length === null && request.headers.has('transfer-encoding')) {
    return { status: 411, text: 'La solicitud debe indicar su tamaño' }
  }
  return undefined
}

/** Answers pages and actions: through the router, or from the pages that are kept for everybody. */
function createPages(options: Options, https: boolean) {
  const handle = createRequestHandler(options.build, process.env.NODE_ENV)
  const cache = createPageCache()

  async function render(request: Request, address: string): Promise<{ response: Response; nonce: string }> {
    const nonce = randomBytes(16).toString('base64url')
    const failure: { current?: { outage: boolean } } = {}
    const context = new RouterContextProvider()
    context.set(servicesContext, options.services)
    context.set(clientAddressContext, address)
    context.set(nonceContext, nonce)
    context.set(failureContext, failure)
    const response = await handle(request, context)
    if (!failure.current?.outage || response.status !== 500) return { response, nonce }
    const headers = new Headers(response.headers)
    headers.set('Retry-After', '5')
    return { response: new Response(response.body, { status: 503, headers }), nonce }
  }

  async function keptForm(response: Response, nonce: string): Promise<Page> {
    const headers = [...response.headers].filter(([name]) => name !== 'content-length')
    if (!isHtml(response)) return toPage(Buffer.from(await response.arrayBuffer()), headers, Date.now())
    const { html, sources } = hashInlineScripts(await response.text(), nonce)
    return toPage(
      Buffer.from(html),
      [...headers, ['Content-Security-Policy', contentSecurityPolicy(sources, https)]],
      Date.now(),
    )
  }

  return async (request: Request, address: string): Promise<Response> => {
    // Vite's own scripts and its socket come without hashes, and a page under work must not be an old one.
    if (!options.clientDirectory) return (await render(request, address)).response
    const key = request.url
    // What is kept is always rendered for somebody without cookies, so that nothing of a visitor can get into it.
    const renderForAll = async () => {
      const { response, nonce } = await render(new Request(request.url), address)
      return isPublic(response) ? keptForm(response, nonce) : undefined
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const kept = isRead ? cache.get(key, renderForAll) : undefined
    if (kept) return sendPage(kept, request)
    const { response, nonce } = await render(request, address)
    if (request.method === 'GET' && isPublic(response)) {
      void cache.refresh(key, renderForAll)
      return sendPage(await keptForm(response, nonce), request)
    }
    if (isHtml(response))
      response.headers.set('Content-Security-Policy', contentSecurityPolicy([`'nonce-${nonce}'`], https))
    return response
  }
}

const isHtml = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/html') ?? false

const isPublic = (response: Response): boolean =>
  response.status === 200 &&
  (response.headers.get('cache-control')?.startsWith('public') ?? false) &&
  !response.headers.has('set-cookie')
