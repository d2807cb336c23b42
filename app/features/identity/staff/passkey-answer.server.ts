import { data } from 'react-router'
import { z } from 'zod'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import type { RequestArgs } from '#app/features/identity/session.server.ts'
import { statusOf } from '#app/features/identity/sign-in/auth-messages.ts'
import { askPasskey } from './second-step.server.ts'

/** The answer to a page that needs a challenge for a passkey, with the cookie that remembers it. @throws the failure's status */
export async function passkeyChallenge(args: RequestArgs, purpose: 'register' | 'authenticate'): Promise<Response> {
  const asked = await askPasskey(authCaller(args), purpose)
  if (!asked.ok) throw data('No challenge', statusOf(asked.error.code))
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const cookie of asked.value.cookies) headers.append('set-cookie', cookie)
  return new Response(JSON.stringify(asked.value.options), { headers })
}

/** Characters of an authenticator's answer; an attestation is not asked for. */
const MAX_ANSWER = 20_000

const credential = z.looseObject({ id: z.string().max(1500), response: z.looseObject({}) })

/** What an authenticator answered, as a form sends it; undefined when it is no such thing. */
export function readCredential(text: string | undefined): unknown {
  if (text === undefined || text.length > MAX_ANSWER || !text.startsWith('{')) return undefined
  try {
    return credential.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
