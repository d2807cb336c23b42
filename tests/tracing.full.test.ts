import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from './support/database.ts'
import { startShop } from './support/shop-process.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
}
type Sent = { resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector of OTLP over HTTP (JSON). */
async function startCollector(): Promise<{ url: string; spans: Span[]; texts: string[] }> {
  const spans: Span[] = []
  const texts: string[] = []
  const server = createServer((request, response) => {
    json(request).then(body => {
      texts.push(`${request.url} ${JSON.stringify(body)}`)
      for (const { scopeSpans } of (body as Sent).resourceSpans) spans.push(...scopeSpans.flatMap(part => part.spans))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, spans, texts }
}

const attributeOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value

it('traces requests, their statements and jobs without any of their values, and sends the last ones when it stops', async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-tracing-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const collector = await startCollector()
  const shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: dataDir,
    DEMO: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  expect((await fetch(`${shop.url}/assessment/agilidad?secreto=algo-privado`, { headers })).status).toBe(200)
  const form = new URLSearchParams({ intent: 'sign_in', email: 'persona@privada.example', password: 'no-es-la-clave' })
  await fetch(`${shop.url}/auth`, { method: 'POST', body: form, redirect: 'manual' })
  await shop.end('SIGTERM')

  const traced = collector.spans.filter(span => span.traceId === traceId)
  const request = traced.find(({ name }) => name === 'GET /assessment/:slug')
  expect(request?.parentSpanId).toBe('b7ad6b7169203331')
  expect(request && attributeOf(request, 'http.route')).toEqual({ stringValue: '/assessment/:slug' })
  expect(Number(request && attributeOf(request, 'http.response.status_code')?.intValue)).toBe(200)
  const statement = traced.find(span => attributeOf(span, 'db.query.text')?.stringValue?.includes('assessments'))
  const loader = traced.find(({ name }) => name === 'loader features/catalogue/shop/product')
  expect(loader?.parentSpanId).toBe(request?.spanId)
  expect(statement?.parentSpanId).toBe(loader?.spanId)
  expect(collector.spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /auth', 'action features/identity/account/auth', 'job code-marks']),
  )
  const all = collector.texts.join('\n')
  expect(all).toContain('/v1/traces')
  for (const secret of ['algo-privado', 'persona@privada', 'no-es-la-clave', 'agilidad'])
    expect(all).not.toContain(secret)
}, 120_000)
