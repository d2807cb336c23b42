import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { KeyForm } from './api-key.schema.ts'
import { endKey, insertKey } from './api-keys.db.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

const PREFIX = 'alh_'
/** Characters that are shown of a key. */
const SHOWN = 10

/** How a key is known to the database. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Makes a key, which is told here and never again: 256 bits, marked so that scanners of code know it. */
export const createKey = (
  db: Kysely<DB>,
  given: { actor: Admin; form: KeyForm; now: Date },
): Promise<{ id: string; key: string }> => {
  const key = PREFIX + randomBytes(32).toString('base64url')
  const { actor, form, now } = given
  const expires_at = form.days === '0' ? null : addDays(now, Number(form.days))
  return asActor(db, actor, async tx => {
    const id = await insertKey(tx, {
      name: form.name,
      prefix: key.slice(0, SHOWN),
      key_hash: hashKey(key),
      scopes: form.scopes,
      created_by: actor.userId,
      created_at: now,
      expires_at,
    })
    await writeAudit(tx, {
      action: 'api_key_created',
      entity: 'api_keys',
      entity_id: id,
      after: { name: form.name, scopes: form.scopes, expires_at },
    })
    return { id, key }
  })
}

/** Ends a key at once and for ever. */
export const revokeKey = (
  db: Kysely<DB>,
  given: { actor: Admin; keyId: string; now: Date },
): Promise<Result<void, { code: 'key_not_found' }>> =>
  asActor(db, given.actor, async tx => {
    const name = await endKey(tx, given.keyId, given.now)
    if (name === undefined) return err({ code: 'key_not_found' })
    await writeAudit(tx, {
      action: 'api_key_revoked',
      entity: 'api_keys',
      entity_id: given.keyId,
      before: { name },
    })
    return ok(undefined)
  })
