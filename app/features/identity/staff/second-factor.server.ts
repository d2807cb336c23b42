import { createHmac, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { type AuthCaller, accepted, askAuth, callAuth } from '#app/features/identity/auth-call.server.ts'
import { closeOwnSessions } from '#app/features/identity/credentials/own-sessions.server.ts'
import { requirePassword } from '#app/features/identity/credentials/password.server.ts'
import { securityNotice } from '#app/features/identity/identity-mails.server.ts'
import { actorOf, type OpenSession } from '#app/features/identity/session.server.ts'
import type { AuthFailure } from '#app/features/identity/sign-in/auth-messages.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import type { Auth } from '#app/platform/auth/auth.server.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { markSession } from './staff-session.server.ts'

/** Milliseconds of a time step, and steps before and after the present one whose codes the auth library takes. */
const STEP_MS = 30_000
const WINDOW = [-1, 0, 1]

/** The code of a time step (RFC 4226, RFC 6238: SHA-1, 6 digits). */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const truncated = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The key of an account's application of codes, on or not; undefined without one. */
async function totpSecret({ auth }: AuthCaller, userId: string): Promise<string | undefined> {
  const { adapter, secretConfig } = await auth.$context
  const where = [{ field: 'userId', value: userId }]
  const row = await adapter.findOne<{ secret: string }>({ model: 'twoFactor', where })
  return row ? symmetricDecrypt({ key: secretConfig, data: row.secret }) : undefined
}

/**
 * Claims the time step of a code before the auth library verifies it, because the library takes a code as often as it comes while its step
 * lasts. Each step counts once per account, for whatever it is asked, and none before the last one that was used (RFC 6238, section 5.2).
 * False: it was used. A code of no step is left to the library, which counts it as a failure.
 */
export async function claimTotpStep(caller: AuthCaller, userId: string, code: string): Promise<boolean> {
  const secret = await totpSecret(caller, userId)
  if (secret === undefined) return true
  const present = Math.floor(caller.now.getTime() / STEP_MS)
  const step = WINDOW.map(offset => present + offset).find(candidate => isSame(codeAt(secret, candidate), code))
  if (step === undefined) return true
  return asActor(caller.db, VISITOR, async tx => {
    const { rows } = await sql<{
      claimed: boolean
    }>`select private.claim_totp_step(${userId}, ${step}) as claimed`.execute(tx)
    return rows[0]?.claimed === true
  })
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The text of a key as applications of codes read it (RFC 4648, base 32 without padding). */
function fromBase32(key: string): string {
  const bits = [...key].map(symbol => ALPHABET.indexOf(symbol).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))).toString()
}

export type Passkey = { id: string; name: string; created_at: Date }

/** What an account has besides its password. */
export type SecondFactors = {
  passkeys: Passkey[]
  totp: boolean
  /** Recovery codes that were not used yet. */
  codes: number
}

type PasskeyRow = { id: string; name?: string | null; createdAt: Date }
type TotpRow = { verified?: boolean | null }

const whereUser = (userId: string) => [{ field: 'userId', value: userId }]

/** The second factors of an account. */
export async function findSecondFactors(auth: Auth, userId: string): Promise<SecondFactors> {
  const { adapter } = await auth.$context
  const where = whereUser(userId)
  const rows = await adapter.findMany<PasskeyRow>({ model: 'passkey', where })
  const totp = await adapter.findOne<TotpRow>({ model: 'twoFactor', where })
  const isOn = totp?.verified === true
  const codes = isOn ? await recoveryCodes(auth, userId) : []
  const passkeys = rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ id, name, createdAt }) => ({ id, name: name || 'Llave de acceso', created_at: createdAt }))
  return { passkeys, totp: isOn, codes: codes.length }
}

/** The recovery codes of an account that were not used yet; none without an application of codes. */
export async function recoveryCodes(auth: Auth, userId: string): Promise<string[]> {
  const { adapter } = await auth.$context
  if (!(await adapter.findOne({ model: 'twoFactor', where: whereUser(userId) }))) return []
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return backupCodes
}

export type Change = 'totp_added' | 'totp_removed' | 'passkey_added' | 'passkey_removed' | 'codes_renewed'

/** What the owner of the account reads in the mail about a change. */
const CHANGE_TEXTS: Readonly<Record<Change, string>> = {
  totp_added: 'Se activó la aplicación de códigos para entrar a tu cuenta.',
  totp_removed: 'Se quitó la aplicación de códigos de tu cuenta, con sus códigos de recuperación.',
  passkey_added: 'Se agregó una llave de acceso a tu cuenta.',
  passkey_removed: 'Se quitó una llave de acceso de tu cuenta.',
  codes_renewed: 'Se crearon códigos de recuperación nuevos para tu cuenta; los anteriores ya no sirven.',
}

