import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { costOf, hasTooManyParameters } from '#app/platform/http/body-size.server.ts'
import { REQUEST_METRIC } from '#app/platform/http/request-id.ts'
import { describeError, withRequestId } from '#app/platform/log/log.server.ts'
import { currentTracing } from '#app/platform/tracing/tracing.ts'
import routes from '#app/routes.ts'
import { createAutosave } from './autosave.ts'
import { declaredLength, readBody, sizeProblem } from './bodies.ts'
import { listBuilds } from './builds.ts'
import { createCachedAnswers } from './cached-answers.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { isFromThisShop, justWritten } from './origin-check.ts'
import { createPages, isForCaches, type PageOptions, rulesOf, tooBusy } from './pages.ts'
import { createPictures } from './pictures.ts'
import { addressOf, createApiLimit, createMissLimit, createRateLimit } from './rate-limit.ts'
import { createRequestLog, type ObserveRequest } from './request-log.ts'
import { createRouteNames } from './route-rules.ts'
import { commonHeaders, NO_CONTENT_POLICY } from './security-headers.ts'
import { textPages } from './text-pages.ts'
import { createReadiness } from './watch.ts'
import { isSentWhole, wholeAnswers } from './whole-answers.ts'

/** Files that browsers request at the site's root. */
const ROOT_FILES = ['/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/manifest.webmanifest']

/** Counts visits at every page; no page shows them to their visitor. */
const VISITS = '/events'

/** The only methods that the shop answers. */
const METHODS = new Set(['GET', 'HEAD', 'POST'])

const isCompressedOnItsWay = (type: string): boolean => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) && !isSentWhole(type)

type Options = PageOptions & {
  proxyHops: number
  /** Whether the database is available now. */
  isReady: () => Promise<boolean>
  /** Whether new requests should come to this process: not while it stops. */
  isAccepting: () => boolean
  observe?: ObserveRequest | undefined
}

type Env = { Bindings: HttpBindings; Variables: { address: string } }

/**
 * The shop over HTTP: `answerDirectly` for cached pages and answers saved, and behind it an application with headers,
 * limits, static files, health, and every page and action.
 */
