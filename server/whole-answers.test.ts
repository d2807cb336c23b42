import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, it, onTestFinished } from 'vitest'
import { wholeAnswers } from './cached-answers.ts'

const PAGE = '<p>hola</p>'.repeat(20_000)

async function ask(app: Hono): Promise<IncomingMessage> {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'gzip' } }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (!answer) throw new Error('No answer')
  return answer
}

const compressedApp = () => new Hono().use(wholeAnswers, compress())

it.each(['text/html; charset=utf-8', 'text/x-script', 'application/json'])('%s is sent with its length', async type => {
  const answer = await ask(
    compressedApp().get('/', () => {
      const headers = new Headers({ 'content-type': type })
      headers.append('set-cookie', 'a=1')
      headers.append('set-cookie', 'b=2')
      return new Response(PAGE, { status: 404, headers })
    }),
  )
  expect(answer.headers['transfer-encoding']).toBeUndefined()
  expect(Number(answer.headers['content-length'])).toBeLessThan(PAGE.length)
  expect(await text(answer.pipe(createGunzip()))).toBe(PAGE)
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, ['a=1', 'b=2']])
})

it('sheets are sent while they are made', async () => {
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(PAGE))
      end = () => controller.close()
    },
  })
  const answer = await ask(
    compressedApp().get('/', () => new Response(body, { headers: { 'content-type': 'text/csv' } })),
  )
  end()
  expect(await text(answer.pipe(createGunzip()))).toBe(PAGE)
})
