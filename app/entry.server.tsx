import { Writable } from 'node:stream'
import scripts from 'virtual:imported-scripts'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { headTags, pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { replayClicksScript } from '#app/platform/http/replay-clicks.server.ts'
import {
  failureContext,
  importedAtOnceContext,
  invitedContext,
  nonceContext,
} from '#app/platform/http/request-context.server.ts'
import { RequestId } from '#app/platform/http/request-id.ts'
import { takeCodeScript } from '#app/platform/http/take-code.server.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { currentRequestId, describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { tracedRoutes } from '#app/platform/tracing/routes.server.ts'
import { undecidedScript } from '#app/platform/tracking/undecided.server.ts'

/** Milliseconds after which an unfinished render is aborted. */
const RENDER_LIMIT_MS = 10_000

/**
 * Renders the whole page before responding: nothing is deferred, so streaming would gain no time but prevent length,
 * hashes and caching.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const { appUrl } = servicesOf(context).settings
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const body = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        done()
        const html = Buffer.concat(chunks).toString()
        const tags = headTags(finalStatus === 200 ? context.get(pageHeadContext) : null, appUrl)
        const preloads = context
          .get(importedAtOnceContext)
          .flatMap(module => scripts[module] ?? [])
          .map(script => `<link rel="modulepreload" href="${script}"/>`)
          .join('')
        const taken = context.get(invitedContext) ? takeCodeScript(nonce) : ''
        const earlyScripts = replayClicksScript(nonce) + undecidedScript(nonce, measuringNotice())
        resolve(
          new Response(
            html.replace('</head>', () => `${taken}${tags}${preloads}${earlyScripts}</head>`),
            { status: finalStatus, headers },
          ),
        )
      },
    })
    const options: RenderToPipeableStreamOptions = {
      nonce,
      // Otherwise React sends later parts of a long page hidden, for a script to move: they would be invisible without
      // scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(body),
      onShellError: reject,
      onError(error) {
        finalStatus = 500
        servicesOf(context).log.error('render_failed', { path: new URL(request.url).pathname, ...describeError(error) })
      },
    }
    const stream = renderToPipeableStream(
      <RequestId value={currentRequestId()}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestId>,
      options,
    )
    const timer = setTimeout(() => stream.abort(new Error('The render took too long')), RENDER_LIMIT_MS)
  })
}

export const instrumentations = [tracedRoutes]

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  // A response thrown by a route (404, 405, an invalid form) is an answer, not a failure.
  if (isRouteErrorResponse(error) && error.status < 500) return
  const outage = isDatabaseOutage(error)
  context.get(failureContext).current = { outage }
  const { log } = servicesOf(context)
  const fields = { path: new URL(request.url).pathname, ...describeError(error) }
  if (outage) log.warn('database_unavailable', { path: fields.path })
  else log.error('request_failed', fields)
}
