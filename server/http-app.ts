import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { MAX_FILE_BYTES } from '#app/features/accesses/invitations/invitation-list.ts'
import { UPLOAD_FAILURES } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { MAX_STATEMENT_BYTES } from '#app/features/bank-statements/import/statement-limits.ts'
import { STATEMENT_REFUSALS } from '#app/features/bank-statements/import/statement-texts.ts'
import { MAX_REPORT_BYTES, REPORT_TOO_LARGE } from '#app/features/reconciliation/reports/report-texts.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { REQUEST_METRIC } from '#app/platform/http/request-id.ts'
import { describeError, withRequestId } from '#app/platform/log/log.server.ts'
import { MAX_PHOTO_BYTES } from '#app/platform/pictures/photo-limits.ts'
import { MAX_PDF_BYTES } from '#app/platform/tax-documents/tax-documents.ts'
import { createApiLimit } from './api-limit.ts'
import { createCachedAnswers } from './cached-answers.ts'
import { clientAddress } from './client-address.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { isFromThisShop } from './origin-check.ts'
import { createPages, isForCaches, type PageOptions, rulesOf, tooBusy } from './pages.ts'
import { createPictures } from './pictures.ts'
import { createMissLimit, createRateLimit } from './rate-limit.ts'
import { commonHeaders } from './security-headers.ts'

/** Files that browsers request at the site's root. */
const ROOT_FILES = ['/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/manifest.webmanifest']

/** The only methods that the shop answers. */
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Maximum body sizes: forms and carts stay far below; forms with a file include the multipart overhead. */
const BODIES = {
  form: { maxBytes: 256 * 1024, tooLarge: 'La solicitud es demasiado grande' },
  people: { maxBytes: MAX_FILE_BYTES + 64 * 1024, tooLarge: UPLOAD_FAILURES.too_large },
  statement: { maxBytes: MAX_STATEMENT_BYTES + 64 * 1024, tooLarge: STATEMENT_REFUSALS.too_large },
  document: { maxBytes: MAX_PDF_BYTES + 64 * 1024, tooLarge: 'El PDF pesa más de 2 MB: elige uno más liviano' },
  report: { maxBytes: MAX_REPORT_BYTES + 64 * 1024, tooLarge: REPORT_TOO_LARGE },
  photo: { maxBytes: MAX_PHOTO_BYTES + 256 * 1024, tooLarge: 'La solicitud es demasiado grande' },
} as const

type Options = PageOptions & {
  proxyHops: number
  /** Whether the database is available now. */
  isReady: () => Promise<boolean>
}

type Env = { Bindings: HttpBindings; Variables: { address: string } }

/**
 * The shop over HTTP: `answerCached` for cached pages, and behind it an application with headers, limits, static files,
 * health, and every page and action.
 */
export function createHttpApp(options: Options) {
  const { services } = options
  const headers = commonHeaders(services.settings.appUrl.startsWith('https://'))
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
    // Only what is explicitly public may be cached and indexed.
    if (!answer.has('cache-control')) answer.set('Cache-Control', 'no-store')
    if (!isForCaches(c.res) && !answer.has('x-robots-tag')) answer.set('X-Robots-Tag', 'noindex')
    answer.set('X-Request-Id', id)
    // Scripts can't read the headers of the response that loaded their page, but they can read Server-Timing.
    if (c.res.status >= 500) answer.set('Server-Timing', `${REQUEST_METRIC};desc="${id}"`)
    services.log.info('request', {
      request_id: id,
      method: c.req.method,
      // Without the query: private addresses contain ids there, and the search box any typed text.
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })

  if (options.clientDirectory) {
    const root = options.clientDirectory
    const cacheFor = (value: string) => (_path: string, c: { header: (name: string, value: string) => void }) =>
      c.header('Cache-Control', value)
    // File names under /assets carry a hash of their content.
    const immutable = cacheFor('public, max-age=31536000, immutable')
    app.use('/assets/*', serveStatic({ root, precompressed: true, onFound: immutable }))
    app.use('/fonts/*', serveStatic({ root, precompressed: true, onFound: immutable }))
    const forADay = serveStatic({ root, precompressed: true, onFound: cacheFor('public, max-age=86400') })
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
    const retryAfter = limit(c.get('address'), c.req.method)
    if (retryAfter === undefined) return next()
    c.header('Retry-After', String(retryAfter))
    return c.text('Demasiadas solicitudes. Espera unos segundos y vuelve a intentarlo.', 429)
  })
  app.use(async (c, next) => {
    const problem = bodyProblem(c.req.raw, c.req.path)
    return problem ? c.text(problem.text, problem.status) : next()
  })

  // Each costs a query, however often it is requested; a certificate's code must not be guessable.
  const limitLookups = createMissLimit(options.rateLimits)
  const limitKeys = createApiLimit(options.rateLimits)
  const countLookup: MiddlewareHandler<Env> = async (c, next) => (limitLookups(c.get('address')) ? tooBusy() : next())
  app.use('/share/*', countLookup)
  app.use('/sitemap.xml', countLookup)
  app.use(async (c, next) => {
    const { limit: counted } = rulesOf(c.req.path)
    if (counted === 'lookup') return countLookup(c, next)
    const refused = counted === 'api-key' ? limitKeys(c.req.header('authorization')) : undefined
    return refused ?? next()
  })
  app.route('/', createPictures(services.db))
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
  const { findCached } = pages
  const answerCached = createCachedAnswers({ findCached, limit, proxyHops: options.proxyHops, log: services.log })
  return { app, answerCached }
}

/** A body must declare its length, as browsers do; Node itself cuts one that is longer than declared. */
function bodyProblem(request: Request, path: string): { status: 411 | 413; text: string } | undefined {
  const length = request.headers.get('content-length')
  const { maxBytes, tooLarge } = BODIES[rulesOf(path).upload ?? 'form']
  if (length !== null && Number(length) > maxBytes) return { status: 413, text: tooLarge }
  const hasNoLength = length === null && request.headers.has('transfer-encoding')
  return hasNoLength ? { status: 411, text: 'La solicitud debe indicar su tamaño' } : undefined
}
