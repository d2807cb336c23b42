import { expect, it } from 'vitest'
import { KEY_LIMIT } from '#app/features/integrations/api-keys.ts'
import { createSharedLimits } from '#app/platform/http/shared-limits.server.ts'
import { createApiLimit } from './rate-limit.ts'

it('limits each API key separately, and says when to retry', async () => {
  const limit = createApiLimit(createSharedLimits(), true)
  const answers = []
  for (let count = 0; count < KEY_LIMIT.points; count += 1) answers.push(await limit('Bearer alh_a'))
  expect(answers.every(answer => answer === undefined)).toBe(true)
  const refused = await limit('Bearer alh_a')
  expect(refused?.status).toBe(429)
  expect(refused?.headers.get('content-type')).toBe('application/problem+json')
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ code: 'rate_limited', status: 429 })
  expect(await limit('Bearer alh_b')).toBeUndefined()
  expect(await createApiLimit(createSharedLimits(), false)('Bearer alh_a')).toBeUndefined()
})
