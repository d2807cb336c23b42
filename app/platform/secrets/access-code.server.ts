import { createHmac, timingSafeEqual } from 'node:crypto'
import { foldIdentifier } from '#app/kernel/fold.ts'
import { shopSecret } from './shop-secrets.server.ts'
import { isAccessCode, readAccessCode, SYMBOLS } from './typed-code.ts'

const LENGTH = 8

/** What the columns `access_code` and `invitation_code` hold. */
const STORED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const keyed = (use: string, text: string): Buffer =>
  createHmac('sha256', shopSecret('access_codes')).update(`${use} ${text}`).digest()

/**
 * The code that a person types: 40 bits, derived from what the database holds under a key that it does not have. A text that is no
 * stored code stays as it is (samples, and runs of deleted people).
 */
export function accessCode(stored: string): string {
  if (!STORED.test(stored)) return stored
  const bytes = keyed('code', stored)
  let code = ''
  for (let at = 0; at < LENGTH; at += 1) code += SYMBOLS.charAt((bytes[at] ?? 0) & 31)
  return `AC-${code}`
}

/** The mark by which a typed code is counted and found: it can't be tried out without the key. */
export const codeMark = (typed: string): string => keyed('mark', readAccessCode(typed)).toString('hex')

/**
 * A search for a whole code as a search for its mark; any other text as it is. Who searches must not learn a code letter by letter. Eight
 * letters alone are a word: 'Chungará' is a company.
 */
export const searchedCode = (search: string): string =>
  isAccessCode(search) && /\d|^ac-/i.test(foldIdentifier(search)) ? codeMark(search) : search

/** Of stored codes, the one that somebody typed. Compares all of them, in constant time each. */
export function typedOne(stored: readonly string[], typed: string): string | undefined {
  const mark = Buffer.from(codeMark(typed))
  return stored.filter(each => timingSafeEqual(Buffer.from(codeMark(accessCode(each))), mark))[0]
}
