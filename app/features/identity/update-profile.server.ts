import type { Kysely } from 'kysely'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { updateProfileFields } from './identity.db.server.ts'
import type { ProfileFields } from './identity.schema.ts'
import { actorOf, type SessionUser } from './session.server.ts'

/** Changes the four fields of the user's own profile; nothing else of it can be changed this way (decision 28). */
export async function updateProfile(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'role'>,
  fields: ProfileFields,
): Promise<Result<undefined, { code: 'not_found' }>> {
  const updated = await asActor(db, actorOf(user), tx => updateProfileFields(tx, user.id, fields))
  return updated ? ok(undefined) : err({ code: 'not_found' })
}
