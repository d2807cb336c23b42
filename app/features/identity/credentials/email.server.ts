import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
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
import {
  claimConfirmation,
  claimTry,
  linksTo,
  markDevice,
  signUpCookie,
} from '#app/features/identity/sign-in/sign-in.server.ts'
import { endSession, sessionAfter } from '#app/features/identity/staff/staff-session.server.ts'
import { addDays, DAY_MS } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { RESET_MINUTES, SIGN_UP_BROWSER_HEADER } from '#app/platform/auth/auth.server.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { PASSWORD_TEXTS, requirePassword } from './password.server.ts'

/** A token for a mail, and its hash for the database: reading the database does not reveal tokens. */
function newOneTimeToken(): { token: string; hash: string } {
  const token = newToken()
  return { token, hash: digestOf(token) }
}

/** Keeps the token of a change's link while its reader logs in to the account that asked for it. */
export const newEmailCookie = tokenCookie('alhena_new_email', { path: '/auth', seconds: 60 * 60 })

type Refused = 'same' | 'too_many' | 'not_found'

/** Why the database notes no change of e-mail, by its answer. */
const REFUSED: Readonly<Record<Refused, Parameters<typeof refuse>>> = {
  same: ['Ese ya es el correo de tu cuenta', { field: 'new_email' }],
  too_many: ['Pediste varios cambios de correo hoy. Vuelve a intentarlo mañana.', { field: 'new_email' }],
  // The account was deleted concurrently.
  not_found: [PASSWORD_TEXTS.wrong_password, { field: 'current_password' }],
}

/**
 * Requests another e-mail. Nothing changes until the new address confirms; the old one is notified and may object.
 * Whether the new address has an account is revealed to that address alone: the same rows are written and two mails are
 * sent in both cases. @throws Refusal at the field of the e-mail or of the password
 */
export async function requestEmailChange(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { email, password, now }: { email: string; password: string; now: Date },
): Promise<void> {
  await requirePassword(caller, user.id, { password, field: 'current_password' })
  const confirm = newOneTimeToken()
  const objection = newOneTimeToken()
  return asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{ answer: 'free' | 'taken' | Refused }>`
      select private.request_email_change(${email}, ${confirm.hash}, ${objection.hash},
        ${new Date(now.getTime() + (NEW_EMAIL_HOURS / 24) * DAY_MS)}, ${addDays(now, OBJECTION_DAYS)}, ${now}) as answer`.execute(
      tx,
    )
    const answer = rows[0]?.answer ?? 'not_found'
    if (answer !== 'free' && answer !== 'taken') refuse(...REFUSED[answer])
    await writeAudit(tx, { action: 'email_change_requested', entity: 'profiles', entity_id: user.id })
    const firstName = user.first_name
    await queueMail(tx, newEmailMail({ recipient: email, firstName }, confirm.token, answer, caller.appUrl))
    const change = { newEmail: email, token: objection.token, confirmed: false, now }
    await queueMail(tx, emailChangeNotice({ recipient: user.email, firstName }, change, caller.appUrl))
  })
}

/** A change of e-mail that a link can confirm. The account's own address is masked: whoever reads the new mailbox may be a stranger to it. */
export type PendingEmailChange = { userId: string; maskedEmail: string; newEmail: string }

/** The change that the link of a mail confirms; undefined where the link is used, expired or no link. */
export async function findEmailChange(
  db: Kysely<DB>,
  token: string,
  now: Date,
): Promise<PendingEmailChange | undefined> {
  const { rows } = await sql<PendingEmailChange>`
    select user_id as "userId", masked_email as "maskedEmail", new_email as "newEmail"
    from private.email_change_of(${digestOf(token)}, ${now})`.execute(db)
  return rows[0]
}

type Confirmed = { user_id: string; old_email: string; new_email: string; first_name: string }

/**
 * Changes the user's e-mail to that of the confirmed link, and notifies the old address. The link alone is not enough: it shows who
 * reads the new mailbox, and whose account takes the address is known by that account's session only. False: the link does not serve.
 */
