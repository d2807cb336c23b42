import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerOf, type Page } from './page-cache.ts'
import { addressOf, type RateLimit, textOf } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'

type Options = {
  /** The cached page of a request's target, if any. @param address the visitor's. */
  findCached: (target: string, address: string) => Page | undefined
  limit: RateLimit
  proxyHops: number
  record: RequestLog
}

/**
 * Answers a request for a cached page without entering any framework.
 * @returns a function that returns false, without side effects, for every request that needs more than a cached page.
 */
export function createCachedAnswers({ findCached, limit, proxyHops, record }: Options) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const startedAt = performance.now()
    const { method = '', url: target = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    // The application validates requests with a body.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
    const address = addressOf(request, proxyHops)
    const page = findCached(target, address)
    // Over the limit, the application answers with the time to retry.
    if (!page || limit(address, method) !== undefined) return false
    const answer = answerOf(page, headers['if-none-match'], textOf(headers['accept-encoding']))
    const id = randomUUID()
    response.writeHead(answer.status, [...answer.headers, 'X-Request-Id', id])
    response.end(method === 'HEAD' ? undefined : answer.body)
    record({ id, method, path: pathOf(target), status: answer.status, startedAt })
    return true
  }
}

const pathOf = (target: string): string => {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
