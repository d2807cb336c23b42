import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { noteApiRefusal, openKey } from '#app/features/integrations/api-keys.server.ts'
import type { Problem } from '#app/features/integrations/api-schema.server.ts'
import { cutText } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ApiScope } from '#app/platform/database/values.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'

type ApiArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

const TITLES = {
  400: 'Solicitud no válida',
  401: 'Clave no válida',
  403: 'Sin permiso',
  404: 'No existe',
  405: 'Método no permitido',
  500: 'Error inesperado',
  503: 'No disponible por un momento',
} as const

const NO_STORE = { 'Cache-Control': 'no-store' }

/** An error in the format of RFC 9457. */
export function problem(
  status: keyof typeof TITLES,
  code: string,
  more: { detail?: string; errors?: Record<string, string>; headers?: Record<string, string> } = {},
): Response {
  const { headers, ...rest } = more
  const body: Problem = { type: 'about:blank', title: TITLES[status], status, code, ...rest }
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...NO_STORE, 'Content-Type': 'application/problem+json', ...headers },
  })
}

/** The response to methods other than GET and HEAD. */
export const refuseMethod = (): Response =>
  problem(405, 'method_not_allowed', { detail: 'La API es de solo lectura.', headers: { Allow: 'GET, HEAD' } })

/** A key as it is sent: `Authorization: Bearer alh_…`; never in the address, which is logged and shared. */
const BEARER = /^Bearer (alh_[\w-]{43})$/i

const id = z.uuid()

/** The id of an address. @throws a 404 answer for anything else */
export function readApiId(text: string | undefined): string {
  const read = id.safeParse(text)
  if (!read.success) throw problem(404, 'not_found')
  return read.data
}

type Ask<Query extends z.ZodType, Answer extends z.ZodType> = {
  scope: ApiScope
  query: Query
  answer: Answer
  /** The read, run as the key's actor; undefined when nothing is found. */
  read: (tx: Transaction<DB>, query: z.output<Query>) => Promise<z.input<Answer> | undefined>
}

/**
 * Answers an API request: verifies the key, then the parameters, then runs one read as the key's own actor and checks
 * it with the schema in the description. Errors are returned as problems (RFC 9457).
 */
export async function answerApi<Query extends z.ZodType, Answer extends z.ZodType>(
  args: ApiArgs,
  ask: Ask<Query, Answer>,
): Promise<Response> {
  const { log } = servicesOf(args.context)
  try {
    return await answer(args, ask)
  } catch (error) {
    if (error instanceof Response) return error
    if (isDatabaseOutage(error)) return problem(503, 'unavailable', { headers: { 'Retry-After': '5' } })
    log.error('request_failed', { path: args.url.pathname, ...describeError(error) })
    return problem(500, 'unexpected')
  }
}

async function answer<Query extends z.ZodType, Answer extends z.ZodType>(
  { request, url, context }: ApiArgs,
  { scope, query, answer: schema, read }: Ask<Query, Answer>,
): Promise<Response> {
  const { db, log, now } = servicesOf(context)
  const sent = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
  const keyHash = sent && digestOf(sent)
  const key = keyHash ? await openKey(db, keyHash, now()) : undefined
  if (!keyHash || !key) {
    if (keyHash) await noteApiRefusal(db, { keyHash, reason: 'key_not_valid', path: url.pathname, now: now() })
    return problem(401, sent ? 'key_not_valid' : 'key_missing', {
      detail: 'Envía una clave vigente como Authorization: Bearer alh_…',
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  if (!key.scopes.includes(scope)) {
    log.warn('api_refused', { key: key.id, scope, path: url.pathname })
    await noteApiRefusal(db, { keyHash, reason: scope, path: url.pathname, now: now() })
    return problem(403, 'scope_missing', { detail: `Esta clave no tiene el permiso ${scope}.` })
  }
  const parsed = query.safeParse(parametersOf(url.searchParams))
  if (!parsed.success) return problem(400, 'parameters_not_valid', { errors: errorsOf(parsed.error) })
  const actor: Actor = { kind: 'api', keyHash }
  const found = await asActor(db, actor, tx => read(tx, parsed.data))
  if (found === undefined) return problem(404, 'not_found')
  return tagged(request, JSON.stringify(schema.parse(found)))
}

/** One value per parameter; duplicated names are dropped. */
const parametersOf = (params: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(params.keys())].map(name => {
      const values = params.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )

/** The errors by parameter. Pairs, because a name may equal an inherited property. */
const errorsOf = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(
    error.issues.flatMap((issue): [string, string][] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(key => [cutText(key, 60), 'No existe'])
        : [[String(issue.path[0]), 'Valor no válido']],
    ),
  )

/** No cache may store what a key reads; clients may revalidate with an entity tag. */
export function tagged(request: Request, body: string, cacheControl = 'no-store'): Response {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { 'Cache-Control': cacheControl, ETag: tag, Vary: 'Authorization' }
  const known =
    request.headers
      .get('if-none-match')
      ?.split(',')
      .map(each => each.trim()) ?? []
  if (known.includes(tag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}
