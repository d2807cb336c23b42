import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { dayOf, daysBetween, endOfDay, MINUTE_MS } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { cutText } from '#app/kernel/text.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ApiScope } from '#app/platform/database/values.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { endKey, insertKey, lockKey, replaceKey } from './api-keys.server.ts'
import { API_SCOPE_NAMES, keyFields, rotateFields } from './api-keys.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

const keyForm = z.object({
  ...shapeOf(keyFields),
  scopes: z.array(z.enum(API_SCOPE_NAMES)).min(1, 'Elige al menos un permiso').max(API_SCOPE_NAMES.length),
})
type KeyForm = z.infer<typeof keyForm>

/** The form of a new key. */
export const newKeyForm = keyForm.extend({ intent: z.literal('create'), password: reauthenticationPassword })

/** What can be done with a key that there is. */
export const keyIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rotate'), ...shapeOf(rotateFields), password: reauthenticationPassword }),
  z.object({ intent: z.literal('revoke') }),
])

const HOUR_MS = 60 * MINUTE_MS
const PREFIX = 'alh_'
/** Characters that are shown of a key. */
const SHOWN = 10

/** 256 bits with a prefix that secret scanners recognise. */
const newKey = (): string => PREFIX + newToken()

type NewKey = { actor: Admin; name: string; scopes: ApiScope[]; expiresAt: Date | null; now: Date }

/** Creates a key, which is returned only here. */
async function addKey(tx: Transaction<DB>, input: NewKey): Promise<{ id: string; key: string }> {
  const { actor, name, scopes, expiresAt, now } = input
  const key = newKey()
  const id = await insertKey(tx, {
    name,
    prefix: cutText(key, SHOWN),
    key_hash: digestOf(key),
    scopes,
    created_by: actor.userId,
    created_at: now,
    expires_at: expiresAt,
  })
  await writeAudit(tx, {
    action: 'api_key_created',
    entity: 'api_keys',
    entity_id: id,
    after: { name, scopes, expires_at: expiresAt },
  })
  return { id, key }
}

/** Creates a key, which is returned only here. */
export const createKey = (
  db: Kysely<DB>,
  input: { actor: Admin; form: KeyForm; now: Date },
): Promise<{ id: string; key: string }> => {
  const { actor, form, now } = input
  const expiresAt = form.days === '0' ? null : endOfDay(now, Number(form.days))
  return asActor(db, actor, tx => addKey(tx, { actor, name: form.name, scopes: form.scopes, expiresAt, now }))
}

/**
 * Rotates a valid key: a new one with the same name, scopes and lifetime. The previous key stays valid for some hours
 * (none: it ends now) but never beyond its own expiry, so that its users can switch. Concurrent requests rotate it
 * once. @throws Refusal
 */
export const rotateKey = (
  db: Kysely<DB>,
  input: { actor: Admin; keyId: string; overlapHours: number; now: Date },
): Promise<{ id: string; key: string }> => {
  const { actor, keyId, overlapHours, now } = input
  return asActor(db, actor, async tx => {
    const before = await lockKey(tx, keyId, now)
    if (!before) refuse('Esta clave ya no está vigente, o ya tiene reemplazo.')
    const expiresAt =
      before.expires_at && endOfDay(now, daysBetween(dayOf(before.created_at), dayOf(before.expires_at)))
    const made = await addKey(tx, { actor, name: before.name, scopes: before.scopes, expiresAt, now })
    const requested = new Date(now.getTime() + overlapHours * HOUR_MS)
    const end = before.expires_at !== null && before.expires_at < requested ? before.expires_at : requested
    await replaceKey(tx, keyId, {
      replaced_by: made.id,
      ...(overlapHours === 0 ? { revoked_at: now } : { expires_at: end }),
    })
    await writeAudit(tx, {
      action: 'api_key_rotated',
      entity: 'api_keys',
      entity_id: keyId,
      before: { expires_at: before.expires_at },
      after: { expires_at: overlapHours === 0 ? now : end, replaced_by: made.id },
    })
    return made
  })
}

/** Revokes a key at once and permanently. @throws Refusal */
export const revokeKey = (db: Kysely<DB>, input: { actor: Admin; keyId: string; now: Date }): Promise<void> =>
  asActor(db, input.actor, async tx => {
    const name = await endKey(tx, input.keyId, input.now)
    if (name === undefined) refuse('Esa clave ya estaba revocada.')
    await writeAudit(tx, {
      action: 'api_key_revoked',
      entity: 'api_keys',
      entity_id: input.keyId,
      before: { name, revoked_at: null },
      after: { name, revoked_at: input.now },
    })
  })
