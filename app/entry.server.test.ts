import { type ErrorResponse, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { type Failure, failureContext } from '#app/platform/http/request-context.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { type Services, servicesContext } from '#app/platform/services/services.server.ts'
import { handleError } from './entry.server.tsx'

/** The log entries of a failure, and whether it counts as one. */
function logOf(error: unknown, path: string) {
  const lines: string[] = []
  const context = new RouterContextProvider()
  const failure: { current?: Failure } = {}
  context.set(failureContext, failure)
  context.set(servicesContext, { log: createLog('info', line => lines.push(line)) } as unknown as Services)
  const request = new Request(`http://shop.test${path}`)
  handleError(error, { request, context, params: {} })
  return { lines, failure }
}

// shows: S4.5, S8.21
it('logs a profile that cannot be read, with its address', () => {
  const { lines, failure } = logOf(new Error('relation "profiles" does not exist'), '/session')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/\/session.*relation .*profiles/)
  expect(failure.current).toEqual({ outage: false })
})

it('treats a response thrown by a route as an answer, not a failure', () => {
  const refusal: ErrorResponse = { status: 403, statusText: '', data: null }
  const { lines, failure } = logOf({ ...refusal, internal: false }, '/admin')
  expect([lines, failure.current]).toEqual([[], undefined])
})
