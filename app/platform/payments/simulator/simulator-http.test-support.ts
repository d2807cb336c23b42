import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type { Fault } from '#app/platform/payments/contract-harness.test-support.ts'
import {
  type Answer,
  KEY_ID_HEADER,
  KEY_SECRET_HEADER,
  MESSAGES,
  TRANSACTIONS_PATH,
} from '#app/platform/payments/webpay/webpay-protocol.ts'
import type { SimulatorEngine } from './simulator-engine.ts'

export type SimulatorHttpOptions = {
  readonly engine: SimulatorEngine
  readonly clock: () => Date
  readonly keyId: string
  readonly keySecret: string
}
export type SimulatorHttp = {
  /** Base address, used by a client in place of Transbank's host. */
  readonly url: string
  /** Spoils the next request that has no fault yet; calls queue up. */
  failNext(fault: Fault): void
  close(): Promise<void>
}

type Env = { Bindings: HttpBindings }

/** Serves the simulated Transbank over HTTP on a free port of this machine: for contract tests of HTTP clients. */
export async function startSimulatorHttp(options: SimulatorHttpOptions): Promise<SimulatorHttp> {
  const faults: Fault[] = []
  const closing = new AbortController()
  const server = createAdaptorServer({ fetch: createApp(options, faults, closing.signal).fetch, hostname: '127.0.0.1' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    failNext: fault => void faults.push(fault),
    async close() {
      closing.abort()
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

function createApp({ engine, clock, keyId, keySecret }: SimulatorHttpOptions, faults: Fault[], closing: AbortSignal) {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const fault = faults.shift()
    if (!fault) return next()
    if (fault.kind === 'delay' || (fault.kind !== 'unauthorized' && fault.carriedOut)) await next()
    c.res = await spoil(c, fault, closing)
  })
  app.use(async (c, next) => {
    const known = c.req.header(KEY_ID_HEADER) === keyId && c.req.header(KEY_SECRET_HEADER) === keySecret
    return known ? next() : c.json({ error_message: MESSAGES.unauthorized }, 401)
  })
  const body = (c: Context<Env>): Promise<unknown> => c.req.json<unknown>().catch(() => undefined)
  const token = `${TRANSACTIONS_PATH}/:token`
  app.post(TRANSACTIONS_PATH, async c => send(c, await engine.create(await body(c), clock())))
  app.put(token, async c => send(c, await engine.commit(c.req.param('token'), clock())))
  app.get(token, async c => send(c, await engine.status(c.req.param('token'), clock())))
  app.post(`${token}/refunds`, async c => send(c, await engine.refund(c.req.param('token'), await body(c), clock())))
  return app
}

async function spoil(c: Context<Env>, fault: Fault, closing: AbortSignal): Promise<Response> {
  switch (fault.kind) {
    case 'unauthorized':
      return Response.json({ error_message: MESSAGES.unauthorized }, { status: 401 })
    case 'server_error':
      return Response.json({ description: 'Internal server error' }, { status: 500 })
    case 'not_json':
      return new Response('<html><body>Service Temporarily Unavailable</body></html>', {
        headers: { 'Content-Type': 'text/html' },
      })
    case 'dropped':
      return hangUp(c)
    case 'delay':
      await sleep(fault.ms, undefined, { signal: closing, ref: false }).catch(() => undefined)
      return c.res
  }
}

const send = (c: Context<Env>, answer: Answer): Response =>
  answer === 'lost' ? hangUp(c) : Response.json(answer.body, { status: answer.status })

/** Ends the connection without a byte of an answer: the client sees a network error. */
function hangUp(c: Context<Env>): Response {
  c.env.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}
