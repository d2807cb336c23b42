import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { afterLogIn } from '#app/features/identity/auth-address.ts'
import { type AuthCaller, callAuth } from '#app/features/identity/auth-call.server.ts'
import {
  emailChangeNotice,
  NEW_EMAIL_HOURS,
  newEmailMail,
  OBJECTION_DAYS,
} from '#app/features/identity/identity-mails.server.ts'
import { actorOf, type SessionUser } from '#app/features/identity/session.server.ts'
import type { AuthFailure } from '#app/features/identity/sign-in/auth-messages.ts'
import { claimConfirmation, claimTry, linksTo, markDevice } from '#app/features/identity/sign-in/sign-in.server.ts'
import { addDays, DAY_MS } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { parseJson } from '#app/platform/http/parse-json.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { type PasswordRefusal, verifyPassword } from './password.server.ts'

/** A token for a mail, and its hash for the database: reading the database does not reveal tokens. */
function newOneTimeToken(): { token: string; hash: string } {
  const token = newToken()
  return { token, hash: digestOf(token) }
}

export type EmailChangeRefusal = PasswordRefusal | { code: 'same_email' | 'too_many_changes' }

type Answer = 'free' | 'taken' | 'same' | 'too_many' | 'not_found'

/**
 * Requests another e-mail. Nothing changes until the new address confirms; the old one is notified and may object.
 * Whether the new address has an account is revealed to that address alone: the same rows are written and two mails are
 * sent in both cases.
 */
export async function requestEmailChange(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { email, password, now }: { email: string; password: string; now: Date },
): Promise<Result<undefined, EmailChangeRefusal>> {
  const verified = await verifyPassword(caller, user.id, password)
  if (!verified.ok) return verified
  const confirm = newOneTimeToken()
  const objection = newOneTimeToken()
  return asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{ answer: Answer }>`
      select private.request_email_change(${email}, ${confirm.hash}, ${objection.hash},
        ${new Date(now.getTime() + (NEW_EMAIL_HOURS / 24) * DAY_MS)}, ${addDays(now, OBJECTION_DAYS)}, ${now}) as answer`.execute(
      tx,
    )
    const answer = rows[0]?.answer ?? 'not_found'
    if (answer === 'same') return err({ code: 'same_email' })
    if (answer === 'too_many') return err({ code: 'too_many_changes' })
    // The account was deleted concurrently.
    if (answer === 'not_found') return err({ code: 'wrong_password' })
    await writeAudit(tx, { action: 'email_change_requested', entity: 'profiles', entity_id: user.id })
    const firstName = user.first_name
    await queueMail(tx, newEmailMail({ recipient: email, firstName }, confirm.token, answer, caller.appUrl))
    const change = { newEmail: email, token: objection.token, confirmed: false, now }
    await queueMail(tx, emailChangeNotice({ recipient: user.email, firstName }, change, caller.appUrl))
    return ok(undefined)
  })
}

type Confirmed = { user_id: string; old_email: string; new_email: string; first_name: string }

/** Changes the account's e-mail to that of the confirmed link, and notifies the old address. */
export async function confirmEmailChange(
  { db, appUrl }: Pick<AuthCaller, 'db' | 'appUrl'>,
  token: string,
  now: Date,
): Promise<Result<undefined, { code: 'invalid_token' }>> {
  const objection = newOneTimeToken()
  return asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<Confirmed>`
      select * from private.confirm_email_change(${digestOf(token)}, ${objection.hash}, ${addDays(now, OBJECTION_DAYS)}, ${now})`.execute(
      tx,
    )
    const [confirmed] = rows
    if (!confirmed) return err({ code: 'invalid_token' })
    const reader = { recipient: confirmed.old_email, firstName: confirmed.first_name }
    const change = { newEmail: confirmed.new_email, token: objection.token, confirmed: true, now }
    await queueMail(tx, emailChangeNotice(reader, change, appUrl))
    return ok(undefined)
  })
}

/**
 * The old address reports that its owner did not request the change. The account keeps that address or gets it back,
 * every session ends, and the password is invalid until it is reset by mail.
 */
export async function objectToEmailChange(
  { db, now }: Pick<AuthCaller, 'db' | 'now'>,
  token: string,
): Promise<Result<'cancelled' | 'restored', { code: 'invalid_token' }>> {
  const outcome = await asActor(db, VISITOR, async tx => {
    const { rows } = await sql<{ outcome: 'cancelled' | 'restored' | 'invalid' }>`
      select private.object_to_email_change(${digestOf(token)}, ${now}) as outcome`.execute(tx)
    return rows[0]?.outcome ?? 'invalid'
  })
  return outcome === 'invalid' ? err({ code: 'invalid_token' }) : ok(outcome)
}

/** Cancels the user's own pending e-mail change. False: there was none. */
export const cancelEmailChange = (db: Kysely<DB>, user: Pick<SessionUser, 'id' | 'role'>): Promise<boolean> =>
  asActor(db, actorOf(user), async tx => {
    const { rows } = await sql<{ done: boolean }>`select private.cancel_own_email_change() as done`.execute(tx)
    return rows[0]?.done ?? false
  })

/** The payload of a confirmation link's token, which the auth library has verified. */
const verifiedPayload = z.object({ email: z.string() })

/**
 * Confirms the e-mail of a confirmation link and opens a session, because the link is proof of the mailbox (decision
 * 42); returns its cookies. A link that was used before returns none.
 */
export async function confirmEmail(
  caller: AuthCaller,
  token: string,
): Promise<Result<string[], { code: AuthFailure }>> {
  const confirmed = await callAuth(caller, { path: `/verify-email?${new URLSearchParams({ token })}` })
  if (!confirmed.ok || confirmed.value.length === 0) return confirmed
  const [, payload = ''] = token.split('.')
  const { email } = verifiedPayload.parse(parseJson(Buffer.from(payload, 'base64url').toString()))
  // Two clicks at once both confirm; one of them gets the session.
  if (!(await claimConfirmation(caller, email))) return ok([])
  return ok([...confirmed.value, await markDevice(caller, email)])
}

/** The auth library's minimum duration for this request (milliseconds), also when it sends no mail. */
const SAME_TIME_MS = 500

/**
 * Mails another confirmation link to an unconfirmed account; the answer reveals neither whether there is such an
 * account nor whether it got its five links of this quarter of an hour.
 */
export async function resendConfirmation(
  caller: AuthCaller,
  email: string,
  redirect: string | null,
): Promise<Result<string[], { code: AuthFailure }>> {
  if (await claimTry(caller, linksTo(email))) {
    return callAuth(caller, { path: '/send-verification-email', body: { email, callbackURL: afterLogIn(redirect) } })
  }
  await setTimeout(SAME_TIME_MS)
  return ok([])
}
