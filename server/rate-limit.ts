import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { KEY_LIMIT } from '#app/features/integrations/api-keys.ts'
import { networkOf } from '#app/platform/http/request-context.server.ts'
import type { SharedLimits } from '#app/platform/http/shared-limits.server.ts'
import { type Pollers, startPollers } from '#app/platform/jobs/pollers.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/** The visitor's network address of a request as Node received it. */
export function addressOf({ socket, headers }: IncomingMessage, hops: number): string {
  return clientAddress(socket.remoteAddress ?? '', textOf(headers['x-forwarded-for']), hops)
}

/** A header's value, of several lines together. */
export const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

/**
 * The visitor's network address. Each configured proxy has appended the address that it saw to x-forwarded-for; entries
 * further left come from the visitor and are ignored.
 * @param socketAddress remote address of the connection.
 * @param hops proxies between the visitor and this server.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || !forwardedFor) return socketAddress
  return forwardedFor.split(',').at(-hops)?.trim() || socketAddress
}

/** Milliseconds between two exchanges of counts with the other processes. */
const EVERY_MS = 500

/** Exchanges counts until it is stopped; while the database is unavailable this process limits alone. */
export const startLimitExchange = (limits: SharedLimits, { db, log }: Pick<Services, 'db' | 'log'>): Pollers =>
  startPollers({
    log,
    pollers: [
      {
        name: 'request-limits',
        everyMs: EVERY_MS,
        async run(at) {
          await limits.exchange(db, at)
          return 0
        },
      },
    ],
  })

/**
 * Counts the requests of each API key. A key is the submitted text, valid or not: invented keys are limited by address,
 * too.
 * @returns a function that returns undefined, or the error response for a key over its limit
 */
export function createApiLimit(limits: SharedLimits, enabled: boolean) {
  const limit = limits.limit('api-keys', KEY_LIMIT)
  return (authorization: string | undefined): Response | undefined => {
    if (!enabled || authorization === undefined) return undefined
    const retryAfter = limit(createHash('sha256').update(authorization).digest('base64'))
    return retryAfter === undefined ? undefined : tooMany(retryAfter)
  }
}

const tooMany = (retryAfter: number): Response =>
  Response.json(
    { type: 'about:blank', title: 'Demasiadas solicitudes', status: 429, code: 'rate_limited' },
    {
      status: 429,
      headers: {
        'Content-Type': 'application/problem+json',
        'Retry-After': String(retryAfter),
        'Cache-Control': 'no-store',
      },
    },
  )

/** Requests per address: generous for offices behind one address, too few for guessing or flooding. */
const READS = { points: 600, duration: 10 }
const WRITES = { points: 300, duration: 10 }
/** Pages that must be rendered: each costs as much as a hundred cached ones. */
const NOT_FOUND_LIMIT = { points: 100, duration: 10 }

/**
 * Returns undefined, or the seconds after which an address may send its next request with this method.
 * @param points what the request costs, one by default.
 */
export type RateLimit = (address: string, method: string, points?: number) => number | undefined

/** Limits requests per address. Attempts at passwords and access codes have stricter limits in the database. */
export function createRateLimit(limits: SharedLimits, enabled: boolean): RateLimit {
  const reads = limits.limit('reads', READS)
  const writes = limits.limit('writes', WRITES)
  return (address, method, points) =>
    enabled ? (method === 'GET' || method === 'HEAD' ? reads : writes)(networkOf(address), points) : undefined
}

/**
 * Counts the pages that the server renders for an address. @returns a function that says whether it is over its limit.
 * @param name of what is counted.
 */
export function createMissLimit(limits: SharedLimits, name: string, enabled: boolean): (address: string) => boolean {
  const misses = limits.limit(name, NOT_FOUND_LIMIT)
  return address => enabled && misses(networkOf(address)) !== undefined
}
