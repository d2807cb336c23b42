import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthCaller } from './auth-call.server.ts'

const COOKIE = 'alhena.device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const VALUE = /(?:^|;\s*)alhena\.device=([\w-]{22})\.([\w-]{43})(?:;|$)/

async function signatureOf({ auth }: Pick<AuthCaller, 'auth'>, id: string, email: string): Promise<Buffer> {
  const { secret } = await auth.$context
  return createHmac('sha256', secret).update(`known-device\n${id}\n${email}`).digest()
}

/** The mark of a browser that has signed in to this e-mail before; undefined for any other browser. */
export async function knownDevice(caller: AuthCaller, email: string): Promise<string | undefined> {
  const [, id, signature] = VALUE.exec(caller.cookie ?? '') ?? []
  if (!id || !signature) return undefined
  const given = Buffer.from(signature, 'base64url')
  const right = await signatureOf(caller, id, email)
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
}

/** The cookie that lets this browser be known again. It tells who nobody is and opens nothing: it only separates tries. */
export async function markDevice(caller: AuthCaller, email: string): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const signature = (await signatureOf(caller, id, email)).toString('base64url')
  const secure = caller.appUrl.startsWith('https://') ? '; Secure' : ''
  return `${COOKIE}=${id}.${signature}; Path=/auth; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}
