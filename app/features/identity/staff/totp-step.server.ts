import { createHmac, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { AuthCaller } from '#app/features/identity/auth-call.server.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'

/** Milliseconds of a time step, and steps before and after the present one whose codes the auth library takes. */
const STEP_MS = 30_000
const WINDOW = [-1, 0, 1]

/** The code of a time step (RFC 4226, RFC 6238: SHA-1, 6 digits). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const truncated = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The key of an account's application of codes, on or not; undefined without one. */
export async function totpSecret({ auth }: AuthCaller, userId: string): Promise<string | undefined> {
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
  const step = WINDOW.map(offset => present + offset).find(candidate => isSame(codeOf(secret, candidate), code))
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
export function fromBase32(key: string): string {
  const bits = [...key].map(symbol => ALPHABET.indexOf(symbol).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))).toString()
}
