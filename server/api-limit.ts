import { createHash } from 'node:crypto'
import { KEY_LIMIT } from '#app/features/integrations/api-keys.ts'
import { createRequestLimit } from '#app/platform/http/request-context.server.ts'

/**
 * Counts the requests of each key of the API. Keys are known by what was sent, valid or not: whoever makes them up is counted by address, too.
 * @returns a function that gives undefined, or the answer for a key that has asked too often, as routes/api tells what is wrong
 */
export function createApiLimit(enabled: boolean) {
  const limit = createRequestLimit(KEY_LIMIT)
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
