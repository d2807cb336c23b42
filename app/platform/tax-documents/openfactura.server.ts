import { z } from 'zod'
import { parseDay } from '#app/kernel/dates.ts'
import { cutText } from '#app/kernel/text.ts'
import { parseJson } from '#app/platform/http/parse-json.ts'
import { inSpan } from '#app/platform/tracing/tracing.ts'
import { openFacturaBody } from './openfactura-document.ts'
import {
  type DocumentFiles,
  type DocumentProblem,
  type DocumentRequest,
  MAX_PDF_BYTES,
  MAX_XML_BYTES,
  type RequestOutcome,
  type StatusOutcome,
  type TaxDocuments,
} from './tax-documents.ts'

/** An answer of OpenFactura's, or why there is none. */
type OpenFacturaAnswer =
  | { kind: 'answered'; status: number; body: unknown }
  /** The request never left: nothing was issued. */
  | { kind: 'no_connection'; detail: string }
  /** The request may have arrived. */
  | { kind: 'lost'; code: 'timeout' | 'server_error' | 'unreadable'; detail: string }

type OpenFacturaCall = (
  path: string,
  input: { post?: unknown; key?: string; timeoutMs: number },
) => Promise<OpenFacturaAnswer>

/** A document with its files in Base64; its size is not documented, and observed answers have some 250 kB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** Errors of the connection in which no byte of the request was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** @param baseUrl without the prefix `/v2/dte`, which all documented addresses share. */
function createOpenFacturaCall(baseUrl: string, apiKey: string): OpenFacturaCall {
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

const OPENFACTURA_URLS = {
  sandbox: 'https://dev-api.haulmer.com',
  production: 'https://api.haulmer.com',
} as const

/** Milliseconds. Making the PDF takes most of an issue; the provider's own plug-in waits 30 seconds. */
const LIMITS = { issue: 40_000, read: 20_000 } as const

type OpenFacturaOptions = {
  apiKey: string
  environment: keyof typeof OPENFACTURA_URLS
  /** Another address of the API, for tests. */
  url?: string | undefined
  limits?: { issue: number; read: number }
}

/** Refusals after which the same document may be taken later: the provider's database, and a permission that the owner has to settle. */
const RETRIED: Readonly<Record<string, 'unknown' | 'unauthorised'>> = {
  'OF-03': 'unauthorised',
  'OF-13': 'unknown',
  'OF-21': 'unknown',
  'OF-22': 'unknown',
}

/** The key was used before: the answer has the token of the document that was issued with it. */
const ALREADY_ISSUED = 'OF-06'

const folio = z.coerce.number().int().positive()
const issued = z.object({
  TOKEN: z.string().min(1).max(200),
  FOLIO: folio.optional().catch(undefined),
  PDF: z.string().optional().catch(undefined),
  XML: z.string().optional().catch(undefined),
  // Documented as text; answers have also been seen with a list.
  WARNING: z.unknown().optional(),
})
const detail = z.object({ field: z.coerce.string(), issue: z.coerce.string() })
const problem = z.object({
  message: z.string().catch(''),
  code: z.string().max(40).catch(''),
  token: z.string().min(1).max(200).optional().catch(undefined),
  // An object of texts instead of a list at some addresses.
  details: z
    .union([
      z.array(detail),
      z
        .record(z.string(), z.coerce.string())
        .transform(fields => Object.entries(fields).map(([field, issue]) => ({ field, issue }))),
    ])
    .catch([]),
})
/** With and without an envelope. */
const refusal = z.union([z.object({ error: problem }).transform(({ error }) => error), problem])
const asJson = z.object({
  json: z.object({ Encabezado: z.object({ IdDoc: z.object({ Folio: folio, FchEmis: z.string() }) }) }),
})
const asPdf = z.object({ pdf: z.string() })
const asXml = z.object({ xml: z.string() })
const asStatus = z.object({ estado: z.string() })

/** In Spanish, as documented; 'Pendiente', and 'Sin estado', which is not documented, mean that the SII has not answered. */
const STATES: Readonly<Record<string, StatusOutcome>> = {
  Aceptado: 'accepted',
  'Aceptado con Reparo': 'accepted_with_objections',
  Rechazado: 'rejected',
}

/**
 * OpenFactura of Haulmer (https://docsapi-openfactura.haulmer.com). A key of idempotency is remembered for 24 hours; an
 * API key belongs to one company. Limits of the provider: 3 requests a second, 100 a minute.
 */
export function createOpenFactura({ apiKey, environment, url, limits = LIMITS }: OpenFacturaOptions): TaxDocuments {
  const call = createOpenFacturaCall(url ?? OPENFACTURA_URLS[environment], apiKey)
  const read = (token: string, value: string) =>
    call(`/document/${encodeURIComponent(token)}/${value}`, { timeoutMs: limits.read })

  async function files(token: string): Promise<DocumentFiles> {
    const [pdf, xml] = [await read(token, 'pdf'), await read(token, 'xml')]
    return {
      pdf: decoded(asPdf.safeParse(bodyOf(pdf)).data?.pdf, MAX_PDF_BYTES),
      xml: decoded(asXml.safeParse(bodyOf(xml)).data?.xml, MAX_XML_BYTES),
    }
  }

  /** The document that was issued with the same key before, by its token. */
  async function earlier(token: string): Promise<RequestOutcome> {
    const answer = await read(token, 'json')
    const found = asJson.safeParse(bodyOf(answer)).data?.json.Encabezado.IdDoc
    const day = parseDay(found?.FchEmis)
    if (!found || !day)
      return { kind: 'unknown', code: 'unreadable', detail: 'issued before, and not readable by its token' }
    return { kind: 'issued', document: { token, folio: found.Folio, day, warning: undefined, ...(await files(token)) } }
  }

  async function request(document: DocumentRequest): Promise<RequestOutcome> {
    const answer = await call('/document', {
      post: openFacturaBody(document),
      key: document.key,
      timeoutMs: limits.issue,
    })
    if (answer.kind === 'no_connection') return { kind: 'not_taken', code: 'no_connection', detail: answer.detail }
    if (answer.kind === 'lost') return { kind: 'unknown', code: answer.code, detail: answer.detail }
    const { status, body } = answer
    if (status === 401 || status === 403) return { kind: 'not_taken', code: 'unauthorised', detail: `status ${status}` }
    if (status === 429) return { kind: 'not_taken', code: 'too_many', detail: 'status 429' }
    if (status >= 400) return refused(body, status)
    const taken = issued.safeParse(body).data
    if (!taken) return { kind: 'unknown', code: 'unreadable', detail: `status ${status} without a token` }
    // Documented to be there when it was requested; its token is what proves that the document exists.
    if (taken.FOLIO === undefined) return earlier(taken.TOKEN)
    return {
      kind: 'issued',
      document: {
        token: taken.TOKEN,
        folio: taken.FOLIO,
        day: document.day,
        warning: warningOf(taken.WARNING),
        pdf: decoded(taken.PDF, MAX_PDF_BYTES),
        xml: decoded(taken.XML, MAX_XML_BYTES),
      },
    }
  }

  async function refused(body: unknown, status: number): Promise<RequestOutcome> {
    const found = refusal.safeParse(body).data
    if (!found || found.code === '') return { kind: 'unknown', code: 'unreadable', detail: `status ${status}` }
    if (found.code === ALREADY_ISSUED) {
      if (found.token === undefined)
        return { kind: 'unknown', code: 'unreadable', detail: `${ALREADY_ISSUED} without a token` }
      return earlier(found.token)
    }
    const later = RETRIED[found.code]
    if (later === 'unauthorised') return { kind: 'not_taken', code: 'unauthorised', detail: found.code }
    if (later === 'unknown') return { kind: 'unknown', code: 'server_error', detail: found.code }
    return { kind: 'rejected', code: found.code, problem: shortened(found) }
  }

  return {
    id: 'openfactura',
    isSandbox: environment === 'sandbox',
    request,
    files,
    async status(token) {
      const state = asStatus.safeParse(bodyOf(await read(token, 'status'))).data?.estado
      return state === undefined ? undefined : STATES[state]
    },
  }
}

const bodyOf = (answer: OpenFacturaAnswer): unknown =>
  answer.kind === 'answered' && answer.status < 400 ? answer.body : undefined

/** A file in Base64; undefined where it is absent, empty or larger than what is kept. */
function decoded(text: string | undefined, max: number): Buffer | undefined {
  if (text === undefined || text.length > max * 2) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 0 || bytes.length > max ? undefined : bytes
}

function warningOf(warning: unknown): string | undefined {
  if (warning === undefined || warning === null || warning === '') return undefined
  return plain(typeof warning === 'string' ? warning : JSON.stringify(warning), 1000)
}

/** Removes control characters, which the database does not take. */
const plain = (text: string, max: number): string => cutText(text.toWellFormed().replaceAll(/\p{Cc}/gu, ' '), max)

const shortened = ({ message, details }: z.infer<typeof problem>): DocumentProblem => ({
  message: plain(message, 300),
  details: details.slice(0, 20).map(({ field, issue }) => ({ field: plain(field, 60), issue: plain(issue, 200) })),
})
