import { createHash } from 'node:crypto'
import { KEY_LIMIT } from '#app/features/integrations/api-keys.ts'
import type { SharedLimits } from '#app/platform/http/shared-limits.server.ts'

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
