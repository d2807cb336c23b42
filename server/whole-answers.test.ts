import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, it, onTestFinished } from 'vitest'
import { isSentWhole, wholeAnswers } from './whole-answers.ts'

const PAGE = '<p>hola</p>'.repeat(20_000)

async function ask(app: Hono, headers: OutgoingHttpHeaders = { 'accept-encoding': 'gzip' }): Promise<IncomingMessage> {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', headers }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (!answer) throw new Error('No answer')
  return answer
}

const compressedApp = () => new Hono().use(compress({ contentTypeFilter: type => !isSentWhole(type) }), wholeAnswers)

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

const page = (body: string, headers: Record<string, string> = {}) =>
  compressedApp().get('/', () => new Response(body, { headers: { 'content-type': 'text/html', ...headers } }))

it('the encoding is the best that the visitor takes, and said to caches and tags', async () => {
  const app = page(PAGE, { etag: '"a"', vary: 'Cookie', 'content-length': String(PAGE.length) })
  const best = await ask(app, { 'accept-encoding': 'gzip, deflate, br' })
  expect(best.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Cookie, Accept-Encoding', etag: 'W/"a"' })
  expect(Number(best.headers['content-length'])).toBeLessThan(PAGE.length / 10)
  expect(await text(best.pipe(createBrotliDecompress()))).toBe(PAGE)
  for (const accepted of ['br;q=0, gzip;q=0', 'deflate', undefined]) {
    const plain = await ask(app, accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(plain.headers).toMatchObject({ vary: 'Cookie, Accept-Encoding', etag: '"a"' })
    expect([plain.headers['content-encoding'], await text(plain)]).toEqual([undefined, PAGE])
  }
})

it('what is short, or encoded already, is sent as it is', async () => {
  const short = await ask(page('<p>hola</p>'), { 'accept-encoding': 'br' })
  expect([short.headers['content-encoding'], short.headers['content-length'], await text(short)]).toEqual([
    undefined,
    '11',
    '<p>hola</p>',
  ])
  const encoded = await ask(page(PAGE, { 'content-encoding': 'x-own', vary: 'Accept-Encoding' }), {
    'accept-encoding': 'br',
  })
  expect(encoded.headers).toMatchObject({ 'content-encoding': 'x-own', vary: 'Accept-Encoding' })
  expect(await text(encoded)).toBe(PAGE)
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