/** Records a change of the factors, tells the owner by mail, and ends the other sessions, which were opened with less. */
async function settle(caller: AuthCaller, { user }: OpenSession, current: string, change: Change): Promise<void> {
  await asActor(caller.db, actorOf(user), async tx => {
    await closeOwnSessions(tx, { current })
    await writeAudit(tx, { action: change, entity: 'profiles', entity_id: user.id })
    const reader = { recipient: user.email, firstName: user.first_name }
    await queueMail(
      tx,
      securityNotice(reader, { event: CHANGE_TEXTS[change], userAgent: caller.userAgent, now: caller.now }),
    )
  })
}

/** The key of a new application of codes, to be scanned or typed. It counts once a code of it was typed. */
export type NewTotp = { qr: string; secret: string }

const enabled = z.object({ totpURI: z.string() })

/** Makes a key for an application of codes, after the password. @throws Refusal at the field `password` */
export async function startTotp(caller: AuthCaller, { user }: OpenSession, password: string): Promise<NewTotp> {
  await requirePassword(caller, user.id, { password, field: 'password' })
  const answered = await askAuth(caller, { path: '/two-factor/enable', body: { password }, withSession: true })
  const { totpURI } = enabled.parse(accepted(answered, { field: 'password' }).body)
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  return { qr: renderSVG(totpURI), secret }
}

/** The key that was scanned, again after a wrong code, for whoever sends it: without scripts the page has no memory of it. */
export async function sameTotp(caller: AuthCaller, { user }: OpenSession, key: string): Promise<NewTotp | undefined> {
  const secret = await totpSecret(caller, user.id)
  if (secret === undefined || key === '' || fromBase32(key) !== secret) return undefined
  const uri = `otpauth://totp/Alhena:${encodeURIComponent(user.email)}?${new URLSearchParams({ secret: key, issuer: 'Alhena' })}`
  return { qr: renderSVG(uri), secret: key }
}

/** Turns the application of codes on with a code of it. Returns cookies, and the recovery codes, which are shown once. */
export async function confirmTotp(
  caller: AuthCaller,
  session: OpenSession,
  code: string,
): Promise<Result<{ cookies: string[]; codes: string[] }, { code: AuthFailure }>> {
  if (!(await claimTotpStep(caller, session.user.id, code))) return err({ code: 'wrong_code' })
  const answered = await callAuth(caller, { path: '/two-factor/verify-totp', body: { code }, withSession: true })
  if (!answered.ok) return answered
  const current = await markSession(caller, answered.value, { second_factor_at: caller.now })
  if (!current) return err({ code: 'unexpected' })
  await settle(caller, session, current.id, 'totp_added')
  return ok({ cookies: answered.value, codes: await recoveryCodes(caller.auth, session.user.id) })
}

/** New recovery codes instead of the earlier ones, after the password. @throws Refusal at the field `password` */
export async function renewCodes(caller: AuthCaller, session: OpenSession, password: string): Promise<string[]> {
  await requirePassword(caller, session.user.id, { password, field: 'password' })
  const path = '/two-factor/generate-backup-codes'
  accepted(await callAuth(caller, { path, body: { password }, withSession: true }), { field: 'password' })
  await settle(caller, session, session.id, 'codes_renewed')
  return recoveryCodes(caller.auth, session.user.id)
}

/** Adds the passkey that the browser made for the options of `askPasskey`. @throws Refusal at the field `name` */
export async function addPasskey(
  caller: AuthCaller,
  session: OpenSession,
  { response, name }: { response: unknown; name: string },
): Promise<void> {
  const path = '/passkey/verify-registration'
  accepted(await callAuth(caller, { path, body: { response, name }, withSession: true }), { field: 'name' })
  const { internalAdapter } = await caller.auth.$context
  await internalAdapter.updateUser(session.user.id, { twoFactorEnabled: true })
  await markSession(caller, [], { second_factor_at: caller.now })
  await settle(caller, session, session.id, 'passkey_added')
}

/**
 * Removes a passkey or the application of codes.
 * @param required whether the staff must have a second factor: then the last one stays. @throws Refusal
 */
export async function removeFactor(
  caller: AuthCaller,
  session: OpenSession,
  { factor, required }: { factor: { passkey: string } | 'totp'; required: boolean },
): Promise<void> {
  const userId = session.user.id
  const { adapter, internalAdapter } = await caller.auth.$context
  const before = await findSecondFactors(caller.auth, userId)
  const isThere = factor === 'totp' ? before.totp : before.passkeys.some(({ id }) => id === factor.passkey)
  if (!isThere) refuse('Ya no estaba.')
  const left = before.passkeys.length + (before.totp ? 1 : 0) - 1
  if (left === 0 && required) {
    refuse('Es tu único segundo paso y la tienda lo exige. Agrega otro antes de quitarlo.')
  }
  if (factor === 'totp') await adapter.delete({ model: 'twoFactor', where: whereUser(userId) })
  else {
    await adapter.delete({
      model: 'passkey',
      where: [...whereUser(userId), { field: 'id', value: factor.passkey }],
    })
  }
  if (left === 0) await internalAdapter.updateUser(userId, { twoFactorEnabled: false })
  await settle(caller, session, session.id, factor === 'totp' ? 'totp_removed' : 'passkey_removed')
}
