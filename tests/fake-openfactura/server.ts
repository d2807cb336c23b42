import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { refusalOf } from './validation.ts'

// OpenFactura over HTTP as its documentation describes it (https://docsapi-openfactura.haulmer.com). It imports nothing of the
// shop, so that it can prove the shop's adapter wrong.

/** What happens to the next request that issues a document. */
export type Fault =
  | 'error_500'
  | 'no_json'
  | 'too_many'
  | 'slow'
  /** The document is issued, and the connection breaks before the answer. */
  | 'lost_answer'
  /** Refused for a reason of the test. */
  | { code: string; details: { field: string; issue: string }[] }

/** An issued document. */
export type Issued = {
  token: string
  folio: number
  key: string | undefined
  dte: {
    Encabezado: Record<string, Record<string, unknown>>
    Detalle: Record<string, unknown>[]
    Referencia?: Record<string, unknown>[]
  }
  state: 'Pendiente' | 'Aceptado' | 'Aceptado con Reparo' | 'Rechazado'
}

const REFUSED_KEY = {
  statusCode: 401,
  message:
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
}
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/**
 * @param options.apiKey the only valid key. @param options.port 0: any free one
 * @returns `faults` are taken from the front, one for each request that issues
 */
export async function openFakeOpenFactura({ apiKey = 'clave-de-prueba', port = 0 } = {}) {
  const issued: Issued[] = []
  const faults: Fault[] = []
  /** Bodies of requests that issue, as they came. */
  const received: { key: string | undefined; body: unknown }[] = []
  const held = new Set<ServerResponse>()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.apikey !== apiKey) return send(401, REFUSED_KEY)
    const path = request.url ?? ''
    if (request.method === 'POST' && path === '/v2/dte/document') return issue(request, response, send)
    const [, token, value] = /^\/v2\/dte\/document\/([0-9a-f]{64})\/(status|json|pdf|xml)$/.exec(path) ?? []
    if (request.method !== 'GET' || token === undefined)
      return send(404, { statusCode: 404, message: 'Resource not found' })
    const document = issued.find(known => known.token === token)
    if (!document)
      return send(400, { error: { message: 'Problema al procesar los datos', code: 'OF-22', details: [] } })
    switch (value) {
      case 'status':
        return send(200, { estado: document.state, token })
      case 'json':
        return send(200, { json: document.dte, token, FchRecepSII: '', FchRecepOF: '2026-11-24 10:00:00.0000' })
      case 'pdf':
        return send(200, { pdf: PDF.toString('base64'), folio: document.folio })
      default:
        return send(200, { xml: xmlOf(document), token })
    }
  }

  async function issue(
    request: IncomingMessage,
    response: ServerResponse,
    send: (status: number, body: unknown) => unknown,
  ) {
    const body = parsed(await text(request))
    const key = request.headers['idempotency-key']?.toString()
    received.push({ key, body })
    const fault = faults.shift()
    if (fault === 'error_500') return send(500, { message: 'Internal server error' })
    if (fault === 'no_json')
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>mantención</html>')
    if (fault === 'too_many')
      return send(429, { statusCode: 429, message: 'Rate limit is exceeded. Try again in 1 seconds.' })
    if (fault === 'slow') return void held.add(response)
    if (typeof fault === 'object') return send(400, { error: { message: 'Validación de Campos', ...fault } })
    // A key that has issued a document issues no other, whatever comes with it.
    const before = key === undefined ? undefined : issued.find(known => known.key === key)
    if (before) {
      return send(400, {
        error: { message: 'Este DTE ya fue emitido (Idempotency-Key)', code: 'OF-06', token: before.token },
      })
    }
    const refusal = refusalOf(body)
    if (refusal) return send(400, { error: refusal })
    const document = stored(body as { dte: Issued['dte'] }, key)
    if (fault === 'lost_answer') return void request.socket.destroy()
    const wanted = (body as { response?: string[] }).response ?? []
    return send(200, {
      TOKEN: document.token,
      ...(wanted.includes('FOLIO') && { FOLIO: document.folio }),
      ...(wanted.includes('PDF') && { PDF: PDF.toString('base64') }),
      ...(wanted.includes('XML') && { XML: xmlOf(document) }),
    })
  }

  function stored({ dte }: { dte: Issued['dte'] }, key: string | undefined): Issued {
    const kind = dte.Encabezado.IdDoc?.TipoDTE
    const folio = 1001 + issued.filter(known => known.dte.Encabezado.IdDoc?.TipoDTE === kind).length
    const document: Issued = {
      token: createHash('sha256').update(`${kind}-${folio}-${Math.random()}`).digest('hex'),
      folio,
      key,
      dte: { ...dte, Encabezado: { ...dte.Encabezado, IdDoc: { ...dte.Encabezado.IdDoc, Folio: folio } } },
      state: 'Pendiente',
    }
    issued.push(document)
    return document
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    apiKey,
    issued,
    received,
    faults,
    close() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** In ISO 8859-1, as documented. */
const xmlOf = ({ folio, dte }: Issued): string =>
  Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<DTE version="1.0"><Folio>${folio}</Folio><RznSoc>${dte.Encabezado.Receptor?.RznSocRecep ?? ''}</RznSoc></DTE>\n`,
    'latin1',
  ).toString('base64')

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { url, apiKey } = await openFakeOpenFactura({ port: Number(process.argv[2] ?? 4599) })
  process.stdout.write(`OPENFACTURA_URL=${url} OPENFACTURA_API_KEY=${apiKey}\n`)
}
