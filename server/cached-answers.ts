import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '#app/platform/log/log.server.ts'
import { clientAddress } from './client-address.ts'
import { answerOf, type Page } from './page-cache.ts'
import type { RateLimit } from './rate-limit.ts'

/** Counts an answered request. @param path without the query @param ms milliseconds until the answer was ready */
export type ObserveRequest = (method: string, path: string, status: number, ms: number) => void

type Options = {
  /** The cached page of a request's target, if any. @param address the visitor's. */
  findCached: (target: string, address: string) => Page | undefined
  limit: RateLimit
  proxyHops: number
  log: Log
  observe?: ObserveRequest | undefined
}

/**
 * Answers a request for a cached page without entering any framework.
 * @returns a function that returns false, without side effects, for every request that needs more than a cached page.
 */
export function createCachedAnswers({ findCached, limit, proxyHops, log, observe }: Options) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const startedAt = performance.now()
    const { method = '', url: target = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    // The application validates requests with a body.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
    const forwardedFor = headers['x-forwarded-for']
    const address = clientAddress(request.socket.remoteAddress ?? '', textOf(forwardedFor), proxyHops)
    const page = findCached(target, address)
    // Over the limit, the application answers with the time to retry.
    if (!page || limit(address, method) !== undefined) return false
    const answer = answerOf(page, headers['if-none-match'], textOf(headers['accept-encoding']))
    const id = randomUUID()
    response.writeHead(answer.status, [...answer.headers, 'X-Request-Id', id])
    response.end(method === 'HEAD' ? undefined : answer.body)
    const path = pathOf(target)
    const ms = performance.now() - startedAt
    log.info('request', { request_id: id, method, path, status: answer.status, ms: Math.round(ms * 10) / 10 })
    observe?.(method, path, answer.status, ms)
    return true
  }
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

const pathOf = (target: string): string => {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
