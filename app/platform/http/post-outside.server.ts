import { lookup as systemLookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText, storable } from '#app/kernel/text.ts'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './public-address.ts'

/** Characters of an address that somebody typed. */
const OUTSIDE_URL_LENGTH = 500

export type OutsideUrlProblem = 'no_url' | 'not_https' | 'with_credentials' | 'closed_port' | 'closed_host'

/**
 * Reads an address that this server may send to: https on its default port or one above 1023, with a public host as far
 * as its name shows. With `allowLocal` also plain http to this machine by its own names, for demos.
 */
export function readOutsideUrl(typed: string, allowLocal: boolean): Result<URL, { code: OutsideUrlProblem }> {
  if (typed.length > OUTSIDE_URL_LENGTH || !URL.canParse(typed)) return err({ code: 'no_url' })
  const url = new URL(typed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return err({ code: 'not_https' })
  if (url.username !== '' || url.password !== '') return err({ code: 'with_credentials' })
  url.hash = ''
  const isLocal = isLoopbackHost(url.hostname)
  if (isLocal && allowLocal) return ok(url)
  if (url.protocol !== 'https:') return err({ code: 'not_https' })
  if (url.port !== '' && Number(url.port) < 1024) return err({ code: 'closed_port' })
  const host = bare(url.hostname)
  // Names without a dot, and those that are never public, belong to somebody's own network.
  const isNamed = /\.[a-z][a-z0-9-]*\.?$/.test(host) && !/\.(local|localhost|internal|lan|home\.arpa)\.?$/.test(host)
  if (isIP(host) === 0 ? !isNamed : !isPublicAddress(host)) return err({ code: 'closed_host' })
  return ok(url)
}

export type OutsideAnswer = { status: number; text: string; milliseconds: number }
export type OutsideFailure = {
  code: 'timeout' | 'no_connection' | 'forbidden_address' | 'too_large'
  milliseconds: number
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export type PostOutside = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  allowLocal: boolean
  /** Milliseconds for everything: name, connection, request and answer. */
  timeoutMs?: number
  /** Bytes of the answer that are read; of a longer one the connection is closed. */
  maxBytes?: number
  /** Maximum characters of the response that are returned. */
  textLimit?: number
  /** Resolves names; by default the system's resolver. */
  resolve?: Resolve
}

/**
 * Posts to an address that a user entered, never to an internal one: every IP address of the host is checked, the
 * connection uses one of the checked addresses, redirects are not followed, and time and size are limited.
 */
export async function postOutside(input: PostOutside): Promise<Result<OutsideAnswer, OutsideFailure>> {
  const began = performance.now()
  const passed = () => Math.round(performance.now() - began)
  const fail = (code: OutsideFailure['code']) => err({ code, milliseconds: passed() })
  const read = readOutsideUrl(input.url, input.allowLocal)
  if (!read.ok) return fail('forbidden_address')
  const url = read.value
  const signal = AbortSignal.timeout(input.timeoutMs ?? 10_000)
  const found = await addressesOf(url, input.resolve ?? systemResolve, signal)
  if (found === undefined) return fail(signal.aborted ? 'timeout' : 'no_connection')
  const isLocal = isLoopbackHost(url.hostname)
  const mayUse = ({ address }: { address: string }) => (isLocal ? isLoopbackAddress(address) : isPublicAddress(address))
  // One internal address is enough to refuse: a host with both kinds is an attempt to get around the check.
  const [target] = found
  if (!target || !found.every(mayUse)) return fail('forbidden_address')
  const answered = await send(url, target, input, signal)
  if (typeof answered === 'string') return fail(answered)
  return ok({ ...answered, milliseconds: passed() })
}

const systemResolve: Resolve = host => systemLookup(host, { all: true, verbatim: true })

async function addressesOf(url: URL, resolve: Resolve, signal: AbortSignal) {
  const host = bare(url.hostname)
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const late = new Promise<undefined>(settle =>
    signal.addEventListener('abort', () => settle(undefined), { once: true }),
  )
  return Promise.race([resolve(host).catch(() => undefined), late])
}

function send(url: URL, target: { address: string; family: number }, input: PostOutside, signal: AbortSignal) {
  const { body, headers, maxBytes = 64 * 1024, textLimit = 500 } = input
  const isSecure = url.protocol === 'https:'
  // The connection uses the checked address, even if the name resolves to another one by now.
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [target]) : done(null, target.address, target.family)
  return new Promise<Omit<OutsideAnswer, 'milliseconds'> | OutsideFailure['code']>(settle => {
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // A reused connection could lead to an address that was checked for an earlier request.
      agent: false,
      lookup: pinned,
      family: target.family,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      maxHeaderSize: 16 * 1024,
      signal,
    })
    const lose = () => settle(signal.aborted ? 'timeout' : 'no_connection')
    request.on('error', lose)
    request.on('response', response => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size <= maxBytes) return void parts.push(part)
        settle('too_large')
        request.destroy()
      })
      response.on('error', lose)
      response.on('close', lose)
      response.on('end', () => {
        const text = Buffer.concat(parts)
          .subarray(0, 4 * textLimit)
          .toString('utf8')
        settle({ status: response.statusCode ?? 0, text: cutText(storable(plain(text)), textLimit) })
      })
    })
    request.end(body)
  })
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Removes control characters, which the database and pages do not take, from an external response. */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '')
