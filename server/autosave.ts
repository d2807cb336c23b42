import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RouterContextProvider } from 'react-router'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { respondentThenUser } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { createSavingQueue } from '#app/features/questionnaires/runs/saving-queue.server.ts'
import { saveSubmittedAnswers } from '#app/features/questionnaires/runs/submitted-answers.server.ts'
import { costOf } from '#app/platform/http/body-size.server.ts'
import type { RequestHead } from '#app/platform/http/request-head.ts'
import { REQUEST_METRIC } from '#app/platform/http/request-id.ts'
import { describeError, withRequestId } from '#app/platform/log/log.server.ts'
import { type Services, servicesContext } from '#app/platform/services/services.server.ts'
import { currentTracing } from '#app/platform/tracing/tracing.ts'
import { contentProblem, declaredLength, sizeProblem } from './bodies.ts'
import { isFromThisShop, justWritten } from './origin-check.ts'
import { rulesOf } from './pages.ts'
import { addressOf, type RateLimit, textOf } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'
import { commonHeaders, NO_CONTENT_POLICY, secretAddressHeaders } from './security-headers.ts'

const PATH = '/respond/answers'

type Options = {
  services: Services
  limit: RateLimit
  proxyHops: number
  /** Whether reads may come from a replica, which does not have at once what was just written. */
  hasReplica: boolean
  record: RequestLog
}

type Answer = { status: number; type: 'application/json' | 'text/plain; charset=UTF-8'; body: string }

/**
 * Saves answers as the shop's page sends them, after every one, without entering any framework: this is what respondents do most.
 * @returns a function that returns false, without side effects, for every other request: the application answers those, with the same rules.
 */
export function createAutosave({ services, limit, proxyHops, hasReplica, record }: Options) {
  const { db, now, settings } = services
  const { appUrl } = settings
  const saving = { db, now, saveRun: createSavingQueue(db) }
  // Of two with the same name, the later one counts.
  const headers = new Map<string, string>([
    ...commonHeaders(appUrl.startsWith('https://')),
    ...(rulesOf(PATH).secretAddress ? secretAddressHeaders : []),
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', NO_CONTENT_POLICY],
    ...(hasReplica ? [['Set-Cookie', justWritten(appUrl)] as const] : []),
  ])

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const startedAt = performance.now()
    if (request.url !== PATH || request.method !== 'POST' || currentTracing()) return false
    const head = headOf(request)
    const isAsPagesSend =
      head.headers.get('content-type') === 'application/json' &&
      declaredLength(head) > 0 &&
      !sizeProblem(head, PATH) &&
      isFromThisShop(head, PATH, appUrl)
    // Over the limit, the application answers with the time to retry.
    if (!isAsPagesSend || limit(addressOf(request, proxyHops), 'POST', costOf(declaredLength(head))) !== undefined)
      return false
    const id = randomUUID()
    void withRequestId(id, () => answer(request, head)).then(({ status, type, body }) => {
      const own = [
        ['Content-Type', type],
        ['Content-Length', String(Buffer.byteLength(body))],
        ['X-Request-Id', id],
        ...(status >= 500 ? [['Server-Timing', `${REQUEST_METRIC};desc="${id}"`]] : []),
      ]
      response.writeHead(status, [...headers, ...own].flat())
      response.end(body)
      record({ id, method: 'POST', path: PATH, status, startedAt })
    })
    return true
  }

  async function answer(request: IncomingMessage, head: RequestHead): Promise<Answer> {
    try {
      const body = await bodyOf(request).catch(() => undefined)
      if (!body) return textAnswer(400, 'La solicitud llegó incompleta')
      const problem = contentProblem(body, 'application/json', PATH)
      if (problem) return textAnswer(problem.status, problem.text)
      const actors = respondentThenUser(head, appUrl, () => userOf(head))
      const saved = await saveSubmittedAnswers(saving, actors, parseJson(body.toString()))
      return { status: saved.status, type: 'application/json', body: JSON.stringify(saved.body) }
    } catch (error) {
      services.log.error('request_failed', { path: PATH, ...describeError(error) })
      return textAnswer(500, 'Ocurrió un error inesperado')
    }
  }

  function userOf({ headers: received }: RequestHead) {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    const request = new Request(appUrl + PATH, { headers: { cookie: received.get('cookie') ?? '' } })
    return sessionUser({ request, context })
  }
}

/** Headers are asked for in lower case. */
const headOf = ({ method = '', headers }: IncomingMessage): RequestHead => ({
  method,
  headers: { get: name => textOf(headers[name]) ?? null },
})

/** As `buffer` of Node's stream consumers, without the blob that it makes on its way. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const textAnswer = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=UTF-8', body })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
