import { createHash, randomBytes } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import type { AnsweringActor } from './questionnaires.db.server.ts'

const COOKIE = 'alhena_respondent'
const DAYS = 30
/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A secret of 32 random bytes, in base64url: for the cookie, nowhere else. */
export const newRespondentToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token: its SHA-256 in hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** When a session that begins now ends: after 30 days. It may outlive its access, to say that this one has ended. */
export const sessionEnd = (now: Date): Date => addDays(now, DAYS)

/** The header that leaves a respondent's session in the browser. */
export const respondentCookie = (token: string, appUrl: string): string =>
  `${COOKIE}=${token}; Path=/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${appUrl.startsWith('https://') ? '; Secure' : ''}`

/** The respondent's session of a request, if its cookie has the right form; whether it holds is for the database to say. */
function respondentOf(request: Request): AnsweringActor | undefined {
  const cookies = request.headers.get('cookie')?.split(';') ?? []
  const token = cookies
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
  return token && TOKEN.test(token) ? { kind: 'respondent', sessionHash: hashToken(token) } : undefined
}

type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Who the sender of a request may be when answering: first the browser's respondent session, then the signed-in user. One browser
 * can be both, for two different accesses, so callers try each until one is allowed. Administrators answer as the user they are,
 * without staff powers.
 */
export async function* answeringActors(args: RequestArgs): AsyncGenerator<AnsweringActor> {
  const respondent = respondentOf(args.request)
  if (respondent) yield respondent
  const user = await sessionUser(args)
  if (user) yield { kind: 'user', userId: user.id }
}
