import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { ApiScope } from '#app/platform/database/values.ts'

export async function insertKey(tx: Transaction<DB>, values: Insertable<DB['api_keys']>): Promise<string> {
  const { id } = await tx.insertInto('api_keys').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Ends a key that holds. @returns its name; undefined when there is none */
export async function endKey(tx: Transaction<DB>, keyId: string, now: Date): Promise<string | undefined> {
  const ended = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return ended?.name
}

/** What the key of a hash may ask; undefined when it opens nothing. Notes that it was used. */
export async function openKey(
  db: Kysely<DB>,
  keyHash: string,
  now: Date,
): Promise<{ id: string; scopes: ApiScope[] } | undefined> {
  const { rows } = await sql<{
    id: string
    scopes: ApiScope[]
  }>`select * from private.open_api_key(${keyHash}, ${now})`.execute(db)
  return rows[0]
}

export type ListedKey = {
  id: string
  name: string
  prefix: string
  scopes: ApiScope[]
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  author: string
}

/** Keys that are listed at once: nobody has more in use. */
const MOST_KEYS = 200

/** Every key, the newest first. */
export const listKeys = (tx: Transaction<DB>): Promise<ListedKey[]> =>
  tx
    .selectFrom('api_keys')
    .innerJoin('profiles', 'profiles.id', 'api_keys.created_by')
    .select([
      'api_keys.id',
      'api_keys.name',
      'prefix',
      'scopes',
      'api_keys.created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
      'profiles.email as author',
    ])
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(MOST_KEYS)
    .execute()