export async function confirmEmailChange(
  { db, appUrl }: Pick<AuthCaller, 'db' | 'appUrl'>,
  user: Pick<SessionUser, 'id' | 'role'>,
  token: string,
  now: Date,
): Promise<boolean> {
  const objection = newOneTimeToken()
  return asActor(db, actorOf(user), async tx => {
    const { rows } = await sql<Confirmed>`
      select * from private.confirm_email_change(${digestOf(token)}, ${objection.hash}, ${addDays(now, OBJECTION_DAYS)}, ${now})`.execute(
      tx,
    )
    const [confirmed] = rows
    if (!confirmed) return false
    const reader = { recipient: confirmed.old_email, firstName: confirmed.first_name }
    const change = { newEmail: confirmed.new_email, token: objection.token, confirmed: true, now }
    await queueMail(tx, emailChangeNotice(reader, change, appUrl))
    return true
  })
}

/**
 * The old address reports that its owner did not request the change. The account keeps that address or gets it back,
 * every session ends, and the password is invalid until it is reset by mail. Undefined: the link does not serve.
 */
export async function objectToEmailChange(
  { db, now }: Pick<AuthCaller, 'db' | 'now'>,
  token: string,
): Promise<'cancelled' | 'restored' | undefined> {
  return asActor(db, VISITOR, async tx => {
    const { rows } = await sql<{ outcome: 'cancelled' | 'restored' | 'invalid' }>`
      select private.object_to_email_change(${digestOf(token)}, ${now}) as outcome`.execute(tx)
    const outcome = rows[0]?.outcome ?? 'invalid'
    return outcome === 'invalid' ? undefined : outcome
  })
}

/** Cancels the user's own pending e-mail change. False: there was none. */
export const cancelEmailChange = (db: Kysely<DB>, user: Pick<SessionUser, 'id' | 'role'>): Promise<boolean> =>
  asActor(db, actorOf(user), async tx => {
    const { rows } = await sql<{ done: boolean }>`select private.cancel_own_email_change() as done`.execute(tx)
    return rows[0]?.done ?? false
  })

/** What a confirmation link has led to. */
export type ConfirmedSignUp =
  /** In the browser that signed up: a session (spec D42). */
  | { by: 'session'; cookies: string[] }
  /** In any other: whatever was set before is void, and this token of a reset link sets a password (spec D53). */
  | { by: 'new_password'; token: string; cookies: string[] }
  /** The link was used before. */
  | { by: 'nothing' }

/**
 * Confirms the e-mail of a confirmation link, which is proof of the mailbox. It opens a session in the browser that signed up;
 * in any other one the account's password and sessions end, because somebody else may have set them.
 */
export async function confirmEmail(
  caller: AuthCaller,
  token: string,
): Promise<Result<ConfirmedSignUp, { code: AuthFailure }>> {
  const { appUrl } = caller
  const browser = signUpCookie.read({ headers: new Headers({ cookie: caller.cookie ?? '' }) }, appUrl)
  const confirmed = await callAuth(caller, {
    path: `/verify-email?${new URLSearchParams({ token })}`,
    headers: browser === undefined ? {} : { [SIGN_UP_BROWSER_HEADER]: digestOf(browser) },
  })
  if (!confirmed.ok) return confirmed
  if (confirmed.value.length === 0) return ok({ by: 'nothing' })
  const session = await sessionAfter(caller, confirmed.value)
  // Two clicks at once both confirm; one of them gets the session.
  if (!session || !(await claimConfirmation(caller, session.email))) return ok({ by: 'nothing' })
  const { internalAdapter } = await caller.auth.$context
  const account = await internalAdapter.findCredentialAccount(session.userId)
  const forget = signUpCookie.clear(appUrl)
  if (account?.password) {
    return ok({ by: 'session', cookies: [...confirmed.value, await markDevice(caller, session.email), forget] })
  }
  await endSession(caller, session.id)
  const reset = newToken()
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${reset}`,
    value: session.userId,
    expiresAt: new Date(caller.now.getTime() + RESET_MINUTES * 60_000),
  })
  return ok({ by: 'new_password', token: reset, cookies: [forget] })
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