export function createHttpApp(options: Options) {
  const { services } = options
  const headers = commonHeaders(services.settings.appUrl.startsWith('https://'))
  const limit = createRateLimit(options.limits, options.rateLimits)
  const record = createRequestLog(services.log, options.observe)
  const app = new Hono<Env>()

  app.get('/healthz', c => c.text('ok'))
  const isReady = createReadiness(options.isReady)
  app.get('/readyz', async c => {
    if (!options.isAccepting()) return c.text('stopping', 503)
    return (await isReady()) ? c.text('ready') : c.text('database unavailable', 503)
  })

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const id = randomUUID()
    c.set('address', addressOf(c.env.incoming, options.proxyHops))
    await traced(c, id, () => withRequestId(id, next))
    const { headers: answer } = c.res
    for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value)
    // Only what is explicitly public may be cached and indexed.
    if (!answer.has('cache-control')) answer.set('Cache-Control', 'no-store')
    if (!isForCaches(c.res) && !answer.has('x-robots-tag')) answer.set('X-Robots-Tag', 'noindex')
    // Browsers show PDF documents by scripts of their own, which some put under the document's policy. Vite's pages have none.
    if (options.clientDirectory && !answer.has('content-security-policy') && !isPdf(c.res)) {
      answer.set('Content-Security-Policy', NO_CONTENT_POLICY)
    }
    if (options.replica && c.req.method === 'POST' && c.req.path !== VISITS) {
      answer.append('Set-Cookie', justWritten(services.settings.appUrl))
    }
    answer.set('X-Request-Id', id)
    // Scripts can't read the headers of the response that loaded their page, but they can read Server-Timing.
    if (c.res.status >= 500) answer.set('Server-Timing', `${REQUEST_METRIC};desc="${id}"`)
    record({ id, method: c.req.method, path: c.req.path, status: c.res.status, startedAt })
  })

  if (options.clientDirectory) {
    const root = options.clientDirectory
    const cacheFor = (value: string) => (_path: string, c: { header: (name: string, value: string) => void }) =>
      c.header('Cache-Control', value)
    // File names under /assets carry a hash of their content.
    const immutable = cacheFor('public, max-age=31536000, immutable')
    app.use('/assets/*', serveStatic({ root, precompressed: true, onFound: immutable }))
    app.use('/assets/*', assetsOfOtherBuilds(immutable))
    app.use('/fonts/*', serveStatic({ root, precompressed: true, onFound: immutable }))
    const forADay = serveStatic({ root, precompressed: true, onFound: cacheFor('public, max-age=86400') })
    for (const path of ROOT_FILES) app.use(path, forADay)
    app.get('/assets/*', c => c.text('Not found', 404))
  }

  app.use(compress({ contentTypeFilter: isCompressedOnItsWay }), wholeAnswers, textPages)
  app.use(async (c, next) => {
    if (METHODS.has(c.req.method)) return next()
    c.header('Allow', [...METHODS].join(', '))
    return c.req.method === 'OPTIONS' ? c.body(null, 204) : c.text('Método no permitido', 405)
  })
  app.use(async (c, next) => {
    if (!isFromThisShop(c.req.raw, c.req.path, services.settings.appUrl)) return c.text('Solicitud de otro sitio', 403)
    const retryAfter = limit(c.get('address'), c.req.method, costOf(declaredLength(c.req.raw)))
    if (retryAfter === undefined) return next()
    c.header('Retry-After', String(retryAfter))
    return c.text('Demasiadas solicitudes. Espera unos segundos y vuelve a intentarlo.', 429)
  })
  app.use(async (c, next) => {
    if (hasTooManyParameters(c.req.url)) return c.text('La dirección tiene demasiados parámetros', 400)
    const problem = sizeProblem(c.req.raw, c.req.path)
    if (problem) return c.text(problem.text, problem.status)
    const read = await readBody(c.req.raw, c.req.path)
    if ('status' in read) return c.text(read.text, read.status)
    c.req.raw = read
    return next()
  })

  // Each costs a query, however often it is requested; a certificate's code must not be guessable.
  const limitLookups = createMissLimit(options.limits, 'lookups', options.rateLimits)
  const limitKeys = createApiLimit(options.limits, options.rateLimits)
  const countLookup: MiddlewareHandler<Env> = async (c, next) => (limitLookups(c.get('address')) ? tooBusy() : next())
  app.use('/share/*', countLookup)
  app.use('/sitemap.xml', countLookup)
  app.use(async (c, next) => {
    const { limit: counted } = rulesOf(c.req.path)
    if (counted === 'lookup') return countLookup(c, next)
    const refused = counted === 'api-key' ? limitKeys(c.req.header('authorization')) : undefined
    return refused ?? next()
  })
  app.route('/', createPictures(services))
  app.route('/', createCrawlerFiles(options))
  const pages = createPages(options)
  app.all('*', c => pages.answer(c.req.raw, c.get('address')))

  app.onError((error, c) => {
    if (isDatabaseOutage(error)) {
      services.log.warn('database_unavailable', { path: c.req.path })
      c.header('Retry-After', '5')
      return c.text('El servicio no está disponible por un momento. Vuelve a intentarlo.', 503)
    }
    services.log.error('request_failed', { path: c.req.path, ...describeError(error) })
    return c.text('Ocurrió un error inesperado', 500)
  })
  const { findCached, cacheFigures } = pages
  const { proxyHops } = options
  const answerCached = createCachedAnswers({ findCached, limit, proxyHops, record })
  const hasReplica = options.replica !== undefined
  const autosave = createAutosave({ services, limit, proxyHops, hasReplica, record })
  const answerDirectly = (request: IncomingMessage, response: ServerResponse): boolean =>
    answerCached(request, response) || autosave(request, response)
  return { app, answerDirectly, cacheFigures }
}

/**
 * The files of a page that an earlier build rendered, or that the next one did while servers are replaced one by one:
 * each build's names are its own.
 */
function assetsOfOtherBuilds(onFound: (path: string, c: Context<Env>) => void): MiddlewareHandler<Env> {
  return async (c, next) => {
    for (const build of await listBuilds()) {
      const options = { root: join(build, 'client'), precompressed: true, onFound }
      const found = await serveStatic<Env>(options)(c, async () => {})
      if (found) return found
    }
    return next()
  }
}

const isPdf = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('application/pdf') ?? false

const routeOf = createRouteNames(routes)

/** The request as a span where requests are traced, named by its route: addresses hold ids and tokens. */
function traced(c: Context<Env>, id: string, work: () => Promise<void>): Promise<void> {
  const tracing = currentTracing()
  if (!tracing) return work()
  const route = routeOf(c.req.path)
  const method = METHODS.has(c.req.method) ? c.req.method : '_OTHER'
  const attributes = { 'http.request.method': method, 'http.route': route, 'alhena.request_id': id }
  const options = { kind: 'server', parent: c.req.header('traceparent'), attributes } as const
  return tracing.inSpan(`${method} ${route}`, options, async note => {
    await work()
    note({ 'http.response.status_code': c.res.status })
  })
}
