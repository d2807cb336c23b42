import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createDrain, type Drain } from './drain.ts'

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer((incoming, response) => {
    drain.mark(response)
    answer(incoming, response)
  })
  const drain: Drain = createDrain(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  return { drain, server, port: (server.address() as AddressInfo).port }
}

async function get(port: number, agent: Agent): Promise<{ connection: string | undefined; body: string }> {
  const sent = request({ port, host: '127.0.0.1', agent }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  let body = ''
  for await (const part of answer ?? []) body += part
  return { connection: answer?.headers.connection, body }
}

const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 })

it('answers once more on a kept connection and closes it, and refuses new connections', async () => {
  const { drain, port } = await serve((_, response) => response.writeHead(200, ['X-Head', 'raw']).end('hola'))
  const agent = oneConnection()
  expect(await get(port, agent)).toEqual({ connection: 'keep-alive', body: 'hola' })
  expect(drain.isAccepting()).toBe(true)
  const stopped = drain.stop({ waitMs: 0, idleMs: 30_000 })
  expect(drain.isAccepting()).toBe(false)
  await expect.poll(() => get(port, new Agent()).catch((error: { code: string }) => error.code)).toBe('ECONNREFUSED')
  expect(await get(port, agent)).toEqual({ connection: 'close', body: 'hola' })
  await stopped
})

it('accepts requests during the wait', async () => {
  const { drain, port } = await serve((_, response) => response.end('hola'))
  const stopped = drain.stop({ waitMs: 500, idleMs: 0 })
  expect(drain.isAccepting()).toBe(false)
  expect(await get(port, oneConnection())).toEqual({ connection: 'keep-alive', body: 'hola' })
  await stopped
})

it('lets a request under way finish, and closes connections that are idle or have never sent anything', async () => {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { drain, port } = await serve((incoming, response) => {
    if (incoming.method === 'HEAD') response.end()
    else reached.resolve()
    void gate.promise.then(() => response.end('tarde'))
  })
  const idle = oneConnection()
  await once(request({ port, host: '127.0.0.1', method: 'HEAD', agent: idle }).end(), 'response')
  const silent = connect(port, '127.0.0.1')
  const silentEnded = once(silent, 'close')
  await once(silent, 'connect')
  const underWay = get(port, oneConnection())
  await reached.promise
  const stopped = drain.stop({ waitMs: 0, idleMs: 50 })
  await silentEnded
  gate.resolve()
  expect(await underWay).toEqual({ connection: 'close', body: 'tarde' })
  await stopped
})

it('refuses new connections before it tells anybody to connect anew', async () => {
  const { drain, port, server } = await serve((_, response) => response.end('hola'))
  const toldWhile: boolean[] = []
  server.on('request', (_, response: ServerResponse) => {
    if (!response.shouldKeepAlive) toldWhile.push(server.listening)
  })
  const visitors = Array.from({ length: 8 }, async () => {
    const agent = oneConnection()
    while ((await get(port, agent)).connection !== 'close');
    return await get(port, new Agent()).catch((error: { code: string }) => error.code)
  })
  await drain.stop({ waitMs: 100, idleMs: 30_000 })
  expect(new Set(await Promise.all(visitors))).toEqual(new Set(['ECONNREFUSED']))
  expect(toldWhile).toEqual(visitors.map(() => false))
})

it('keeps an idle connection for as long as was announced to its client', async () => {
  const { drain, port } = await serve((_, response) => response.end('hola'))
  const agent = oneConnection()
  expect(await get(port, agent)).toEqual({ connection: 'keep-alive', body: 'hola' })
  const stopped = drain.stop({ waitMs: 0 })
  await expect.poll(() => get(port, new Agent()).catch((error: { code: string }) => error.code)).toBe('ECONNREFUSED')
  expect(await get(port, agent)).toEqual({ connection: 'close', body: 'hola' })
  await stopped
})

it('ends a request that takes longer than the limit', async () => {
  const reached = Promise.withResolvers<void>()
  const { drain, port } = await serve(() => reached.resolve())
  const refused = expect(get(port, oneConnection())).rejects.toThrow('socket hang up')
  await reached.promise
  await drain.stop({ waitMs: 0, finishMs: 50 })
  await refused
})
