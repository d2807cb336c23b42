import { parseJson } from '#app/platform/http/parse-json.ts'
import { inSpan } from '#app/platform/tracing/tracing.ts'

/** An answer of OpenFactura's, or why there is none. */
export type OpenFacturaAnswer =
  | { kind: 'answered'; status: number; body: unknown }
  /** The request never left: nothing was issued. */
  | { kind: 'no_connection'; detail: string }
  /** The request may have arrived. */
  | { kind: 'lost'; code: 'timeout' | 'server_error' | 'unreadable'; detail: string }

export type OpenFacturaCall = (
  path: string,
  input: { post?: unknown; key?: string; timeoutMs: number },
) => Promise<OpenFacturaAnswer>

/** A document with its files in Base64; its size is not documented, and observed answers have some 250 kB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** Errors of the connection in which no byte of the request was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** @param baseUrl without the prefix `/v2/dte`, which all documented addresses share. */
export function createOpenFacturaCall(baseUrl: string, apiKey: string): OpenFacturaCall {
  return async (path, { post, key, timeoutMs }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const method = post === undefined ? 'GET' : 'POST'
    const ask = () =>
      fetch(new URL(`/v2/dte${path}`, baseUrl), {
        method,
        headers: {
          apikey: apiKey,
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(post !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(post !== undefined && { body: JSON.stringify(post) }),
        // The key is for this host alone.
        redirect: 'error',
        signal,
      })
    try {
      // Without the path, which may hold a document's number.
      const { response, text } = await inSpan(`${method} openfactura`, { kind: 'client' }, async note => {
        const response = await ask()
        note({ 'http.response.status_code': response.status })
        return { response, text: await readText(response) }
      })
      if (text === undefined) return { kind: 'lost', code: 'unreadable', detail: 'more than 8 MB' }
      const body = parseJson(text)
      const isReadable = body !== undefined && typeof body === 'object' && body !== null
      if (response.status >= 500) return { kind: 'lost', code: 'server_error', detail: `status ${response.status}` }
      // A refusal is told by its status, whatever a proxy writes into the body.
      if (!isReadable && response.status < 400) return { kind: 'lost', code: 'unreadable', detail: 'no JSON' }
      return { kind: 'answered', status: response.status, body }
    } catch (error) {
      if (signal.aborted) return { kind: 'lost', code: 'timeout', detail: `${timeoutMs} ms` }
      const code = codeOf(error)
      if (NEVER_SENT.includes(code)) return { kind: 'no_connection', detail: code }
      return { kind: 'lost', code: 'server_error', detail: code }
    }
  }
}

async function readText(response: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The system's code of a failed connection, which `fetch` hides in the cause. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AggregateError) return codeFrom(cause.errors[0])
  return codeFrom(cause)
}

const codeFrom = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'connection lost'
