import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ApiScope } from '#app/platform/database/values.ts'

export async function insertKey(tx: Transaction<DB>, values: Insertable<DB['api_keys']>): Promise<string> {
  const { id } = await tx.insertInto('api_keys').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Revokes an active key. @returns its name; undefined when there is none */
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

/** Records, once an hour, that a key was used without the scope or after its end. Unknown keys are not recorded. */
export const noteApiRefusal = (
  db: Kysely<DB>,
  input: { keyHash: string; reason: string; path: string; now: Date },
): Promise<unknown> =>
  asActor(db, SYSTEM, tx =>
    sql`select private.record_api_refusal(${input.keyHash}, ${input.reason}, ${input.path}, ${input.now})`.execute(tx),
  )

/** The scopes of the key with this hash; undefined when it is not valid. Records its use. */
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
  replaced_by: string | null
  author: string
  /** Whether its creator is no longer an administrator; that person may still know the key. */
  author_left: boolean
}

const keys = (tx: Transaction<DB>) =>
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
      'replaced_by',
    ])
    .select([
      sql<string>`case when profiles.deleted_at is null then profiles.email::text else 'Cuenta eliminada' end`.as(
        'author',
      ),
      sql<boolean>`profiles.role <> 'admin' or profiles.deleted_at is not null`.as('author_left'),
    ])

/** A page of the keys. For administrators. */
export async function listKeys(tx: Transaction<DB>, request: PageRequest<'created_at'>): Promise<Page<ListedKey>> {
  const page = keyset('api_keys', request)
  return page.finish(await keys(tx).where(page.where).orderBy(page.orderBy).limit(page.limit).execute())
}

/** One key, active or not. */
export const findKey = (tx: Transaction<DB>, id: string): Promise<ListedKey | undefined> =>
  keys(tx).where('api_keys.id', '=', id).executeTakeFirst()

/** An active key without a successor, locked until the transaction ends. */
export const lockKey = (tx: Transaction<DB>, id: string, now: Date) =>
  tx
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Sets a key's successor and expiry. */
export const replaceKey = (
  tx: Transaction<DB>,
  keyId: string,
  input: { replaced_by: string; expires_at: Date } | { replaced_by: string; revoked_at: Date },
) => tx.updateTable('api_keys').set(input).where('id', '=', keyId).execute()
